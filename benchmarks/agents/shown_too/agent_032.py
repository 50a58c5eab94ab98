from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        best, values = -inf, {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, best, inf)
            if values[action] <= best:
                values[action] -= 1e-3
            best = max(best, values[action])
        return values

    def value(self, state, plies, lo=-inf, hi=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        kids = [state.successor(a) for a in state.legal_actions()]
        mine = state.to_move == 0
        best = self.value(kids[0], plies - 1, lo, hi)
        for kid in kids[1:]:
            lo, hi = (max(lo, best), hi) if mine else (lo, min(hi, best))
            if lo >= hi:
                break
            probe = (lo, lo + 1e-6) if mine else (hi - 1e-6, hi)
            v = self.value(kid, plies - 1, *probe)
            if lo < v < hi:
                v = self.value(kid, plies - 1, lo, hi)
            best = max(best, v) if mine else min(best, v)
        return best
