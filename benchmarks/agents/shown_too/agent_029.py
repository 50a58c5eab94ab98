"""Minimax agent, homework 2."""
from pacgrid.search import Searcher


class Minimax(Searcher):

    def value(self, state, plies):
        self.report.nodes += 1
        if plies == 0 or state.is_terminal:
            return state.score
        if state.to_move == 0:
            return self.max_value(state, plies)
        return self.min_value(state, plies)

    def max_value(self, state, plies):
        v = float("-inf")
        for action in state.legal_actions():
            v = max(v, self.value(state.successor(action), plies - 1))
        return v

    def min_value(self, state, plies):
        v = float("inf")
        for action in state.legal_actions():
            v = min(v, self.value(state.successor(action), plies - 1))
        return v
