"""Begins with a best value of 0, which is too high where all values are negative."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    def act(self, state: GameState) -> Action:
        return max(state.legal_actions(), key=lambda action: self.value(state.successor(action)))

    def value(self, state: GameState) -> float:
        if state.is_terminal:
            return state.score
        best = 0
        for action in state.legal_actions():
            value = self.value(state.successor(action))
            if state.to_move == 0:
                best = max(best, value)
            else:
                best = min(best, value)
        return best
