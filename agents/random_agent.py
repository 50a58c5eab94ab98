"""A Pac-Man who moves at random."""

from collections.abc import Mapping

from pacgrid.action import Action
from pacgrid.agent import ChanceAgent
from pacgrid.state import State


class RandomAgent(ChanceAgent):
    """Chooses its actions uniformly from the legal ones."""

    plays_any_game = True

    def distribution(self, state: State) -> Mapping[Action, float]:
        actions = state.legal_actions()
        return dict.fromkeys(actions, 1 / len(actions))
