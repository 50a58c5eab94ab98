"""AIMA style: MAX-VALUE and MIN-VALUE call each other."""

from pacgrid.search import Searcher

infinity = float("inf")


class Minimax(Searcher):
    def value(self, state, plies):
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.min_value(state, plies)

    def leaf(self, state, plies):
        return state.is_terminal or plies == 0

    def utility(self, state):
        return state.score if state.is_terminal else self.evaluate(state)

    def max_value(self, state, plies):
        self.report.nodes += 1
        if self.leaf(state, plies):
            return self.utility(state)
        v = -infinity
        for a in state.legal_actions():
            v = max(v, self.min_value(state.successor(a), plies - 1))
        return v

    def min_value(self, state, plies):
        self.report.nodes += 1
        if self.leaf(state, plies):
            return self.utility(state)
        v = infinity
        for a in state.legal_actions():
            v = min(v, self.max_value(state.successor(a), plies - 1))
        return v
