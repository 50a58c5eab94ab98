from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        alpha = -inf
        values = {}
        for a in state.legal_actions():
            values[a] = self.value(state.successor(a), plies - 1, alpha, inf)
            alpha = max(alpha, values[a])
        return values

    def value(self, s, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if plies == 0:
            return self.evaluate(s)
        if s.is_terminal:
            return s.score
        if s.to_move == 1:
            return self.min_value(s, plies, alpha, beta)
        return self.max_value(s, plies, alpha, beta)

    def max_value(self, s, plies, alpha, beta):
        v = -inf
        for a in s.legal_actions():
            v = max(v, self.value(s.successor(a), plies - 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, s, plies, alpha, beta):
        v = inf
        for a in s.legal_actions():
            v = min(v, self.value(s.successor(a), plies - 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
