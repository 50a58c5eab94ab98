"""Minimax search for Pac-Man."""

import math
from collections.abc import Callable

from pacgrid import Action, Agent, State


class Minimax(Agent):
    """Pac-Man maximises and every ghost minimises.

    :param depth: rounds to look ahead
    :param evaluation: estimates states in which the search stops
    """

    def __init__(self, depth: int = 2, evaluation: Callable[[State], float] | None = None) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State) -> Action:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        plies = self.depth * state.num_agents
        values = [self._minimax(state.successor(action), plies - 1) for action in actions]
        return actions[values.index(max(values))]

    def _minimax(self, state: State, plies: int) -> float:
        if state.is_win:
            return state.score
        if state.is_loss:
            return -math.inf
        if plies == 0:
            return self.evaluation(state)
        values = (
            self._minimax(state.successor(action), plies - 1) for action in state.legal_actions()
        )
        match state.to_move:
            case 0:
                return max(values)
            case _:
                return min(values)
