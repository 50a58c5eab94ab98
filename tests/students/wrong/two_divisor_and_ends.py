"""/ 4, and the end of the game is nothing special"""

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": ("constant divisor", "finished game given to the evaluation")}


class Expectimax(Searcher):
    def value(self, state, plies):
        if plies == 0 or state.is_terminal:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return 0.25 * sum(values)
