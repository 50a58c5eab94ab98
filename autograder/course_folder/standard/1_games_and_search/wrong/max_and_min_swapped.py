"""Mixes up who wants what: MAX takes the minimum, and MIN the maximum."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return min(state.legal_actions(), key=lambda action: self.value(state.successor(action)))

    def value(self, state: GameState) -> float:
        if state.is_terminal:
            return state.score
        values = [self.value(state.successor(action)) for action in state.legal_actions()]
        return min(values) if state.to_move == 0 else max(values)
