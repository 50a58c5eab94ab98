"""A Pac-Man who doesn't think."""

from collections.abc import Mapping

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.state import State


class RandomAgent(ChanceAgent):
    """Chooses among its legal actions with equal chance, STOP among them.

    Args:
        stops: whether it ever stops where it could go on.
    """

    def __init__(self, *, stops: bool = True) -> None:
        self.stops = stops

    def distribution(self, state: State) -> Mapping[Action, float]:
        actions = [a for a in state.legal_actions() if self.stops or a is not Action.STOP]
        actions = actions or [Action.STOP]
        return dict.fromkeys(actions, 1 / len(actions))
