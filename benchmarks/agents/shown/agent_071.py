from math import inf

from pacgrid.search import Searcher


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        actions = state.legal_actions()
        if state.to_move == 0:
            best = -inf
            for action in actions:
                best = max(best, self.value(state.successor(action), plies - 1))
            return best
        else:
            expected = 0
            for action in actions:
                expected += self.value(state.successor(action), plies - 1) / len(actions)
                return expected
