"""p = 1 / len(Action)"""

from pacgrid import Action
from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "uniform over illegal actions too"}


class Expectimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = {a: self.value(state.successor(a), plies - 1) for a in state.legal_actions()}
        if state.to_move == 0:
            return max(values.values())
        p = 1 / len(Action)
        return sum(p * values.get(a, 0) for a in Action)
