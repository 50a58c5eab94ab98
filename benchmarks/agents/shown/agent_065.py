from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Maximum for Pac-Man, mean for the ghosts.

    The options are those of Searcher.
    """

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = {self.value(state.successor(a), plies - 1) for a in state.legal_actions()}
        return max(values) if state.to_move == 0 else mean(values)


def mean(values):
    """The arithmetic mean: each value with the probability 1 / n."""
    return sum(values) / len(values)
