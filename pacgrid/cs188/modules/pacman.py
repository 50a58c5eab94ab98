"""States, the rules' constants, and what starts games, which Pacgrid does itself."""

import os
import random
import sys
import time
import types
from collections.abc import Sequence
from typing import Any

from pacgrid.cs188.directions import Actions, Directions
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.game_state_data import GameStateData
from pacgrid.cs188.modules import layout, util
from pacgrid.cs188.modules.game import Game
from pacgrid.cs188.modules.util import manhattanDistance, nearestPoint
from pacgrid.cs188.unusable import unusable
from pacgrid.state import MOVE_COST, SCARED_MOVES

SCARED_TIME = SCARED_MOVES
COLLISION_TOLERANCE = 0.7
TIME_PENALTY = MOVE_COST

ClassicGameRules = unusable("ClassicGameRules")
loadAgent = unusable("loadAgent")
readCommand = unusable("readCommand")
replayGame = unusable("replayGame")
runGames = unusable("runGames")


class PacmanRules:
    PACMAN_SPEED = 1

    @staticmethod
    def getLegalActions(state: GameState) -> list[str]:
        """What Pac-Man could do, even if the game is over."""
        pacman = state.getPacmanState().configuration
        return Actions.getPossibleActions(pacman, state.getWalls())


class GhostRules:
    GHOST_SPEED = 1.0

    @staticmethod
    def getLegalActions(state: GameState, ghostIndex: int) -> list[str]:
        """What a ghost could do, even if the game is over."""
        ghost = state.getGhostState(ghostIndex).configuration
        possible = Actions.getPossibleActions(ghost, state.getWalls())
        moves = [action for action in possible if action != Directions.STOP]
        back = Actions.reverseDirection(ghost.getDirection())
        return [action for action in moves if action != back] or moves

    @staticmethod
    def canKill(pacmanPosition: Sequence[float], ghostPosition: Sequence[float]) -> bool:
        """Whether the two are near enough to meet."""
        return bool(manhattanDistance(ghostPosition, pacmanPosition) <= COLLISION_TOLERANCE)


def parseAgentArgs(str: str | None) -> dict[Any, Any]:  # noqa: A002
    """The options in `a=1,b`, as text; one without a value is 1."""
    options = [part.partition("=") for part in str.split(",")] if str is not None else []
    return {name: value if sign else 1 for name, sign, value in options}
