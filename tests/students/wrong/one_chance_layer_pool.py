"""Collects the values of all leaves below the ghosts in a list and takes the mean of the list."""

from statistics import mean

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "one chance layer for all ghosts"}


class Expectimax(Searcher):
    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())
        pool = []
        self.collect(state, plies, pool)
        return mean(pool)

    def collect(self, state, plies, pool):
        for a in state.legal_actions():
            child = state.successor(a)
            if child.to_move != 0 and not child.is_terminal and plies > 1:
                self.collect(child, plies - 1, pool)
            else:
                pool.append(self.value(child, plies - 1))
