from math import inf

from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Expectimax, tuned."""

    def action_values(self, state, plies):
        alpha, values = -inf, {}
        for action in state.legal_actions():
            values[action] = self.value(state.successor(action), plies - 1, alpha)
            alpha = max(alpha, values[action])
        return values

    def value(self, state, plies, alpha=-inf):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            v = -inf
            for action in state.legal_actions():
                v = max(v, self.value(state.successor(action), plies - 1, v))
            return v
        total = 0
        for number, action in enumerate(state.legal_actions(), start=1):
            total += self.value(state.successor(action), plies - 1)
            if total / number < alpha:
                return total / number
        return total / len(state.legal_actions())
