"""Expectimax is a Minimax, only the mean is different."""

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "minimum in a chance layer"}


class Base(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        kids = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(kids) if state.to_move == 0 else self.ghost_value(kids)

    def ghost_value(self, kids):
        return min(kids)


class Expectimax(Base):
    def ghostValue(self, kids):  # overrides it. I think
        return sum(kids) / len(kids)
