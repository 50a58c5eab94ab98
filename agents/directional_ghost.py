"""A ghost that rushes at Pac-Man, and runs from him when scared."""

from collections.abc import Mapping

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.state import State


class DirectionalGhost(ChanceAgent):
    """With probability `attack` it makes one of the moves that bring it nearest to Pac-Man; while
    scared, with probability `flee` one of those that take it farthest. Otherwise it wanders.

    Nearest is by Manhattan distance, as the crow flies and blind to walls: a Pac-Man who puts a
    wall between them can shake it off.

    Args:
        attack: from 0 to 1.
        flee: from 0 to 1.

    Raises ValueError for a probability outside 0..1.
    """

    def __init__(self, *, attack: float = 0.8, flee: float = 0.8) -> None:
        for name, probability in (("attack", attack), ("flee", flee)):
            if not isinstance(probability, int | float) or not 0 <= probability <= 1:
                raise ValueError(f"{name} is a probability from 0 to 1, not {probability!r}")
        self.attack = attack
        self.flee = flee

    def distribution(self, state: State) -> Mapping[Action, float]:
        actions = state.legal_actions()
        (x, y), _, scared = state.ghosts[state.to_move - 1]
        goal_x, goal_y = state.pacman
        # A scared ghost goes half a step, which puts its actions in the same order.
        distances = {
            action: abs(x + action.vector[0] - goal_x) + abs(y + action.vector[1] - goal_y)
            for action in actions
        }
        wanted = max(distances.values()) if scared else min(distances.values())
        purpose = self.flee if scared else self.attack
        chosen = [action for action in actions if distances[action] == wanted]
        return {
            action: (1 - purpose) / len(actions) + (action in chosen) * purpose / len(chosen)
            for action in actions
        }
