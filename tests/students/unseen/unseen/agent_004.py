from math import inf

from pacgrid.search import Searcher

WIDTH = 2


class AlphaBeta(Searcher):
    """Alpha-beta with move ordering."""

    def action_values(self, state, plies):
        alpha = -inf
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha, inf)
            alpha = max(alpha, values[action])
        return values

    def ordered(self, state):
        children = [state.successor(action) for action in state.legal_actions()]
        children.sort(key=self.static, reverse=state.to_move == 0)
        return children[:WIDTH]

    def static(self, state):
        return state.score if state.is_terminal else self.evaluate(state)

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal or plies == 0:
            return self.static(state)
        if state.to_move == 0:
            best = -inf
            for child in self.ordered(state):
                best = max(best, self.value(child, plies - 1, alpha, beta))
                if best > beta:
                    break
                alpha = max(alpha, best)
            return best
        best = inf
        for child in self.ordered(state):
            best = min(best, self.value(child, plies - 1, alpha, beta))
            if best < alpha:
                break
            beta = min(beta, best)
        return best
