from math import inf

from pacgrid.search import Searcher


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.max_value(state, plies)
        elif state.to_move == 1:
            return self.exp_value(state, plies)
        else:
            return self.min_value(state, plies)

    def max_value(self, state, plies):
        v = -inf
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def exp_value(self, state, plies):
        v = 0
        p = 1 / len(state.legal_actions())
        for action in state.legal_actions():
            v += p * self.value(state.successor(action), plies - 1)
        return v

    def min_value(self, state, plies):
        v = inf
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1))
        return v
