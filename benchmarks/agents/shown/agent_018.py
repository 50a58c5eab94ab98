from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        values, alpha = {}, -inf
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, inf)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        method = self.max_value if state.to_move == 0 else self.min_value
        return method(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        best = -inf
        for action in state.legal_actions():
            best = max(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best > beta:
                return alpha
            alpha = max(alpha, best)
        return best

    def min_value(self, state, plies, alpha, beta):
        best = inf
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best < alpha:
                return best
            beta = min(beta, best)
        return best
