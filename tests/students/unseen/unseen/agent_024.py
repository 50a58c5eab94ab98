from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    """Alpha-beta with short signatures."""

    def action_values(self, state, plies):
        self.alpha = -inf
        self.beta = inf
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1)
        return values

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.min_value(state, plies)

    def max_value(self, state, plies):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
            if v > self.beta:
                return v
            self.alpha = max(self.alpha, v)
        return v

    def min_value(self, state, plies):
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1))
            if v < self.alpha:
                return v
            self.beta = min(self.beta, v)
        return v
