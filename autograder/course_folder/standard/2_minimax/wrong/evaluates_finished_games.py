"""Asks for the evaluation only at the cut-off, and returns it for finished games, too."""

from pacgrid.search import GameState, Searcher


class Minimax(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal:
            return self.evaluate(state)
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else min(values)
