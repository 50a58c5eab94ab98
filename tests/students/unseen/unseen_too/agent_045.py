from math import inf
from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    """The fail-hard version: nothing outside the window is ever returned."""

    def action_values(self, state, plies):
        alpha = -inf
        out = {}
        for action in state.legal_actions():
            out[action] = self.value(state.successor(action), plies - 1, alpha, inf)
            alpha = max(alpha, out[action])
        return out

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies, alpha, beta)
        return self.min_value(state, plies, alpha, beta)

    def max_value(self, state, plies, alpha, beta):
        for action in state.legal_actions():
            alpha = max(alpha, self.value(state.successor(action), plies - 1, alpha, beta))
            if alpha >= beta:
                return beta
        return alpha

    def min_value(self, state, plies, alpha, beta):
        for action in state.legal_actions():
            beta = min(beta, self.value(state.successor(action), plies - 1, alpha, beta))
            if alpha >= beta:
                return alpha
        return alpha
