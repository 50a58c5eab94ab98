from math import inf, nextafter

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    """Scouts later moves with an empty window first and searches again if one is better."""

    def action_values(self, state, plies):
        values = {}
        best = -inf
        for action in state.legal_actions():
            after = state.successor(action)
            if best > -inf:
                values[action] = self.value(after, plies - 1, best, nextafter(best, inf))
                if values[action] <= best:
                    continue
            values[action] = self.value(after, plies - 1, best, inf)
            best = max(best, values[action])
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
                after, low = state.successor(action), max(alpha, best)
                if low > -inf and nextafter(low, inf) < beta:
                    v = self.value(after, plies - 1, low, nextafter(low, inf))
                    if low < v < beta:
                        v = self.value(after, plies - 1, low, beta)
                else:
                    v = self.value(after, plies - 1, low, beta)
                best = max(best, v)
                if best > beta:
                    break
            return best
        best = inf
        for action in state.legal_actions():
            best = min(best, self.value(state.successor(action), plies - 1, alpha, min(beta, best)))
            if best < alpha:
                break
        return best
