"""Alpha-beta as negamax. Value is always from the point of view of the player to move."""
from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):

    def action_values(self, state, plies):
        alpha, beta = -inf, inf
        values = {}
        for action in state.legal_actions():
            values[action] = -self.negamax(state.successor(action), plies - 1, -beta, -alpha, -1)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies):
        return -self.negamax(state, plies, -inf, inf, -1)

    def negamax(self, state, plies, alpha, beta, sign):
        self.report.nodes += 1
        if state.is_terminal:
            return sign * state.score
        if plies == 0:
            return sign * self.evaluate(state)
        best = -inf
        for action in state.legal_actions():
            score = -self.negamax(state.successor(action), plies - 1, -beta, -alpha, -sign)
            best = max(best, score)
            alpha = max(alpha, best)
            if alpha > beta:
                break
        return best
