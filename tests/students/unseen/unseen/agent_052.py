from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        self.seen = {}
        values = {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, -inf, inf)
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        where = (id(state), plies, alpha, beta)
        if where in self.seen:
            return self.seen[where]
        self.report.nodes += 1
        best = -inf if state.to_move == 0 else inf
        lower, upper = alpha, beta
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, lower, upper)
            if state.to_move == 0:
                best = max(best, value)
                lower = max(lower, best)
            else:
                best = min(best, value)
                upper = min(upper, best)
            if lower > upper:
                break
        self.seen[where] = best
        return best
