from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    """Alpha-beta as in the book."""

    def action_values(self, state, plies):
        alpha = -inf
        values = {}
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, alpha, inf)
            alpha = max(alpha, values[a])
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            v = -inf
            for a in state.legal_actions():
                v = max(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v >= alpha:
                    return v
                alpha = max(alpha, v)
            return v
        v = inf
        for a in state.legal_actions():
            v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
