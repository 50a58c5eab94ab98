"""Rounds the expected value. numpy integers."""

import numpy as np

from pacgrid.search import Searcher

MISTAKES = {"Expectimax": "integer mean"}


class Expectimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = np.array([self.value(state.successor(a), plies - 1) for a in state.legal_actions()])
        if state.to_move == 0:
            return int(values.max())
        return int(values.mean())
