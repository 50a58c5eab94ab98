from pacgrid import State
from pacgrid.search import GameState, Searcher


class Minimax(Searcher):
    """Minimax search for Pac-Man and all ghosts."""

    def value(self, state: GameState, plies: int) -> float:
        self.report.nodes += 1
        if state.is_terminal or plies == 0:
            return state.score
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        if state.to_move == 0:
            return max(values)
        return min(values)
