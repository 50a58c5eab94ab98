"""A ghost that moves at random."""

from collections.abc import Mapping

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.state import State


class RandomGhost(ChanceAgent):
    """Chooses its actions uniformly from the legal ones."""

    sees_only_pacman = True

    def distribution(self, state: State) -> Mapping[Action, float]:
        actions = state.legal_actions()
        return dict.fromkeys(actions, 1 / len(actions))
