"""Homework 3, minimax."""

from math import inf

from pacgrid.search import Searcher


class Minimax(Searcher):
    """Pac-Man maximises, the ghosts minimise."""

    def value(self, state, plies):
        self.report.nodes += 1
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        if state.to_move == 0:
            best = -inf
            for action in state.legal_actions():
                result = self.value(state.successor(action), plies - 1)
                best = max(best, result)
            return best
        else:
            best = inf
            for action in state.legal_actions():
                result = self.value(state.successor(action), plies - 1)
                best = min(best, result)
                return best
