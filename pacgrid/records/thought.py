"""Thoughts of an agent before a move: what it reported, and what its search trace shows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from math import isnan
from typing import Any, Self

from pacgrid.action import Action
from pacgrid.common.sanitize import one_line, sanitize_fields
from pacgrid.layout import Position
from pacgrid.maze import NODES_PER_CELL, Cell
from pacgrid.state import State

LARGEST = 1e300
"""Stands for infinity and for larger numbers, since JSON has no infinity."""

MAX_FEATURES = 24
MAX_DETAILS = 12
MAX_NAME = 40
MAX_TROUBLE = 200
MAX_PLIES = 64
MAX_ACTIONS = 1000
"""The most actions of another game than Pac-Man."""
_BEYOND = int(LARGEST) * 10


@dataclass(frozen=True)
class Thought:
    """What an agent thought before a move, as far as it is known."""

    values: Mapping[Any, float] = field(default_factory=dict, hash=False)
    """The value of each action for Pac-Man, in the order of the report."""
    principal_variation: tuple[Any, ...] = ()
    """The line of play that it expects, its own move first."""
    features: Mapping[str, float] = field(default_factory=dict, hash=False)
    """What each feature of its evaluation adds to the value."""
    expanded: Mapping[Position, int] = field(default_factory=dict, hash=False)
    """How many states of its search have the agent in each cell, in the order of first visits."""
    depths: tuple[int, ...] = ()
    """How many successors it generated 1 ply deep, 2 plies deep, …, up to `MAX_PLIES`."""
    trouble: str = ""
    """The error that its `explain` raised, in one line."""
    action_details: Mapping[str, Mapping[Any, float]] = field(default_factory=dict, hash=False)
    """More numbers for each action, by name."""
    details: Mapping[str, float] = field(default_factory=dict, hash=False)
    """More numbers about the search, by name."""

    def __post_init__(self) -> None:
        for attribute in ("features", "action_details", "details"):
            named = {one_line(name): part for name, part in getattr(self, attribute).items()}
            object.__setattr__(self, attribute, named)
        sanitize_fields(self, lines=["trouble"])

    @property
    def is_empty(self) -> bool:
        return self == Thought()

    def best(self, mover: int) -> frozenset[Any]:
        """The best actions for the agent numbered `mover`: those with the highest value
        for Pac-Man, or with the lowest for a ghost."""
        if not self.values:
            return frozenset()
        most = (min if mover else max)(self.values.values())
        return frozenset(action for action, value in self.values.items() if value == most)

    @classmethod
    def of(
        cls, report: object, trace: "Trace | None", trouble: str = "", kind: type = Action
    ) -> Self:
        """A thought from `trace` and `report`. The report may hold anything; what makes no sense in
        it is left out. Never raises. Actions are of the type `kind`; of any, if `object`."""
        return cls(
            values=dict(_action_numbers(attribute_of(report, "values"), kind)),
            principal_variation=tuple(
                _principal_variation(attribute_of(report, "principal_variation"), kind)
            ),
            features=dict(_named_numbers(attribute_of(report, "features"), MAX_FEATURES)),
            expanded=trace.expanded if trace else {},
            depths=trace.depths[:MAX_PLIES] if trace else (),
            trouble=_short_line(trouble, MAX_TROUBLE),
            action_details=dict(_action_details(attribute_of(report, "action_details"), kind)),
            details=dict(_named_numbers(attribute_of(report, "details"), MAX_DETAILS)),
        )

    def possible_in(self, state: Any) -> Self:
        """This thought without what is impossible in `state`: values and details of illegal
        actions, the principal variation from its first illegal action on, and cells outside the
        maze."""
        legal, maze = state.legal_actions(), state.maze if isinstance(state, State) else None

        def of_legal(numbers: Mapping[Any, float]) -> dict[Any, float]:
            return {action: number for action, number in numbers.items() if action in legal}

        variation = []
        for action in self.principal_variation:
            if state.is_terminal or action not in state.legal_actions():
                break
            variation.append(action)
            state = state.successor(action)
        return replace(
            self,
            values=of_legal(self.values),
            action_details={
                name: kept
                for name, numbers in self.action_details.items()
                if (kept := of_legal(numbers))
            },
            principal_variation=tuple(variation),
            expanded={
                at: count for at, count in self.expanded.items() if maze and not maze.is_wall(at)
            },
        )


def _action_numbers(value: object, kind: type) -> Iterator[tuple[Any, float]]:
    for action, number in _pairs(value, len(Action) if kind is Action else MAX_ACTIONS):
        if _is_action(action, kind) and (finite := _number(number)) is not None:
            yield action, finite


def _principal_variation(value: object, kind: type) -> Iterator[Any]:
    for action in _items(value, MAX_PLIES):
        if not _is_action(action, kind):
            return  # the rest can't be played
        yield action


def _named_numbers(value: object, most: int) -> Iterator[tuple[str, float]]:
    for name, number in _pairs(value, most):
        if (finite := _number(number)) is not None and (text := _short_line(name, MAX_NAME)):
            yield text, finite


def _action_details(value: object, kind: type) -> Iterator[tuple[str, Mapping[Any, float]]]:
    for name, numbers in _pairs(value, MAX_DETAILS):
        if (text := _short_line(name, MAX_NAME)) and (
            found := dict(_action_numbers(numbers, kind))
        ):
            yield text, found


def attribute_of(owner: object, attribute: str) -> object:
    """That attribute of an agent's object; None if it can't be read."""
    try:
        return getattr(owner, attribute)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def _pairs(value: object, most: int) -> Iterator[tuple[object, object]]:
    for item in _items(value, most):
        if type(item) is tuple and len(item) == 2:
            yield item


def _items(value: Any, most: int) -> Iterator[object]:
    """Up to `most` items of `value`, if it can be iterated over; of a mapping, pairs."""
    try:
        items: Iterable[object] = value.items() if hasattr(value, "items") else value
        yield from islice(items, most)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return


def _is_action(value: object, kind: type) -> bool:
    return kind is object or type(value) is kind  # isinstance believes what `__class__` says


def _number(value: Any) -> float | None:
    """`value` as a finite float; None if it is no number."""
    if issubclass(type(value), str | bytes | bytearray):  # which float would read
        return None
    try:
        number = float(max(-_BEYOND, min(value, _BEYOND)) if type(value) is int else value)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None
    return None if isnan(number) else max(-LARGEST, min(number, LARGEST))


def _short_line(text: object, most: int) -> str:
    """`text` as one line of at most `most` characters; "" if it isn't text."""
    if not issubclass(type(text), str):
        return ""
    return " ".join(str.__str__(text)[: 4 * most].split())[:most].rstrip()


@dataclass(frozen=True)
class Move:
    """One ply as it was played."""

    action: Any
    """What was played; in Pac-Man's game, an `Action`."""
    seconds: float = 0
    """Wall-clock seconds the agent took; 0 for people and chance."""
    cpu_seconds: float = 0
    nodes: int | None = None
    """How many states the agent expanded, if it reports that."""
    thought: Thought | None = None
    """What it thought, if the game keeps thoughts."""


class Trace:
    """The successors that an agent generates while it chooses its move in `state`.

    Give an agent the `root` instead of a state. It plays the same: a traced state equals the state
    it was made from, and its successors are traced too. All watched games are traced, so a traced
    state has little to do. An agent that keeps a state keeps the trace in memory, too. To see
    values, bounds and cuts of any game, use `pacgrid.tree.recorder`.

    >>> trace = Trace(State.parse("%%%%%\\n%P..%\\n%%%%%"))
    >>> state = trace.root.successor(Action.EAST).successor(Action.STOP)
    >>> trace.expanded, trace.depths
    ({(2, 1): 2}, (1, 1))
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._mover = state.to_move
        self._cells: defaultdict[Cell, int] = defaultdict(int)
        self._depths: defaultdict[int, int] = defaultdict(int)
        self.is_open = True
        """Whether successors are still recorded."""

    @property
    def root(self) -> State:
        """The state to give to the agent."""
        root = TracedState(self)
        _copy(self._state, root)
        return root

    @property
    def expanded(self) -> Mapping[Position, int]:
        """How many of the successors have the agent itself in each cell, in the order of discovery.
        A ghost between two cells counts for the one that it would snap to."""
        positions = self._state.maze.positions
        return {positions[cell]: count for cell, count in self._cells.copy().items()}

    @property
    def depths(self) -> tuple[int, ...]:
        """How many successors were generated 1 ply deep, 2 plies deep, …"""
        return tuple(self._depths.copy().values())

    def __repr__(self) -> str:
        plies = max(self._depths, default=0)
        return f"Trace(successors={sum(self.depths)}, cells={len(self._cells)}, plies={plies})"

    def close(self) -> None:
        """Stop recording: the agent has moved. Traced states then return plain successors."""
        self.is_open = False

    def add(self, depth: int, after: State) -> None:
        """Record that a successor was generated, `depth` plies deep."""
        if self._mover == 0:
            self._cells[after._pacman] += 1
        else:
            moved = max(after._to_move - 1, 0)  # the ghosts are rotated by this
            node = after._ghosts[(self._mover - 1 - moved) % len(after._ghosts)]
            self._cells[after._maze.snapped[node] // NODES_PER_CELL] += 1
        self._depths[depth] += 1


class TracedState(State):
    """A state that records in its trace each successor it is asked for."""

    __slots__ = ("_depth", "_trace")

    def __init__(self, trace: Trace | None = None) -> None:
        self._trace = trace  # None if an agent made it by `type(state).parse`
        self._depth = 0

    def successor(self, action: Action) -> State:
        after = State.successor(self, action)
        trace = self._trace
        if trace is None or not trace.is_open:
            return after
        traced = _new(TracedState)
        _copy(after, traced)
        traced._trace = trace
        traced._depth = depth = self._depth + 1
        trace.add(depth, after)
        return traced

    def __reduce__(self) -> tuple[object, ...]:
        """A pickled state is restored as a plain one."""
        plain = State()
        _copy(self, plain)
        return State.__copy__, (plain,)


_new = TracedState.__new__


def _copy(state: State, to: State) -> None:
    to._maze = state._maze
    to._to_move = state._to_move
    to._pacman = state._pacman
    to._ghosts = state._ghosts
    to._scared = state._scared
    to._food = state._food
    to._capsules = state._capsules
    to._score = state._score
    to._lost = state._lost
