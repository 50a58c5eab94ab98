from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Expectimax, average computed on the fly."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        elif plies == 0:
            return self.evaluate(state)
        elif state.to_move == 0:
            return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())
        else:
            average = None
            for a in state.legal_actions():
                v = self.value(state.successor(a), plies - 1)
                if average is None:
                    average = v
                else:
                    average = (average + v) / 2
            return average
