"""Ghosts that draw their moves from a distribution."""

import random
from typing import Any

from pacgrid.cs188.chances import directional, uniform
from pacgrid.cs188.containers import Counter
from pacgrid.cs188.directions import Actions, Directions
from pacgrid.cs188.modules import util
from pacgrid.cs188.modules.game import Agent
from pacgrid.cs188.modules.util import manhattanDistance


class GhostAgent(Agent):
    def __init__(self, index: int) -> None:
        super().__init__(index)

    def getAction(self, state: Any) -> Any:
        """Drawn from `getDistribution`; Stop if that is empty."""
        distribution = self.getDistribution(state)
        return util.chooseFromDistribution(distribution) if distribution else Directions.STOP

    def getDistribution(self, state: Any) -> Counter:
        """The probability of each action."""
        util.raiseNotDefined()


class RandomGhost(GhostAgent):
    """Any legal action is as likely as any other."""

    def getDistribution(self, state: Any) -> Counter:
        return Counter(uniform(state.getLegalActions(self.index)))


class DirectionalGhost(GhostAgent):
    """Prefers the moves that end nearest to Pac-Man; while it is scared, farthest from him.

    Args:
        prob_attack: how often it takes one of these; otherwise it takes any legal action.
        prob_scaredFlee: the same while it is scared.
    """

    def __init__(self, index: int, prob_attack: float = 0.8, prob_scaredFlee: float = 0.8) -> None:
        super().__init__(index)
        self.prob_attack = prob_attack
        self.prob_scaredFlee = prob_scaredFlee

    def getDistribution(self, state: Any) -> Counter:
        scared = state.getGhostState(self.index).scaredTimer > 0
        x, y = state.getGhostPosition(self.index)
        pacman = state.getPacmanPosition()
        distances = {}
        for action in state.getLegalActions(self.index):
            dx, dy = Actions.directionToVector(action, 0.5 if scared else 1)
            distances[action] = manhattanDistance((x + dx, y + dy), pacman)
        preference = self.prob_scaredFlee if scared else self.prob_attack
        return Counter(directional(distances, preference, is_scared=scared))
