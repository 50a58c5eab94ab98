"""Expectimax with one mistake, about chance. Which one? The grader shows it in a small tree."""

from pacgrid import Searcher
from pacgrid.search import GameState


class Expectimax(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(each), plies - 1) for each in state.legal_actions()]
        return max(values) if state.to_move == 0 else sum(values)
