from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Expectimax.

    See the lecture on decisions under uncertainty.
    """

    DANGER = 0.8

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        mean = sum(values) / len(values)
        return self.DANGER * min(values) + (1 - self.DANGER) * mean
