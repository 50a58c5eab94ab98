"""Doesn't count Pac-Man's first move, so that it looks one ply too far."""

from pacgrid.search import GameState, Searcher


class Minimax(Searcher):
    def action_values(self, state: GameState, plies: int) -> dict[object, float]:
        return {action: self.value(state.successor(action), plies) for action in state.legal_actions()}

    def value(self, state: GameState, plies: int) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        values = [
            self.value(state.successor(action), plies - 1) for action in state.legal_actions()
        ]
        return max(values) if state.to_move == 0 else min(values)
