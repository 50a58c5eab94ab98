from pacgrid.search import Searcher


class Minimax(Searcher):
    def action_values(self, state, plies):
        result = {}
        for action in state.legal_actions():
            result[action] = self.max_value(state.successor(action), plies - 1)
        return result

    def value(self, state, plies):
        return self.max_value(state, plies) if state.to_move == 0 else self.min_value(state, plies)

    def done(self, state, plies):
        self.report.nodes += 1
        return plies == 0 or state.is_terminal

    def max_value(self, state, plies):
        if self.done(state, plies):
            return self.evaluate(state)
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def min_value(self, state, plies):
        if self.done(state, plies):
            return self.evaluate(state)
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1))
        return v
