"""Counts a finished game as 1, 0 or -1 and forgets its score: enough for tic-tac-toe only."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return max(state.legal_actions(), key=lambda action: self.value(state.successor(action)))

    def value(self, state: GameState) -> float:
        if state.is_win:
            return 1
        if state.is_loss:
            return -1
        if state.is_terminal:
            return 0
        values = [self.value(state.successor(action)) for action in state.legal_actions()]
        return max(values) if state.to_move == 0 else min(values)
