"""Expectimax: the ghosts are no longer our enemies, they just walk around."""

from pacgrid.search import Searcher


class Expectimax(Searcher):
    """Uses the same `value` for all agents."""

    def value(self, state, plies):
        self.report.nodes += 1
        # leaves
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        # inner nodes
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return sum(values) // len(values)
