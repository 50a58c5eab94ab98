"""A Pac-Man who moves at random."""

from collections.abc import Mapping

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.state import State


class RandomAgent(ChanceAgent):
    """Chooses its actions uniformly from the legal ones.

    Args:
        stops: whether it also stops; without it, STOP is only its last resort.
    """

    plays_any_game = True

    def __init__(self, *, stops: bool = True) -> None:
        self.stops = stops

    def distribution(self, state: State) -> Mapping[Action, float]:
        actions = [a for a in state.legal_actions() if self.stops or a is not Action.STOP]
        actions = actions or [Action.STOP]
        return dict.fromkeys(actions, 1 / len(actions))
