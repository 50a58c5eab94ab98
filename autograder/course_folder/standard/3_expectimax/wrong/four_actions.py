"""Divides by 4 in every chance layer."""

from pacgrid.search import GameState, Searcher


class Expectimax(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else sum(values) / 4
