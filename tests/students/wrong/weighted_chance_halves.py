"""The first direction is the most likely one (a ghost does not like to turn)."""

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "chance not uniform"}


class Expectimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        weights = [1 / 2**i for i in range(len(values))]  # the first one most of the time
        return sum(w * v for w, v in zip(weights, values)) / sum(weights)
