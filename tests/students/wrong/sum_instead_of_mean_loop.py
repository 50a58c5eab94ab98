from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "sum instead of mean"}


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        expected = 0
        highest = None
        for action in state.legal_actions():
            v = self.value(state.successor(action), plies - 1)
            p = 1  # all equally likely
            expected += p * v
            if highest is None or v > highest:
                highest = v
        return expected if state.to_move else highest
