from pacgrid.search import Searcher

RULES = {
    True: lambda values: max(values),
    False: lambda values: (min(values) + max(values)) / 2,
}


class Expectimax(Searcher):
    """One rule for Pac-Man, one for chance."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = list(
            map(lambda action: self.value(state.successor(action), plies - 1), state.legal_actions())
        )
        return RULES[state.to_move == 0](values)
