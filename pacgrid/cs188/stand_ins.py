"""Stand-ins for the modules of the CS 188 project that course files import.

What only runs games there can be imported, but not used: Pacgrid runs the games itself.
"""

import heapq
import inspect
import io
import os
import random
import signal
import sys
import time
import traceback
import types
from collections.abc import Mapping
from typing import Any, NoReturn

from pacgrid.cs188 import QUIET, board, game_state, movement
from pacgrid.cs188 import course_util as util
from pacgrid.cs188.board import DrawnLayout
from pacgrid.cs188.course_util import (
    Counter,
    directional,
    manhattanDistance,
    raiseNotDefined,
    uniform,
)
from pacgrid.cs188.movement import Actions, Directions
from pacgrid.state import MOVE_COST, SCARED_MOVES


def _refuse(cls: type, *_: object, **__: object) -> NoReturn:
    raise NotImplementedError(f"{cls.__name__} can't be used here: Pacgrid runs the games itself")


def _unusable(name: str) -> Any:
    """A class `name` that raises NotImplementedError when it is called."""
    return type(name, (), {"__new__": _refuse})


# game

Game = _unusable("Game")


class Agent:
    """Plays Pac-Man, whose `index` is 0, or a ghost."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any) -> Any:
        """One of `state.getLegalActions(self.index)`."""
        raiseNotDefined()


# ghostAgents


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


# pacman

SCARED_TIME = SCARED_MOVES
COLLISION_TOLERANCE = 0.7
TIME_PENALTY = MOVE_COST

ClassicGameRules = _unusable("ClassicGameRules")
runGames = _unusable("runGames")


_UTIL = (
    "Counter MethodNotDefined PriorityQueue PriorityQueueWithFunction Queue Stack heapq inspect io"
    " chooseFromDistribution flipCoin lookup manhattanDistance matrixAsList nearestPoint normalize"
    " pause raiseNotDefined random sample sign signal sys time"
)
_NAMES = {
    "util": _UTIL,
    "game": f"{_UTIL} Actions Agent AgentState Configuration Directions Game GameStateData Grid os"
    " traceback",
    "layout": "Grid Layout manhattanDistance os random",
    "pacman": "Actions COLLISION_TOLERANCE ClassicGameRules Directions Game GameState GameStateData"
    " SCARED_TIME TIME_PENALTY layout manhattanDistance nearestPoint os random runGames sys time"
    " types util",
    "ghostAgents": "Actions Agent Counter DirectionalGhost Directions GhostAgent RandomGhost"
    " manhattanDistance random util",
}
"""The names in each stand-in, as in that project: a file that uses another one fails there, too."""
_LIBRARY = (heapq, inspect, io, os, random, signal, sys, time, traceback, types)
_VALUES: Mapping[str, Any] = {
    **{module.__name__: module for module in _LIBRARY},
    **vars(board),
    **vars(movement),
    **vars(game_state),
    **vars(util),
    **globals(),
    "Layout": DrawnLayout,
}


class StandIns:
    """The stand-ins for the code in one folder."""

    def __init__(self) -> None:
        self._modules: dict[str, types.ModuleType] = {
            **{name: StandIn(name) for name in _NAMES},
            **{name: QuietModule(name) for name in QUIET},
        }
        for module, names in _NAMES.items():
            values = {**_VALUES, **{name: self._modules[name] for name in _NAMES}}
            vars(self._modules[module]).update((name, values[name]) for name in names.split())
        self.full_names: dict[str, str] = {}
        """By the name of a course file without `.py`: that of its module in `sys.modules`."""

    def find(self, name: str) -> types.ModuleType | None:
        """The stand-in for the module `name`; None if it has none."""
        if name in self.full_names:
            return sys.modules.get(self.full_names[name])
        return self._modules.get(name)


class StandIn(types.ModuleType):
    """A module with the names of another one. Code that changes them changes only its own."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__file__ = "Pacgrid's version"

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"Pacgrid's version of the module {self.__name__} has no {name}")


class QuietModule(types.ModuleType):
    """A module in which everything is a `Quiet`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(Quiet(), name)


class Quiet:
    """Takes any arguments, has any methods, and does nothing."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Quiet

    def __iter__(self) -> Any:
        return iter(())

    def __bool__(self) -> bool:
        return False
