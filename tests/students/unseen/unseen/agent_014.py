from math import inf

from pacgrid.search import Searcher

WINDOW = 50


class AlphaBeta(Searcher):
    """Alpha-beta with an aspiration window."""

    def action_values(self, state, plies):
        guess = self.evaluate(state)
        alpha, beta = guess - WINDOW, guess + WINDOW
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, beta)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            best = -inf
            for action in state.legal_actions():
                best = max(best, self.value(state.successor(action), plies - 1, alpha, beta))
                if best > beta:
                    break
                alpha = max(alpha, best)
            return best
        best = inf
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, alpha, beta))
            if best < alpha:
                break
            beta = min(beta, best)
        return best
