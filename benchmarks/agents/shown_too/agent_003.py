from math import inf

from pacgrid.search import Searcher


class Expectimax(Searcher):
    def action_values(self, state, plies):
        alpha = -inf
        out = {}
        for action in state.legal_actions():
            out[action] = self.value(state.successor(action), plies - 1, alpha)
            alpha = max(alpha, out[action])
        return out

    def value(self, state, plies, alpha=-inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            v = -inf
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, alpha))
                alpha = max(alpha, v)
            return v
        total = 0
        for n, action in enumerate(state.legal_actions(), 1):
            total += self.value(state.successor(action), plies - 1, alpha)
            if total / n < alpha:
                return total / n
        return total / n
