from functools import reduce

from pacgrid.search import Searcher


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        results = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return reduce(lambda x, y: x if x >= y else y, results)
        return reduce(lambda x, y: (x + y) / 2, results)
