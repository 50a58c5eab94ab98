from functools import reduce

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "running average"}


def average(x, y):
    return (x + y) / 2


class Expectimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return reduce(max if state.to_move == 0 else average, values)
