from pacgrid.search import Searcher


class Expectimax(Searcher):
    """value, max-value and exp-value from the slides."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal or plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.exp_value(state, plies)

    def max_value(self, state, plies):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def exp_value(self, state, plies):
        v = 0
        for action in state.legal_actions():
            v = v + self.value(state.successor(action), plies - 1)
        return v
