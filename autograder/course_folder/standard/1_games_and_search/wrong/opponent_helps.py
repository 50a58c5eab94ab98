"""Takes the maximum everywhere: it hopes that the opponent helps."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return max(state.legal_actions(), key=lambda action: self.value(state.successor(action)))

    def value(self, state: GameState) -> float:
        if state.is_terminal:
            return state.score
        return max(self.value(state.successor(action)) for action in state.legal_actions())
