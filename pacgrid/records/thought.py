"""What an agent thought before a move: what it told in its report, and what was seen of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from math import isnan
from typing import Any, Self, TypeGuard

from pacgrid.action import Action
from pacgrid.common.sanitize import one_line, sanitize_fields
from pacgrid.layout import Position
from pacgrid.state import State
from pacgrid.trace import Trace

ENDLESS = 1e300
"""What stands for infinity, and for all that is greater than itself: JSON has no infinity."""

MOST_FEATURES = 24
LONGEST_NAME = 40
LONGEST_TROUBLE = 200
MOST_PLIES = 64
_BEYOND = int(ENDLESS) * 10


@dataclass(frozen=True)
class Thought:
    """What an agent thought before a move, as far as it told it or was seen."""

    values: Mapping[Action, float] = field(default_factory=dict, hash=False)
    """What each action is worth, for Pac-Man, in the order of the report."""
    principal_variation: tuple[Action, ...] = ()
    """What it expects to be played from the position on, its own move first."""
    features: Mapping[str, float] = field(default_factory=dict, hash=False)
    """What each feature of its evaluation adds to the value."""
    expanded: Mapping[Position, int] = field(default_factory=dict, hash=False)
    """The cells in which it looked at itself, in the order of first looks: in how many positions
    each."""
    depths: tuple[int, ...] = ()
    """How many successors it generated 1 ply deep, 2 plies deep, …, as far as `MOST_PLIES`."""
    trouble: str = ""
    """What went wrong when it explained itself, in a line."""

    def __post_init__(self) -> None:
        features = {one_line(name): value for name, value in self.features.items()}
        object.__setattr__(self, "features", features)
        sanitize_fields(self, lines=["trouble"])

    @property
    def is_empty(self) -> bool:
        return self == Thought()

    def best(self, mover: int) -> frozenset[Action]:
        """The actions that are worth most to the agent numbered `mover`: the highest values for
        Pac-Man, the lowest for a ghost."""
        if not self.values:
            return frozenset()
        most = (min if mover else max)(self.values.values())
        return frozenset(action for action, value in self.values.items() if value == most)

    @classmethod
    def of(cls, report: object, trace: Trace | None, trouble: str = "") -> Self:
        """What can be understood of `report`, which is a stranger's and may hold anything, and
        what `trace` noted. It never fails: what makes no sense is left out."""
        return cls(
            values=dict(_values(report)),
            principal_variation=tuple(_principal_variation(report)),
            features=dict(_features(report)),
            expanded=trace.expanded if trace else {},
            depths=trace.depths[:MOST_PLIES] if trace else (),
            trouble=_short_line(trouble, LONGEST_TROUBLE),
        )

    def fitted(self, state: State) -> Self:
        """This thought without what can't be in `state`: values of actions that aren't legal, the
        line from where it can't be played, and cells outside the maze."""
        legal, maze = state.legal_actions(), state.maze
        line = []
        for action in self.principal_variation:
            if action not in state.legal_actions():
                break
            line.append(action)
            state = state.successor(action)
        return replace(
            self,
            values={action: value for action, value in self.values.items() if action in legal},
            principal_variation=tuple(line),
            expanded={at: count for at, count in self.expanded.items() if not maze.is_wall(at)},
        )


def _values(report: object) -> Iterator[tuple[Action, float]]:
    for action, value in _pairs(report, "values", len(Action)):
        if _is_action(action) and (number := _number(value)) is not None:
            yield action, number


def _principal_variation(report: object) -> Iterator[Action]:
    for action in _items(report, "principal_variation", MOST_PLIES):
        if not _is_action(action):
            return  # nobody can go on from there
        yield action


def _features(report: object) -> Iterator[tuple[str, float]]:
    for name, value in _pairs(report, "features", MOST_FEATURES):
        if (number := _number(value)) is not None and (told := _short_line(name, LONGEST_NAME)):
            yield told, number


def _pairs(report: object, attribute: str, most: int) -> Iterator[tuple[object, object]]:
    for item in _items(report, attribute, most):
        if type(item) is tuple and len(item) == 2:
            yield item


def _items(report: object, attribute: str, most: int) -> Iterator[object]:
    """The first `most` items of that attribute, as far as there are such; a mapping's are pairs."""
    try:
        told: Any = getattr(report, attribute)
        items: Iterable[object] = told.items() if hasattr(told, "items") else told
        yield from islice(items, most)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return


def _is_action(value: object) -> TypeGuard[Action]:
    return type(value) is Action  # isinstance believes what `__class__` says


def _number(value: Any) -> float | None:
    """`value` as a finite number, if it is a number."""
    if issubclass(type(value), str | bytes | bytearray):  # which float would read
        return None
    try:
        number = float(max(-_BEYOND, min(value, _BEYOND)) if type(value) is int else value)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None
    return None if isnan(number) else max(-ENDLESS, min(number, ENDLESS))


def _short_line(text: object, most: int) -> str:
    """`text` as one line of at most `most` characters; "" if it isn't text."""
    if not issubclass(type(text), str):
        return ""
    return " ".join(str.__str__(text)[: 4 * most].split())[:most].rstrip()
