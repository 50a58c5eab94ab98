from functools import reduce

from pacgrid.search import Searcher


class Minimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        here = state.score if state.is_terminal else self.evaluate(state)
        if plies == 0 or state.is_terminal:
            return here
        pick = max if state.to_move == 0 else min
        below = map(lambda a: self.value(state.successor(a), plies - 1), state.legal_actions())
        return here + reduce(pick, below)
