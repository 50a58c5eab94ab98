from math import inf

from pacgrid.search import Searcher

SLACK = 5


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        best = -inf
        values = {}
        for a in state.legal_actions():
            v = self.value(state.successor(a), plies - 1, best, inf)
            best = max(best, v)
            values[a] = v
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
                if v > beta - SLACK:
                    return v
                alpha = max(alpha, v)
        else:
            v = inf
            for a in state.legal_actions():
                v = min(v, self.value(state.successor(a), plies - 1, alpha, beta))
                if v < alpha + SLACK:
                    return v
                beta = min(beta, v)
        return v
