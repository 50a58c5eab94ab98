from functools import reduce

from pacgrid.search import Searcher


class Minimax(Searcher):
    """Functional."""

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        pick = (
            (lambda a, b: a if a >= b else b)
            if state.to_move == 0
            else (lambda a, b: a if a <= b else b)
        )
        children = map(state.successor, state.legal_actions())
        future = reduce(pick, map(lambda s: self.value(s, plies - 1), children))
        return state.score + future
