"""What the agents of a game see, kept up to date move by move.

Planes and masks follow a game with a few writes a move. That is why the environments read the slots
of `State` itself: its properties, made for people, would cost more than the rules do.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.kernel.planes import Channel
from pacgrid.layout import WALL, Position
from pacgrid.maze import Cell, Maze, Node
from pacgrid.state import SCARED_MOVES, State

Planes = NDArray[Any]
"""uint8 or float32 `[channel, row, column]`; see `pacgrid.kernel.planes.Channel`."""

Mask = NDArray[np.int8]
"""By action: 1 where it is legal."""

PacmanLook = tuple[int, int, int, int, Mask]
"""Of a cell: where in flat planes Pac-Man, the capsule, the food and SELF show there; his mask."""

GhostLook = tuple[int, int, int, int, int, Mask]
"""Of a node: where in flat planes the active ghost shows there, the scared one (in one cell or
two), and SELF (in one or two); its mask."""


class PacmanLooks(dict[Cell, PacmanLook]):
    """By cell, how Pac-Man looks there; found out when he first comes there."""

    def __init__(self, maze: Maze) -> None:
        self._maze = maze

    def __missing__(self, cell: Cell) -> PacmanLook:
        maze = self._maze
        look = self[cell] = (
            _shown(maze, Channel.PACMAN, maze.positions[cell]),
            _shown(maze, Channel.CAPSULES, maze.positions[cell]),
            _shown(maze, Channel.FOOD, maze.positions[cell]),
            _shown(maze, Channel.SELF, maze.positions[cell]),
            _mask(maze.pacman_actions[cell]),
        )
        return look


class GhostLooks(dict[Node, GhostLook]):
    """By node, how a ghost looks there; found out when one first comes there."""

    def __init__(self, maze: Maze) -> None:
        self._maze = maze

    def __missing__(self, node: Node) -> GhostLook:
        maze = self._maze
        x, y = maze.node_position(node)
        one, other = (floor(x), floor(y)), (ceil(x), ceil(y))
        look = self[node] = (
            _shown(maze, Channel.GHOSTS, one),
            _shown(maze, Channel.SCARED, one),
            _shown(maze, Channel.SCARED, other),
            _shown(maze, Channel.SELF, one),
            _shown(maze, Channel.SELF, other),
            _mask(maze.ghost_actions[node]),
        )
        return look


def _shown(maze: Maze, channel: Channel, position: Position) -> int:
    """Where in flat planes something shows."""
    x, y = position
    return (channel * maze.height + maze.height - 1 - y) * maze.width + x


def _mask(legal: Sequence[Action]) -> Mask:
    return np.array([action in legal for action in Action], np.int8)


class Atlas:
    """How whoever is in a maze's cells and on its nodes looks."""

    def __init__(self, maze: Maze) -> None:
        self.pacman = PacmanLooks(maze)
        self.ghosts = GhostLooks(maze)


@lru_cache(maxsize=32)
def atlas_of(maze: Maze) -> Atlas:
    """The atlas of `maze`; the same object when asked again soon."""
    return Atlas(maze)


class ObservationPlanes:
    """The planes and masks of a game that is at `state`; `follow` it from there."""

    __slots__ = (
        "_atlas",
        "_flat",
        "_full",
        "_ghosts",
        "_glow",
        "_pacman",
        "_planes",
        "_scared",
        "state",
    )

    def __init__(self, state: State, dtype: DTypeLike = np.uint8) -> None:
        maze = state.maze
        self.state = state
        self._atlas = atlas_of(maze)
        self._planes: Planes = np.zeros((len(Channel), maze.height, maze.width), dtype)
        # Item by item faster than the array.
        self._flat: Any = self._planes.reshape(-1).data
        whole = self._planes.dtype == np.uint8
        self._full = 255 if whole else 1.0
        self._glow = [
            left * 255 // SCARED_MOVES if whole else left / SCARED_MOVES
            for left in range(SCARED_MOVES + 1)
        ]
        """How brightly a ghost shows that is scared for so many moves."""
        walls = [[mark == WALL for mark in row] for row in maze.walls]
        self._planes[Channel.WALLS][np.array(walls)] = self._full
        for channel, cells in ((Channel.FOOD, state.food), (Channel.CAPSULES, state.capsules)):
            for x, y in cells:
                self._planes[channel, maze.height - 1 - y, x] = self._full
        self._pacman = self._atlas.pacman[state._pacman]
        self._ghosts: list[GhostLook] = []
        self._scared = False  # whether a ghost is drawn scared
        self._draw_pacman()
        self._draw_ghosts()

    def follow(self, after: State) -> None:
        """Go on to the state after one move."""
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
            ghosts[number - 1] = self._atlas.ghosts[after._ghosts[-1]]  # the one that has moved
            for look in ghosts:  # all: another ghost may have been in the cell that it left
                flat[look[0]] = full

    def follow_round(self, after: State) -> None:
        """Go on to the state after one move of each agent, or of the first so many."""
        self.state = after
        self._draw_pacman()
        self._draw_ghosts()

    def seen_by(self, number: int) -> Planes:
        """A new array with the planes that agent `number` sees."""
        flat = self._flat
        if number:
            _, _, _, place, other, _ = self._ghosts[number - 1]
        else:
            _, _, _, place, _ = self._pacman
            other = place
        flat[place] = flat[other] = self._full
        seen = self._planes.copy()
        flat[place] = flat[other] = 0
        return seen

    def told(
        self, agents: Sequence[str], with_mask: bool
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Observations and infos of all agents, called `agents`: in new arrays, but for the mask,
        which an agent's observation shares with its info."""
        flat, full, copy = self._flat, self._full, self._planes.copy
        state = self.state
        score, won = state._score, not state._food
        _, _, _, place, mask = self._pacman
        looks = [(0, 0, 0, place, place, mask), *self._ghosts]
        observations: dict[str, Any] = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent, (_, _, _, place, other, mask) in zip(agents, looks):  # noqa: B905
            flat[place] = full
            if other == place:
                seen = copy()
            else:
                flat[other] = full
                seen = copy()
                flat[other] = 0
            flat[place] = 0
            mine = mask.copy()
            observations[agent] = {"observation": seen, "action_mask": mine} if with_mask else seen
            infos[agent] = {"action_mask": mine, "score": score, "is_win": won}
        return observations, infos

    def everything(self) -> Planes:
        """A new array with the planes that need no observer: all but `Channel.SELF`."""
        return self._planes[: Channel.SELF].copy()

    def mask(self, number: int) -> Mask:
        """A new array: what agent `number` may do, if it were its turn."""
        return (self._ghosts[number - 1][-1] if number else self._pacman[-1]).copy()

    def masks(self) -> list[Mask]:
        """For each agent, its mask: for copying only."""
        return [self._pacman[-1], *[look[-1] for look in self._ghosts]]

    def copy(self) -> "ObservationPlanes":
        """Another one for the same position, that goes its own way from here."""
        other = ObservationPlanes.__new__(ObservationPlanes)
        other.state = self.state
        other._atlas = self._atlas
        other._planes = self._planes.copy()
        other._flat = other._planes.reshape(-1).data
        other._full = self._full
        other._glow = self._glow
        other._pacman = self._pacman
        other._ghosts = self._ghosts[:]
        other._scared = self._scared
        return other

    def _draw_pacman(self) -> None:
        """Pac-Man has moved: what was in his cell is eaten."""
        flat = self._flat
        flat[self._pacman[0]] = 0
        self._pacman = look = self._atlas.pacman[self.state._pacman]
        place, capsule, food, _, _ = look
        flat[capsule] = flat[food] = 0
        flat[place] = self._full

    def _draw_ghosts(self) -> None:
        """Wipe all ghosts away and draw them where they are."""
        state, flat, full = self.state, self._flat, self._full
        for look in self._ghosts:
            flat[look[0]] = 0
        if self._scared:
            for _, scared, other, _, _, _ in self._ghosts:
                flat[scared] = flat[other] = 0
        nodes, timers = state._ghosts, state._scared
        if state._to_move > 1:  # in the middle of a round the ghosts stand in another order
            moved = len(nodes) - state._to_move + 1
            nodes, timers = nodes[moved:] + nodes[:moved], timers[moved:] + timers[:moved]
        looks = self._atlas.ghosts
        self._ghosts = ghosts = [looks[node] for node in nodes]
        if timers:
            self._scared = True
            for (active, scared, other, _, _, _), timer in zip(ghosts, timers, strict=True):
                if timer:
                    light = self._glow[timer]
                    flat[scared] = max(flat[scared], light)
                    flat[other] = max(flat[other], light)
                else:
                    flat[active] = full
        else:
            self._scared = False
            for look in ghosts:
                flat[look[0]] = full

    def __reduce__(self) -> tuple[object, ...]:
        return ObservationPlanes, (self.state, self._planes.dtype.str)


MOST_OPENINGS = 64


class Openings:
    """Starts of games, drawn once and copied for each game: games often start alike."""

    def __init__(self, dtype: DTypeLike) -> None:
        self.dtype = np.dtype(dtype)
        self._drawn: dict[State, ObservationPlanes] = {}

    def planes(self, start: State) -> ObservationPlanes:
        """A new planes of a game that is at `start`."""
        drawn = self._drawn.get(start)
        if drawn is None:
            drawn = ObservationPlanes(start, self.dtype)
            if len(self._drawn) < MOST_OPENINGS:
                self._drawn[start] = drawn
        return drawn.copy()


def planes_of(state: State, observer: int | None = None, dtype: DTypeLike = np.uint8) -> Planes:
    """The planes of one position, as agent `observer` sees them; without one, all but SELF.

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
    return planes.everything() if observer is None else planes.seen_by(observer)
