"""Data structures and small functions."""

import heapq
import inspect
import io
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar, cast

from pacgrid.cs188.chances import index_drawn
from pacgrid.cs188.containers import Counter, PriorityQueue, PriorityQueueWithFunction, Queue, Stack

_Item = TypeVar("_Item")
_Point = tuple[float, float]


class FixedRandom:
    """Has a generator, `random`, that always draws the same numbers."""

    def __init__(self) -> None:
        self.random = random.Random(188)


def manhattanDistance(xy1: Sequence[Any], xy2: Sequence[Any]) -> Any:
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


def nearestPoint(pos: _Point) -> tuple[int, int]:
    """The cell nearest to `pos`; halves round up."""
    x, y = pos
    return int(x + 0.5), int(y + 0.5)


def sign(x: float) -> int:
    return 1 if x >= 0 else -1


def arrayInvert(array: Sequence[Sequence[_Item]]) -> list[list[_Item]]:
    """The transposed matrix."""
    columns: list[list[_Item]] = [[] for _ in array]
    for row in array:
        for column, value in zip(columns, row, strict=False):
            column.append(value)
    return columns


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


def sampleFromCounter(ctr: Mapping[Any, float]) -> Any:
    return sample(Counter(ctr))


def nSample(distribution: Sequence[float], values: Sequence[_Item], n: int) -> list[_Item]:
    """`n` samples, in the order of `values`."""
    if sum(distribution) != 1:
        distribution = normalize(distribution)
    samples: list[_Item] = []
    index, total = 0, distribution[0]
    for drawn in sorted(random.random() for _ in range(n)):
        while drawn >= total:
            index += 1
            total += distribution[index]
        samples.append(values[index])
    return samples


def getProbability(value: Any, distribution: Iterable[float], values: Iterable[Any]) -> float:
    pairs = zip(distribution, values, strict=False)
    return sum((probability for probability, other in pairs if other == value), 0.0)


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


# Time and output.


class TimeoutFunctionException(Exception):
    """A function took too long."""


class TimeoutFunction:
    """Calls `function`, and raises TimeoutFunctionException if that took `timeout` seconds. The
    call is not cut short: Pacgrid has its own limits for that."""

    def __init__(self, function: Callable[..., Any], timeout: float) -> None:
        self.function = function
        self.timeout = timeout

    def __call__(self, *args: Any, **keyArgs: Any) -> Any:
        start = time.monotonic()
        result = self.function(*args, **keyArgs)
        if time.monotonic() - start >= self.timeout:
            raise TimeoutFunctionException
        return result


class WritableNull(io.TextIOBase):
    """Takes output and drops it."""

    def write(self, string: str) -> int:
        return len(string)


_muted: list[Any] = []


def mutePrint() -> None:
    if not _muted:
        _muted.append(sys.stdout)
        sys.stdout = WritableNull()


def unmutePrint() -> None:
    if _muted:
        sys.stdout = _muted.pop()


def pause() -> None:
    """Go on at once: nobody is there to press a key."""
