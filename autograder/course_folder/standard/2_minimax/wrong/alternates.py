"""Has one MIN layer for all ghosts: after it, Pac-Man moves again."""

from pacgrid.search import GameState, Searcher


class Minimax(Searcher):
    def value(self, state: GameState, plies: int, is_max: bool = False) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1, not is_max)
            for action in state.legal_actions()
        ]
        return max(values) if is_max else min(values)
