"""A search made visible without the agent's help: states that note which successors it generates.

An agent that is given the `root` of a `Trace` instead of a state plays as ever: a `TracedState` is
equal to the state it stands for, and everything generated from it is traced in turn.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pacgrid.action import Action
from pacgrid.layout import Position
from pacgrid.maze import NODES_PER_CELL, Cell
from pacgrid.state import State

MOST_STEPS = 20_000
"""How many successors are usually kept one by one; those after them are only counted."""


class Trace:
    """What an agent generates while it thinks about its move in `state`.

    An agent that remembers a state keeps its trace in memory too; `most_steps=0` makes that small.

    >>> trace = Trace(State.parse("%%%%%\\n%P..%\\n%%%%%"))
    >>> state = trace.root.successor(Action.EAST).successor(Action.STOP)
    >>> trace.expanded, trace.depths
    ({(2, 1): 2}, (1, 1))
    """

    def __init__(self, state: State, *, most_steps: int = MOST_STEPS) -> None:
        self._state = state
        self._most_steps = most_steps
        self._mover = state.to_move
        self._cells: defaultdict[Cell, int] = defaultdict(int)
        self._depths: defaultdict[int, int] = defaultdict(int)
        self._steps: list[tuple[int, Action]] = []
        self._count = 0
        self.is_open = True
        """Whether more is noted."""

    @property
    def root(self) -> "TracedState":
        """The state, to be given to the agent."""
        root = TracedState(self)
        _copy(self._state, root)
        return root

    @property
    def expanded(self) -> Mapping[Position, int]:
        """In how many of the generated states the agent itself stood in each cell, in the order of
        its first looks. A ghost between two cells counts for the one that it would snap to."""
        positions = self._state.maze.positions
        return {positions[cell]: count for cell, count in self._cells.copy().items()}

    @property
    def depths(self) -> tuple[int, ...]:
        """How many states were generated 1 ply deep, 2 plies deep, …"""
        return tuple(self._depths.copy().values())

    @property
    def steps(self) -> Sequence[tuple[int, Action]]:
        """Each generated state, the first `most_steps` of them in their order: the number of the
        state it came from and the action played there. 0 is the root, 1 the first one generated."""
        return tuple((parent, Action(action)) for parent, action in self._steps)

    def __repr__(self) -> str:
        plies = max(self._depths, default=0)
        return f"Trace(successors={self._count}, cells={len(self._cells)}, plies={plies})"

    def close(self) -> None:
        """Note nothing more: the agent has moved. States that it keeps go on as plain states."""
        self.is_open = False

    def note(self, parent: int, action: Action, depth: int, after: State) -> int:
        """`action` in state number `parent` has led to `after`, `depth` plies deep; its number."""
        if self._mover == 0:
            cell = after._pacman
        else:
            moved = max(after._to_move - 1, 0)  # the ghosts are rotated by as many
            node = after._ghosts[(self._mover - 1 - moved) % len(after._ghosts)]
            cell = after._maze.snapped[node] // NODES_PER_CELL
        self._cells[cell] += 1
        self._depths[depth] += 1
        self._count = number = self._count + 1
        if number <= self._most_steps:
            self._steps.append((parent, action))
        return number


class TracedState(State):
    """A state like any other that tells its trace of the successors it is asked for."""

    __slots__ = ("_depth", "_number", "_trace")

    def __init__(self, trace: Trace | None = None, number: int = 0, depth: int = 0) -> None:
        self._trace = trace  # None for what an agent makes by `type(state).parse`
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
        traced._number = trace.note(self._number, action, depth, after)
        return traced

    def __reduce__(self) -> tuple[object, ...]:
        """What is sent to another process arrives there as a plain state."""
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
