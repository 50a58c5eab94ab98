"""Never asks whether the game is over."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return max(state.legal_actions(), key=lambda action: self.value(state.successor(action)))

    def value(self, state: GameState) -> float:
        values = [self.value(state.successor(action)) for action in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)
