"""Minimax with one mistake, about ghosts. Which one? The grader shows it in a small tree."""

from pacgrid import Action, Searcher
from pacgrid.search import GameState


class Minimax(Searcher):
    def act(self, state: GameState) -> Action:
        def value(action: Action) -> float:
            return self.value(state.successor(action), self.plies(state) - 1)

        return max(state.legal_actions(), key=value)

    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal or plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(each), plies - 1) for each in state.legal_actions()]
        return min(values) if state.to_move == 1 else max(values)
