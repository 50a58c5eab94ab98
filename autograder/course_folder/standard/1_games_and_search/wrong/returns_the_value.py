"""Returns the value of the best action instead of the action."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return self.value(state)

    def value(self, state: GameState) -> float:
        if state.is_terminal:
            return state.score
        values = [self.value(state.successor(action)) for action in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)
