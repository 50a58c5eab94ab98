from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        values = {}
        for action in state.legal_actions():
            alpha = max(values.values(), default=-inf)
            values[action] = self.value(state.successor(action), plies - 1, alpha, inf)
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        children = (state.successor(action) for action in state.legal_actions())
        if state.to_move == 0:
            best = -inf
            for child in children:
                v = self.value(child, plies - 1, max(alpha, best), beta)
                best = max(best, v)
                if best > beta:
                    break
            return best
        best = inf
        for child in children:
            v = self.value(child, plies - 1, alpha, min(beta, best))
            if v < alpha:
                break
            best = min(best, v)
        return best
