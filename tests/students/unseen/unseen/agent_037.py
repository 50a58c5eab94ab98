from math import inf

from pacgrid.search import Searcher


class Minimax(Searcher):
    """Minimax; Pac-Man is white."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return self.final(state, plies)
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return self.white(state, plies)
        return self.black(state, plies)

    def final(self, state, plies):
        return state.score + plies

    def white(self, state, plies):
        high = -inf
        for move in state.legal_actions():
            v = self.value(state.successor(move), plies - 1)
            if v > high:
                high = v
        return high

    def black(self, state, plies):
        low = inf
        for move in state.legal_actions():
            v = self.value(state.successor(move), plies - 1)
            if v < low:
                low = v
        return low
