"""Traces any agent's search: states that record which successors the agent generates.

Give an agent the `root` of a `Trace` instead of a state. It plays the same: a traced state equals
the state it was made from, and its successors are traced too. Watched games are traced, so a traced
state of Pac-Man is a `State` with little to do; those of other games are proxies.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from pacgrid.action import Action
from pacgrid.layout import Position
from pacgrid.maze import NODES_PER_CELL, Cell
from pacgrid.search import GameState
from pacgrid.state import State
from pacgrid.tree.state_proxy import StateProxy

Game = TypeVar("Game", bound=GameState)

MOST_STEPS = 20_000
"""How many steps are kept by default; further successors are only counted."""


class Trace(Generic[Game]):
    """The successors that an agent generates while it chooses its move in `state`.

    An agent that keeps a state keeps the trace in memory too; `most_steps=0` makes it small.

    >>> trace = Trace(State.parse("%%%%%\\n%P..%\\n%%%%%"))
    >>> state = trace.root.successor(Action.EAST).successor(Action.STOP)
    >>> trace.expanded, trace.depths
    ({(2, 1): 2}, (1, 1))
    """

    def __init__(self, state: Game, *, most_steps: int = MOST_STEPS) -> None:
        self._state = state
        self._most_steps = most_steps
        self._mover = state.to_move if isinstance(state, State) else None
        self._cells: defaultdict[Cell, int] = defaultdict(int)
        self._depths: defaultdict[int, int] = defaultdict(int)
        self._steps: list[tuple[int, Any]] = []
        self._count = 0
        self.is_open = True
        """Whether successors are still recorded."""

    @property
    def root(self) -> Game:
        """The state to give to the agent."""
        if not isinstance(self._state, State):
            return cast("Game", TracedProxy(self._state, self))
        root = TracedState(self)
        _copy(self._state, root)
        return cast("Game", root)

    @property
    def expanded(self) -> Mapping[Position, int]:
        """How many of the successors have the agent itself in each cell, in the order of discovery.
        A ghost between two cells counts for the one that it would snap to. Empty for other games
        than Pac-Man."""
        if not isinstance(self._state, State):
            return {}
        positions = self._state.maze.positions
        return {positions[cell]: count for cell, count in self._cells.copy().items()}

    @property
    def depths(self) -> tuple[int, ...]:
        """How many successors were generated 1 ply deep, 2 plies deep, …"""
        return tuple(self._depths.copy().values())

    @property
    def steps(self) -> Sequence[tuple[int, Any]]:
        """The first `most_steps` successors in order: for each, the number of its parent and the
        action. The root is number 0, the first successor number 1."""
        if not isinstance(self._state, State):
            return tuple(self._steps)
        return tuple((parent, Action(action)) for parent, action in self._steps)

    def __repr__(self) -> str:
        plies = max(self._depths, default=0)
        return f"Trace(successors={self._count}, cells={len(self._cells)}, plies={plies})"

    def close(self) -> None:
        """Stop recording: the agent has moved. Traced states then return plain successors."""
        self.is_open = False

    def add(self, parent: int, action: Any, depth: int, after: Any) -> int:
        """Record that `action` in state number `parent` led to `after`, `depth` plies deep.

        Returns the number of `after`.
        """
        mover = self._mover
        if mover == 0:
            self._cells[after._pacman] += 1
        elif mover is not None:
            moved = max(after._to_move - 1, 0)  # the ghosts are rotated by this
            node = after._ghosts[(mover - 1 - moved) % len(after._ghosts)]
            self._cells[after._maze.snapped[node] // NODES_PER_CELL] += 1
        self._depths[depth] += 1
        self._count = number = self._count + 1
        if number <= self._most_steps:
            self._steps.append((parent, action))
        return number


class TracedState(State):
    """A state of Pac-Man that records in its trace each successor it is asked for."""

    __slots__ = ("_depth", "_number", "_trace")

    def __init__(self, trace: Trace[Any] | None = None, number: int = 0, depth: int = 0) -> None:
        self._trace = trace  # None if an agent made it by `type(state).parse`
        self._number = number
        self._depth = depth

    def successor(self, action: Action) -> State:
        after = State.successor(self, action)
        trace = self._trace
        if trace is None or not trace.is_open:
            return after
        traced = _new(TracedState)
        _copy(after, traced)
        traced._trace = trace
        traced._depth = depth = self._depth + 1
        traced._number = trace.add(self._number, action, depth, after)
        return traced

    def __reduce__(self) -> tuple[object, ...]:
        """A pickled state is restored as a plain one."""
        plain = State()
        _copy(self, plain)
        return State.__copy__, (plain,)


class TracedProxy(StateProxy):
    """A state of another game that records in its trace each successor it is asked for."""

    __slots__ = ("_depth", "_number", "_trace")

    def __init__(self, wrapped: Any, trace: Trace[Any], number: int = 0, depth: int = 0) -> None:
        super().__init__(wrapped)
        self._trace = trace
        self._number = number
        self._depth = depth

    def successor(self, action: Any) -> Any:
        after = self._wrapped.successor(action)
        trace, depth = self._trace, self._depth + 1
        if not trace.is_open:
            return after
        return TracedProxy(after, trace, trace.add(self._number, action, depth, after), depth)


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
