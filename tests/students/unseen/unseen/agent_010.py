from math import inf

from pacgrid.search import Searcher

MARGIN = 20


class AlphaBeta(Searcher):
    """Alpha-beta with some tricks from chess programs."""

    def action_values(self, state, plies):
        values = {}
        alpha = -inf
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, inf)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        static = self.evaluate(state)
        if plies == 0:
            return static
        if state.to_move == 0:
            if static + MARGIN < alpha:
                return static
            best = -inf
            for action in state.legal_actions():
                best = max(best, self.value(state.successor(action), plies - 1, alpha, beta))
                if best > beta:
                    return best
                alpha = max(alpha, best)
            return best
        best = inf
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best < alpha:
                return best
            beta = min(beta, best)
        return best
