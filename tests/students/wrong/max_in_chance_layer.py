"""One method for everybody; isn't `to_move` always 0 in a single-player game?"""

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "maximum in a chance layer"}


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move >= 0:
            return max(values)
        return sum(values) / len(values)
