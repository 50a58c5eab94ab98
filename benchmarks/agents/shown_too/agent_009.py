from statistics import fmean

from pacgrid.search import Searcher


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        return self.expected(state, plies)

    def expected(self, state, plies):
        outcomes = []
        for action in state.legal_actions():
            outcomes.append(self.value(state.successor(action), plies - 1))
        return fmean(outcomes)
