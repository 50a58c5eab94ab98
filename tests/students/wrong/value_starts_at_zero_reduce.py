"""reduce with a start value"""

from functools import reduce

from pacgrid.search import Searcher

MISTAKES = {"Minimax": "value starts at 0", "Expectimax": "value starts at 0"}


class Minimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        f = max if state.to_move == 0 else min
        return reduce(f, (self.value(state.successor(a), plies - 1) for a in state.legal_actions()), 0)


class Expectimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return reduce(max, (self.value(state.successor(a), plies - 1) for a in state.legal_actions()), 0)
        n = len(state.legal_actions())
        return reduce(lambda x, y: x + y / n, (self.value(state.successor(a), plies - 1) for a in state.legal_actions()), 0)
