from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    """Principal variation search."""

    def action_values(self, state, plies):
        values = {}
        alpha = -inf
        for action in state.legal_actions():
            after = state.successor(action)
            beta = inf if alpha == -inf else alpha + 1
            values[action] = self.value(after, plies - 1, alpha, beta)
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
            for number, action in enumerate(state.legal_actions()):
                after = state.successor(action)
                upper = beta if number == 0 or alpha == -inf else min(beta, alpha + 1)
                best = max(best, self.value(after, plies - 1, alpha, upper))
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
