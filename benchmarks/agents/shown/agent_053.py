"""Expectimax for Pac-Man."""

import random

from pacgrid.search import Searcher


class Expectimax(Searcher):
    """A ghost is a random player, so chance decides there.

    Pac-Man takes the best of his actions.
    """

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        actions = state.legal_actions()
        if state.to_move == 0:
            return max(self.value(state.successor(action), plies - 1) for action in actions)
        action = random.choice(actions)
        return self.value(state.successor(action), plies - 1)
