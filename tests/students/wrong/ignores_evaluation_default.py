"""I wrote my own evaluation as a function and forgot the parameter."""

from pacgrid.search import Searcher

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta"), "ignores the given evaluation")


def evaluation(state):
    return state.score - 1


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        elif plies == 0:
            return evaluation(state)
        return [min, max][state.to_move == 0](self.value(state.successor(a), plies - 1) for a in state.legal_actions())


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        best = float("-inf")
        values = {}
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, (best, float("inf")))
            best = max(best, values[a])
        return values

    def value(self, state, plies, window):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        elif plies == 0:
            return evaluation(state)
        low, high = window
        for a in state.legal_actions():
            v = self.value(state.successor(a), plies - 1, (low, high))
            if state.to_move == 0:
                low = max(low, v)
            else:
                high = min(high, v)
            if low >= high:
                break
        return low if state.to_move == 0 else high
