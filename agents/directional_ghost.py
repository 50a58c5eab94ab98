"""A ghost that chases Pac-Man, and flees from him while scared."""

from collections.abc import Mapping

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.common.named_options import probability
from pacgrid.state import State


class DirectionalGhost(ChanceAgent):
    """Moves towards Pac-Man with probability `attack`, and away from him with probability `flee`
    while scared; otherwise it moves at random.

    Distance is Manhattan distance, which ignores walls: Pac-Man can escape by keeping a wall
    between himself and the ghost.

    Args:
        attack: a probability from 0 to 1.
        flee: a probability from 0 to 1.

    Raises ValueError for a probability outside 0..1.
    """

    sees_only_pacman = True

    def __init__(self, *, attack: float = 0.8, flee: float = 0.8) -> None:
        self.attack = probability("attack", attack)
        self.flee = probability("flee", flee)

    def distribution(self, state: State) -> Mapping[Action, float]:
        actions = state.legal_actions()
        (x, y), _, scared = state.ghosts[state.to_move - 1]
        goal_x, goal_y = state.pacman
        # A scared ghost only moves half a step, but that ranks its actions the same way.
        distances = {
            action: abs(x + action.vector[0] - goal_x) + abs(y + action.vector[1] - goal_y)
            for action in actions
        }
        goal = max(distances.values()) if scared else min(distances.values())
        best = [action for action in actions if distances[action] == goal]
        purpose = self.flee if scared else self.attack
        return {
            action: (1 - purpose) / len(actions) + (action in best) * purpose / len(best)
            for action in actions
        }
