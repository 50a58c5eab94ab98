"""What the agents of a game observe, updated move by move.

A move changes a few pixels only, so planes are updated in place and copied for each observation.
For speed this reads the slots of `State`, not its properties: those cost more than the rules.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.envs.spaces import ObsKind
from pacgrid.kernel.packed import pack_agents, pack_planes
from pacgrid.kernel.planes import Channel, Planes, scared_values
from pacgrid.layout import Position
from pacgrid.layout_drawing import WALL
from pacgrid.maze import Cell, Maze, Node
from pacgrid.state import State

Mask = NDArray[np.int8]
"""A mask has a 1 for each legal action."""

Size = tuple[int, int]
"""A size is columns and rows."""

PacmanEntry = tuple[int, int, int, int, Mask]
"""For a cell: the flat indices of Pac-Man, capsule, food and SELF, and Pac-Man's mask."""

GhostEntry = tuple[int, int, int, int, int, Mask]
"""For a node: the flat indices of the active ghost, of the scared ghost (two, equal in a cell) and
of SELF (two), and the ghost's mask."""


class PacmanTable(dict[Cell, PacmanEntry]):
    """Pac-Man's entry by cell, computed on first use."""

    def __init__(self, maze: Maze, size: Size) -> None:
        self._maze, self._size = maze, size

    def __missing__(self, cell: Cell) -> PacmanEntry:
        maze, size = self._maze, self._size
        position = maze.positions[cell]
        entry = self[cell] = (
            _flat_index(maze, size, Channel.PACMAN, position),
            _flat_index(maze, size, Channel.CAPSULES, position),
            _flat_index(maze, size, Channel.FOOD, position),
            _flat_index(maze, size, Channel.SELF, position),
            _mask(maze.pacman_actions[cell]),
        )
        return entry


class GhostTable(dict[Node, GhostEntry]):
    """A ghost's entry by node, computed on first use."""

    def __init__(self, maze: Maze, size: Size) -> None:
        self._maze, self._size = maze, size

    def __missing__(self, node: Node) -> GhostEntry:
        maze, size = self._maze, self._size
        x, y = maze.node_position(node)
        first, second = (floor(x), floor(y)), (ceil(x), ceil(y))
        entry = self[node] = (
            _flat_index(maze, size, Channel.GHOSTS, first),
            _flat_index(maze, size, Channel.SCARED, first),
            _flat_index(maze, size, Channel.SCARED, second),
            _flat_index(maze, size, Channel.SELF, first),
            _flat_index(maze, size, Channel.SELF, second),
            _mask(maze.ghost_actions[node]),
        )
        return entry


def _flat_index(maze: Maze, size: Size, channel: Channel, position: Position) -> int:
    """The index of a pixel in flattened planes of `size`."""
    x, y = position
    width, height = size
    return (channel * height + maze.height - 1 - y) * width + x


def _mask(legal: Sequence[Action]) -> Mask:
    return np.array([action in legal for action in Action], np.int8)


class PlaneTables:
    """Where in planes of `size` the agents of a maze show."""

    def __init__(self, maze: Maze, size: Size) -> None:
        self.pacman = PacmanTable(maze, size)
        self.ghosts = GhostTable(maze, size)


@lru_cache(maxsize=32)
def plane_tables(maze: Maze, size: Size) -> PlaneTables:
    """The tables of `maze`, from a cache."""
    return PlaneTables(maze, size)


class ObservationPlanes:
    """The planes and masks of a game at `state`; call `follow` after each move.

    `size` is the width and height of the planes; None for those of the maze. A smaller maze has
    walls below it and to its right.
    """

    __slots__ = (
        "_flat",
        "_full",
        "_ghosts",
        "_pacman",
        "_planes",
        "_scared",
        "_scared_values",
        "_tables",
        "state",
    )

    def __init__(self, state: State, dtype: DTypeLike = np.uint8, size: Size | None = None) -> None:
        maze = state.maze
        width, height = size or (maze.width, maze.height)
        self.state = state
        self._tables = plane_tables(maze, (width, height))
        self._planes: Planes = np.zeros((len(Channel), height, width), dtype)
        # A memoryview: setting single items is faster than in the array.
        self._flat: Any = self._planes.reshape(-1).data
        self._full = 255 if self._planes.dtype == np.uint8 else 1.0
        self._scared_values = scared_values(dtype).tolist()
        floor = [[mark != WALL for mark in row] for row in maze.walls]
        self._planes[Channel.WALLS] = self._full
        self._planes[Channel.WALLS, : maze.height, : maze.width][np.array(floor)] = 0
        for channel, cells in ((Channel.FOOD, state.food), (Channel.CAPSULES, state.capsules)):
            for x, y in cells:
                self._planes[channel, maze.height - 1 - y, x] = self._full
        self._pacman = self._tables.pacman[state._pacman]
        self._ghosts: list[GhostEntry] = []
        self._scared = False  # whether a ghost is drawn scared
        self._draw_pacman()
        self._draw_ghosts()

    def follow(self, after: State) -> None:
        """Update to `after`, one move on."""
        before = self.state
        self.state = after
        number = before._to_move
        if number == 0:
            self._draw_pacman()
            if after._ghosts is not before._ghosts or after._scared is not before._scared:
                self._draw_ghosts()
        elif self._scared:
            self._draw_ghosts()
        else:
            flat, full, ghosts = self._flat, self._full, self._ghosts
            flat[ghosts[number - 1][0]] = 0
            ghosts[number - 1] = self._tables.ghosts[after._ghosts[-1]]  # the one that has moved
            for entry in ghosts:  # all of them: another may stand in the cell it left
                flat[entry[0]] = full

    def follow_round(self, after: State) -> None:
        """Update to `after`, at most one round on."""
        self.state = after
        self._draw_pacman()
        self._draw_ghosts()

    def observe(self, number: int) -> Planes:
        """A new array `[7, row, column]`: the planes as agent `number` sees them."""
        flat = self._flat
        first, second = self._own(number)
        flat[first] = flat[second] = self._full
        observation = self._planes.copy()
        flat[first] = flat[second] = 0
        return observation

    def observe_as(self, number: int, obs: ObsKind) -> Any:
        """What agent `number` observes, in new arrays: its planes, these and its mask, or the
        packed observation with its position and its mask."""
        if obs == "packed":
            return {
                "agents": pack_agents(self.state),
                "board": pack_planes(self._planes),
                "position": self.position(number),
                "action_mask": self.mask(number),
            }
        if obs == "dict":
            return {"observation": self.observe(number), "action_mask": self.mask(number)}
        return self.observe(number)

    def position(self, number: int) -> NDArray[np.int16]:
        """A new array: row and column of agent `number`, doubled so that halves are whole."""
        _, height, width = self._planes.shape
        first, second = self._own(number)
        rows = first // width + second // width - 2 * Channel.SELF * height
        return np.array([rows, first % width + second % width], np.int16)

    def _own(self, number: int) -> tuple[int, int]:
        """The flat indices of SELF for agent `number`."""
        if number:
            _, _, _, first, second, _ = self._ghosts[number - 1]
            return first, second
        return (self._pacman[3],) * 2

    def observe_all(
        self, agents: Sequence[str], obs: ObsKind
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Observations and infos by agent, in new arrays; `agents` are the names of all agents.

        An agent's observation and info share its mask.
        """
        flat, full, copy = self._flat, self._full, self._planes.copy
        state = self.state
        score, won = state._score, not state._food
        _, _, _, first, mask = self._pacman
        entries = [(0, 0, 0, first, first, mask), *self._ghosts]
        observations: dict[str, Any] = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent, (_, _, _, first, second, mask) in zip(agents, entries):  # noqa: B905
            own = mask.copy()
            infos[agent] = {"action_mask": own, "score": score, "is_win": won}
            if obs == "packed":
                observations[agent] = self.observe_as(len(observations), obs)
                continue
            flat[first] = full
            if second == first:
                planes = copy()
            else:
                flat[second] = full
                planes = copy()
                flat[second] = 0
            flat[first] = 0
            observations[agent] = (
                {"observation": planes, "action_mask": own} if obs == "dict" else planes
            )
        return observations, infos

    def shared_planes(self) -> Planes:
        """A new array `[6, row, column]`: the planes that all agents share, all but SELF."""
        return self._planes[: Channel.SELF].copy()

    def mask(self, number: int) -> Mask:
        """A new array: the actions that are legal for agent `number`, if it were its turn."""
        return (self._ghosts[number - 1][-1] if number else self._pacman[-1]).copy()

    def masks(self) -> list[Mask]:
        """The masks of all agents. They are shared: copy them."""
        return [self._pacman[-1], *[entry[-1] for entry in self._ghosts]]

    def copy(self) -> "ObservationPlanes":
        """An independent copy."""
        other = ObservationPlanes.__new__(ObservationPlanes)
        other.state = self.state
        other._tables = self._tables
        other._planes = self._planes.copy()
        other._flat = other._planes.reshape(-1).data
        other._full = self._full
        other._scared_values = self._scared_values
        other._pacman = self._pacman
        other._ghosts = self._ghosts[:]
        other._scared = self._scared
        return other

    def _draw_pacman(self) -> None:
        """Redraw Pac-Man; whatever was in his cell is eaten."""
        flat = self._flat
        flat[self._pacman[0]] = 0
        self._pacman = entry = self._tables.pacman[self.state._pacman]
        pacman, capsule, food, _, _ = entry
        flat[capsule] = flat[food] = 0
        flat[pacman] = self._full

    def _draw_ghosts(self) -> None:
        """Redraw all ghosts."""
        state, flat, full = self.state, self._flat, self._full
        for entry in self._ghosts:
            flat[entry[0]] = 0
        if self._scared:
            for _, first, second, _, _, _ in self._ghosts:
                flat[first] = flat[second] = 0
        nodes, timers = state._ghosts, state._scared
        if state._to_move > 1:  # in mid-round the state lists the next ghost first
            moved = len(nodes) - state._to_move + 1
            nodes, timers = nodes[moved:] + nodes[:moved], timers[moved:] + timers[:moved]
        table = self._tables.ghosts
        self._ghosts = ghosts = [table[node] for node in nodes]
        if timers:
            self._scared = True
            for (active, first, second, _, _, _), timer in zip(ghosts, timers, strict=True):
                if timer:
                    value = self._scared_values[timer]
                    flat[first] = max(flat[first], value)
                    flat[second] = max(flat[second], value)
                else:
                    flat[active] = full
        else:
            self._scared = False
            for entry in ghosts:
                flat[entry[0]] = full

    def __reduce__(self) -> tuple[object, ...]:
        _, height, width = self._planes.shape
        return ObservationPlanes, (self.state, self._planes.dtype.str, (width, height))


CACHE_SIZE = 64


class PlanesCache:
    """Planes of starting positions, drawn once and copied for each game."""

    def __init__(self, dtype: DTypeLike, size: Size) -> None:
        self.dtype = np.dtype(dtype)
        self.size = size
        self._drawn: dict[State, ObservationPlanes] = {}

    def planes(self, start: State) -> ObservationPlanes:
        """New planes of a game at `start`."""
        drawn = self._drawn.get(start)
        if drawn is None:
            drawn = ObservationPlanes(start, self.dtype, self.size)
            if len(self._drawn) < CACHE_SIZE:
                self._drawn[start] = drawn
        return drawn.copy()


def planes_of(state: State, observer: int | None = None, dtype: DTypeLike = np.uint8) -> Planes:
    """The planes of one position as agent `observer` sees them; for None, all but SELF.

    >>> state = State.parse('''
    ... %%%%%
    ... %P.1%
    ... %%%%%
    ... ''')
    >>> planes_of(state, observer=0)[Channel.SELF]
    array([[  0,   0,   0,   0,   0],
           [  0, 255,   0,   0,   0],
           [  0,   0,   0,   0,   0]], dtype=uint8)
    """
    planes = ObservationPlanes(state, dtype)
    return planes.shared_planes() if observer is None else planes.observe(observer)
