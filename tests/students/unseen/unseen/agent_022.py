from math import inf

from pacgrid.search import Searcher


class AlphaBeta(Searcher):
    def action_values(self, state, plies):
        best = -inf
        values = {}
        for action in state.legal_actions():
            value = self.value(state.successor(action), plies - 1, best, inf)
            values[action] = value
            best = max(best, value)
        return values

    def value(self, state, plies, alpha=-inf, beta=inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        return (self.maxi if state.to_move == 0 else self.mini)(state, plies, alpha, beta)

    def maxi(self, state, plies, alpha, beta):
        value = -inf
        for action in state.legal_actions():
            value = max(value, self.value(state.successor(action), plies - 1, alpha, beta))
            alpha = max(alpha, value)
            if value > beta:
                break
        return value

    def mini(self, state, plies, alpha, beta):
        value = inf
        for action in state.legal_actions():
            value = min(value, self.value(state.successor(action), plies - 1, alpha, beta))
            if value < alpha:
                break
            alpha = max(alpha, value)
        return value
