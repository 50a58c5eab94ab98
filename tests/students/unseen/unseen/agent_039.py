from pacgrid.search import Searcher


def average(values):
    return sum(values) / len(values)


class Expectimax(Searcher):
    """MAX and CHANCE layers."""

    layers = {True: max, False: average}

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        backup = average if state.to_move else max
        return backup({self.value(state.successor(a), plies - 1) for a in state.legal_actions()})
