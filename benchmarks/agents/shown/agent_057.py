from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Ghosts move at random."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return max(v for _, v in self.outcomes(state, plies))
        return sum(p * v for p, v in self.outcomes(state, plies))

    def outcomes(self, state, plies):
        for action in state.legal_actions():
            child = state.successor(action)
            count = len(child.legal_actions()) or 1
            yield 1 / count, self.value(child, plies - 1)
