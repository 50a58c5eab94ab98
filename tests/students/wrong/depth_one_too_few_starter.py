"""Starter file. value() stops at 1 because the leaves are then the next states."""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "depth one too few", "Expectimax": "depth one too few", "AlphaBeta": "depth one too few"}


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies <= 1:
            return self.evaluate(state)
        result = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            if result is None or (v > result if state.to_move == 0 else v < result):
                result = v
        return result


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies <= 1:
            return self.evaluate(state)
        total, most = 0.0, None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            total += v
            most = v if most is None or v > most else most
        return most if state.to_move == 0 else total / len(state.legal_actions())


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        self.alpha = float("-inf")
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, max(values.values(), default=float("-inf")), float("inf"))
        return values

    def value(self, state, plies, alpha, beta):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies <= 1:
            return self.evaluate(state)
        if state.to_move:
            low = float("inf")
            for action in state.legal_actions():
                low = min(low, self.value(state.successor(action), plies - 1, alpha, min(beta, low)))
                if low < alpha:
                    break
            return low
        high = float("-inf")
        for action in state.legal_actions():
            high = max(high, self.value(state.successor(action), plies - 1, max(alpha, high), beta))
            if high > beta:
                break
        return high
