"""Takes the score at the cut-off, whatever evaluation it is given."""

from pacgrid.search import GameState, Searcher


class Minimax(Searcher):
    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return state.score
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else min(values)
