"""min is for agents in general: `to_move >= 0`. max is at the root."""

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "Pac-Man minimises", "AlphaBeta": "Pac-Man minimises"}


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move >= 0:
            return min(values)
        return max(values)


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        values = {}
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, max([*values.values(), float("-inf")]))
        return values

    def value(self, state, plies, alpha):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        v = float("inf")
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha))
            if v < alpha:
                break
        return v
