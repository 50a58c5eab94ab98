"""Looks only at the opponent's next move, and then takes the score."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return max(state.legal_actions(), key=lambda action: self.value(state.successor(action)))

    def value(self, state: GameState) -> float:
        if state.is_terminal:
            return state.score
        return min(state.successor(action).score for action in state.legal_actions())
