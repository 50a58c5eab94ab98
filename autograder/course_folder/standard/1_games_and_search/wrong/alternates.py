"""Alternates between MAX and MIN instead of asking the state whose turn it is."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return max(
            state.legal_actions(), key=lambda action: self.min_value(state.successor(action))
        )

    def max_value(self, state: GameState) -> float:
        if state.is_terminal:
            return state.score
        return max(self.min_value(state.successor(action)) for action in state.legal_actions())

    def min_value(self, state: GameState) -> float:
        if state.is_terminal:
            return state.score
        return min(self.max_value(state.successor(action)) for action in state.legal_actions())
