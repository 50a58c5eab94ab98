"""Minimax to the end of the game. Russell and Norvig, *Artificial Intelligence: A Modern Approach*,
4th edition, figure 5.3."""

from pacgrid import Action, Agent
from pacgrid.search import GameState


class Minimax(Agent):
    """Plays the action with the best value, if the opponent plays its best, too."""

    def act(self, state: GameState) -> Action:
        choose = max if state.to_move == 0 else min
        return choose(state.legal_actions(), key=lambda action: value(state.successor(action)))


def value(state: GameState) -> float:
    """Value of `state` for MAX, if everybody plays their best to the end."""
    if state.is_terminal:
        return state.score
    values = [value(state.successor(action)) for action in state.legal_actions()]
    return max(values) if state.to_move == 0 else min(values)
