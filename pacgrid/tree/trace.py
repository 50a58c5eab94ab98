"""Traces any agent's search of Pac-Man: states that record which successors the agent generates.

Give an agent the `root` of a `Trace` instead of a state. It plays the same: a traced state equals
the state it was made from, and its successors are traced too. All watched games are traced, so a
traced state has little to do. To see values, bounds and cuts of any game, use
`pacgrid.tree.recorder`.
"""

from collections import defaultdict
from collections.abc import Mapping

from pacgrid.action import Action
from pacgrid.layout import Position
from pacgrid.maze import NODES_PER_CELL, Cell
from pacgrid.state import State


class Trace:
    """The successors that an agent generates while it chooses its move in `state`.

    An agent that keeps a state keeps the trace in memory, too.

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
