from math import inf

from pacgrid.search import Searcher

EPS = 0.001


class AlphaBeta(Searcher):
    """Scout version: first child gets the full window, the others a minimal one."""

    def action_values(self, state, plies):
        alpha, values = -inf, {}
        for i, action in enumerate(state.legal_actions()):
            child = state.successor(action)
            beta = inf if i == 0 else alpha + EPS
            values[action] = self.value(child, plies - 1, alpha, beta)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        is_max = state.to_move == 0
        v = -inf if is_max else inf
        for i, action in enumerate(state.legal_actions()):
            child = state.successor(action)
            if i == 0:
                w = self.value(child, plies - 1, alpha, beta)
            elif is_max:
                w = self.value(child, plies - 1, alpha, min(beta, alpha + EPS))
            else:
                w = self.value(child, plies - 1, max(alpha, beta - EPS), beta)
            if is_max:
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha > beta:
                break
        return v
