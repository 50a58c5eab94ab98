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
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar, cast

from pacgrid.cs188 import QUIET, board, game_state
from pacgrid.cs188.board import Actions, Directions, DrawnLayout
from pacgrid.state import MOVE_COST, SCARED_MOVES

# util

_Point = tuple[float, float]


def manhattanDistance(xy1: Sequence[Any], xy2: Sequence[Any]) -> Any:
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


def nearestPoint(pos: _Point) -> tuple[int, int]:
    """The cell nearest to `pos`; halves round up."""
    x, y = pos
    return int(x + 0.5), int(y + 0.5)


def sign(x: float) -> int:
    return 1 if x >= 0 else -1


def matrixAsList(matrix: Sequence[Sequence[object]], value: object = True) -> list[tuple[int, int]]:
    """Where `matrix` has `value`."""
    columns = range(len(matrix[0]))
    return [(i, j) for i, row in enumerate(matrix) for j in columns if row[j] == value]


class MethodNotDefined(SystemExit):
    """Ends the program: a method has not been written yet."""

    def __init__(self, method: str) -> None:
        super().__init__(1)
        self.method = method

    def __str__(self) -> str:
        return f"{self.method} has not been written yet"


def raiseNotDefined() -> NoReturn:
    """End the program: the method that calls this has not been written yet."""
    caller = sys._getframe(1)
    file, method = caller.f_code.co_filename, caller.f_code.co_name
    print(f"*** {file}, line {caller.f_lineno}: {method} has not been written yet")  # noqa: T201
    raise MethodNotDefined(method)


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """What `namespace` calls `name`, or what a module has: `module.name`.

    Raises Exception if there is none.
    """
    module, _, last = name.rpartition(".")
    if module:
        own = namespace.get("__builtins__")
        load = own["__import__"] if isinstance(own, dict) else __import__
        return getattr(load(module), last)
    if name not in namespace:
        raise Exception(f"no function or class is called {name!r}")
    return namespace[name]


# Chance.


def flipCoin(p: float) -> bool:
    return random.random() < p


def normalize(vectorOrCounter: Any) -> Any:
    """A counter or list with the same proportions that sums to 1; itself if it sums to 0."""
    if type(vectorOrCounter) is Counter:
        if not vectorOrCounter.totalCount():
            return vectorOrCounter
        normalized = vectorOrCounter.copy()
        normalized.normalize()
        return normalized
    total = float(sum(vectorOrCounter))
    return [value / total for value in vectorOrCounter] if total else vectorOrCounter


def sample(distribution: Any, values: Sequence[Any] | None = None) -> Any:
    """One of `values`, drawn with the probabilities in `distribution`; or a key of a counter."""
    if type(distribution) is Counter:
        items = sorted(distribution.items())
        distribution = [probability for _, probability in items]
        values = [value for value, _ in items]
    return cast("Sequence[Any]", values)[index_drawn(distribution, random.random())]


def chooseFromDistribution(distribution: Any) -> Any:
    """A key of a counter, or an element of a list of pairs `(probability, element)`."""
    if type(distribution) is dict:
        distribution = Counter(distribution)
    if type(distribution) is Counter:
        return sample(distribution)
    drawn, total = random.random(), 0.0
    for probability, element in distribution:
        total += probability
        if drawn <= total:
            return element
    return None


def pause() -> None:
    """Go on at once: nobody is there to press a key."""


_Item = TypeVar("_Item")


class _Container(Generic[_Item]):
    """Gives back the last item of its list."""

    def __init__(self) -> None:
        self.list: list[_Item] = []

    def pop(self) -> _Item:
        return self.list.pop()

    def isEmpty(self) -> bool:
        return not self.list


class Stack(_Container[_Item]):
    """Last in, first out."""

    def push(self, item: _Item) -> None:
        self.list.append(item)


class Queue(_Container[_Item]):
    """First in, first out."""

    def push(self, item: _Item) -> None:
        self.list.insert(0, item)


class PriorityQueue(Generic[_Item]):
    """Lowest priority first; of equal ones, first in, first out."""

    def __init__(self) -> None:
        self.heap: list[tuple[Any, int, _Item]] = []
        self.count = 0

    def push(self, item: _Item, priority: Any) -> None:
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self) -> _Item:
        return heapq.heappop(self.heap)[-1]

    def isEmpty(self) -> bool:
        return not self.heap

    def update(self, item: _Item, priority: Any) -> None:
        """Lower the priority of `item`, or push it if it isn't in the queue."""
        for slot, (current, number, other) in enumerate(self.heap):
            if other == item:
                if priority < current:
                    self.heap[slot] = (priority, number, item)
                    heapq.heapify(self.heap)
                return
        PriorityQueue.push(self, item, priority)


class PriorityQueueWithFunction(PriorityQueue[_Item]):
    """A priority queue that computes the priorities itself."""

    def __init__(self, priorityFunction: Callable[[_Item], Any]) -> None:
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item: _Item) -> None:  # type: ignore[override]
        super().push(item, self.priorityFunction(item))


class Counter(dict[Any, Any]):
    """A dictionary of numbers. Keys that it lacks count 0, and it has them from then on."""

    def __missing__(self, key: Hashable) -> int:
        self[key] = 0
        return 0

    def incrementAll(self, keys: Iterable[Hashable], count: float) -> None:
        for key in keys:
            self[key] += count

    def argMax(self) -> Any:
        """The key with the highest number, the first of equal ones; None if there is none."""
        return max(self, key=self.__getitem__, default=None)

    def sortedKeys(self) -> list[Any]:
        """The keys, highest number first."""
        return sorted(self, key=self.__getitem__, reverse=True)

    def totalCount(self) -> Any:
        return sum(self.values())

    def normalize(self) -> None:
        """Scale the numbers so that they sum to 1; if they sum to 0, leave them."""
        if total := float(self.totalCount()):
            self.divideAll(total)

    def divideAll(self, divisor: float) -> None:
        divisor = float(divisor)
        for key in self:
            self[key] /= divisor

    def copy(self) -> "Counter":
        return Counter(self)

    def __mul__(self, other: Mapping[Any, Any]) -> Any:
        """The dot product."""
        short, long = sorted((self, other), key=len)
        return sum(short[key] * long[key] for key in short if key in long)

    def __radd__(self, other: Mapping[Any, Any]) -> None:
        for key, value in other.items():
            self[key] += value

    def __add__(self, other: Mapping[Any, Any]) -> "Counter":
        added = self.copy()
        for key, value in other.items():
            added[key] = self[key] + value if key in self else value
        return added

    def __sub__(self, other: Mapping[Any, Any]) -> "Counter":
        left = self.copy()
        for key, value in other.items():
            left[key] = self[key] - value if key in self else -1 * value
        return left


Choice = TypeVar("Choice")


def uniform(choices: Iterable[Choice]) -> dict[Choice, float]:
    """The chance of each choice if all are as likely."""
    return normalized(dict.fromkeys(choices, 1.0))


def directional(
    distances: Mapping[Choice, float], preference: float, *, is_scared: bool
) -> dict[Choice, float]:
    """The chance of each choice if one that leads nearest (farthest for a scared ghost) is taken
    with the probability `preference`, and any choice otherwise.

    >>> directional({"East": 1, "West": 3}, 0.5, is_scared=False)
    {'East': 0.75, 'West': 0.25}
    """
    best = (max if is_scared else min)(distances.values())
    preferred = [choice for choice, distance in distances.items() if distance == best]
    chances = dict.fromkeys(preferred, preference / len(preferred))
    for choice in distances:
        chances[choice] = chances.get(choice, 0) + (1 - preference) / len(distances)
    return normalized(chances)


def normalized(weights: Mapping[Choice, float]) -> dict[Choice, float]:
    """The weights divided by their sum, if that isn't 0."""
    total = float(sum(weights.values()))
    return {choice: weight / total for choice, weight in weights.items()} if total else {**weights}


def index_drawn(weights: Sequence[float], number: float) -> int:
    """The index of the weight on which `number`, from 0 to 1, falls."""
    total = sum(weights)
    if total not in (0, 1):
        weights = [weight / float(total) for weight in weights]
    sum_so_far = 0.0
    for index, weight in enumerate(weights[:-1]):
        sum_so_far += weight
        if number <= sum_so_far:
            return index
    return len(weights) - 1


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
        return chooseFromDistribution(distribution) if distribution else Directions.STOP

    def getDistribution(self, state: Any) -> Counter:
        """The probability of each action."""
        raiseNotDefined()


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
    **vars(game_state),
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
