"""def min_value(state, plies, beta, alpha) so that the own bound comes first."""

from pacgrid.search import Searcher

MISTAKES = {"AlphaBeta": "alpha and beta swapped"}

INF = float("inf")


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        alpha, values = -INF, {}
        for a in state.legal_actions():
            child = state.successor(a)
            values[a] = self.min_value(child, plies - 1, alpha, INF)
            alpha = max(alpha, values[a])
        return values

    def value(self, state, plies):
        return self.max_value(state, plies, -INF, INF)

    def leaf(self, state, plies):
        return state.is_terminal or plies == 0

    def worth(self, state):
        return state.score if state.is_terminal else self.evaluate(state)

    def max_value(self, state, plies, alpha, beta):
        if self.leaf(state, plies):
            return self.worth(state)
        v = -INF
        for a in state.legal_actions():
            v = max(v, self.min_value(state.successor(a), plies - 1, alpha, beta))
            if v > beta:
                break
            alpha = max(alpha, v)
        return v

    def min_value(self, state, plies, beta, alpha):  # called with alpha first
        if self.leaf(state, plies):
            return self.worth(state)
        v = INF
        for a in state.legal_actions():
            child = state.successor(a)
            if child.to_move == 0:
                v = min(v, self.max_value(child, plies - 1, alpha, beta))
            else:
                v = min(v, self.min_value(child, plies - 1, alpha, beta))
            if v < alpha:
                break
            beta = min(beta, v)
        return v
