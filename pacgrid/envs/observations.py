"""Observations of agents in single games, and the spaces of all observations and actions.

For speed this reads the slots of `State`, not its properties: those cost more than the rules.
"""

from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from functools import lru_cache
from math import ceil, floor
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.common.gone import gone
from pacgrid.kernel.planes import (
    NUM_BOARD_PLANES,
    Channel,
    Planes,
    bytes_of_plane,
    pack_agents,
    pack_planes,
    scared_values,
    vector_of,
    vector_size,
)
from pacgrid.layout import Position
from pacgrid.maze import Maze, bits
from pacgrid.state import SCARED_MOVES, State

ObsKind = Literal["box", "packed"]
"""Planes, or packed (see `pacgrid.kernel.planes`)."""

Mask = NDArray[np.int8]
"""A 1 for each legal action."""

Place = tuple[int, int, int, Mask]
"""Where an agent shows, as indices of flattened planes: in PACMAN or GHOSTS; in SELF, twice, equal
unless it is between two cells. And its mask, which is shared."""


class Places(dict[int, Place]):
    """Places by cell or node, computed when they are first used."""

    def __init__(self, compute: Callable[[int], Place]) -> None:
        self._compute = compute

    def __missing__(self, number: int) -> Place:
        place = self[number] = self._compute(number)
        return place


class PlaneTables:
    """Where on planes of a `size`, which is columns and rows, the things of a maze show."""

    def __init__(self, maze: Maze, size: tuple[int, int]) -> None:
        self.maze, self.size = maze, size
        self.area = size[0] * size[1]
        self.pixels = [self._pixel(position) for position in maze.positions]
        """The pixel of each cell."""
        self.pacman = Places(self._pacman_place)
        self.ghost_place = Places(self._ghost_place).__getitem__

    def _pacman_place(self, cell: int) -> Place:
        pixel = self.pixels[cell]
        return self._place(Channel.PACMAN, pixel, pixel, self.maze.pacman_actions[cell])

    def _ghost_place(self, node: int) -> Place:
        x, y = self.maze.node_position(node)
        first, second = self._pixel((floor(x), floor(y))), self._pixel((ceil(x), ceil(y)))
        return self._place(Channel.GHOSTS, first, second, self.maze.ghost_actions[node])

    def _place(self, channel: Channel, first: int, second: int, legal: Sequence[Action]) -> Place:
        mask = np.array([action in legal for action in Action], np.int8)
        own = Channel.SELF * self.area
        return channel * self.area + first, own + first, own + second, mask

    def _pixel(self, position: Position) -> int:
        x, y = position
        return (self.maze.height - 1 - y) * self.size[0] + x

    def __reduce__(self) -> tuple[object, ...]:
        return plane_tables, (self.maze, self.size)


@lru_cache(maxsize=256)  # as many as first states of levels are kept
def plane_tables(maze: Maze, size: tuple[int, int]) -> PlaneTables:
    """The tables of `maze`, from a cache."""
    return PlaneTables(maze, size)


class Observer:
    """Draws what agents observe in the positions of a maze.

    `size` is the columns and rows of the planes; None for those of the maze. A smaller maze has
    walls below it and to its right. Everything returned is new, but for `places`.
    """

    def __init__(
        self, maze: Maze, dtype: DTypeLike, obs: str = "box", size: tuple[int, int] | None = None
    ) -> None:
        self.maze = maze
        self._arguments = maze, np.dtype(dtype).str, obs, size
        self._obs = obs
        width, height = size or (maze.width, maze.height)
        self._tables = tables = plane_tables(maze, (width, height))
        self._scared = scared_values(dtype).tolist()
        self._full = self._scared[-1]
        # The position drawn last, which differs from the next one in a few pixels only. In a
        # memoryview, setting single items is faster than in the array.
        self._planes: Planes = np.zeros((len(Channel), height, width), dtype)
        self._flat: Any = self._planes.reshape(-1).data
        self._planes[Channel.WALLS] = self._full
        self._planes[Channel.WALLS].reshape(-1)[tables.pixels] = 0
        self._food = self._capsules = 0
        self._scared_pixels: list[int] = []
        self._state: State | None = None
        self._places: list[Place] = []

    def planes(self, state: State, number: int | None = None) -> Planes:
        """`[7, row, column]`: the planes of agent `number`; for None, with an empty SELF."""
        places = self.places(state)
        return self._planes.copy() if number is None else self._own(places[number])

    def observe(self, state: State, number: int) -> Any:
        """What agent `number` observes, as `obs` says."""
        place = self.places(state)[number]
        if self._obs == "packed":
            return self._packed(state, place)
        planes = self._own(place)
        if self._obs == "dict":
            return {"observation": planes, "action_mask": place[3].copy()}
        return planes

    def observe_all(
        self, state: State, agents: Sequence[str], illegal: Collection[str]
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Observations and infos by name, of all `agents`, those in `illegal` after an illegal
        action. An agent's two share its mask."""
        observations: dict[str, Any] = {}
        infos: dict[str, dict[str, Any]] = {}
        score, won, obs = state._score, not state._food, self._obs
        for agent, place in zip(agents, self.places(state)):  # noqa: B905 - strict takes longer
            mask = place[3].copy()
            infos[agent] = {
                "action_mask": mask,
                "score": score,
                "is_win": won,
                "illegal": agent in illegal,
            }
            if obs == "dict":
                observations[agent] = {"observation": self._own(place), "action_mask": mask}
            else:
                packed = obs == "packed"
                observations[agent] = self._packed(state, place) if packed else self._own(place)
        return observations, infos

    def mask(self, state: State, number: int) -> Mask:
        """The actions that would be legal for agent `number` if it were its turn."""
        return self.places(state)[number][3].copy()

    def places(self, state: State) -> list[Place]:
        """The places of all agents, who are drawn there."""
        if state is self._state:
            return self._places
        self._state = state
        flat, full, tables = self._flat, self._full, self._tables
        for pixel, _, _, _ in self._places:
            flat[pixel] = 0
        if self._scared_pixels:
            self._show_scared((), ())
        if state._food != self._food or state._capsules != self._capsules:
            self._show(Channel.FOOD, self._food, state._food)
            self._show(Channel.CAPSULES, self._capsules, state._capsules)
            self._food, self._capsules = state._food, state._capsules
        nodes, timers = state._ghosts, state._scared
        if state._to_move > 1:  # in mid-round the state lists the next ghost first
            moved = len(nodes) - state._to_move + 1
            nodes, timers = nodes[moved:] + nodes[:moved], timers[moved:] + timers[:moved]
        self._places = places = [tables.pacman[state._pacman], *map(tables.ghost_place, nodes)]
        for pixel, _, _, _ in places:
            flat[pixel] = full
        if timers:
            self._show_scared(places[1:], timers)
        return places

    def _show_scared(self, places: Sequence[Place], timers: Sequence[int]) -> None:
        """Show these ghosts, those that are scared elsewhere than the active ones."""
        flat = self._flat
        for pixel in self._scared_pixels:
            flat[pixel] = 0
        self._scared_pixels = []
        for (active, first, second, _), timer in zip(places, timers, strict=True):
            if timer:
                for own in (first, second):
                    pixel = own - self._tables.area  # SCARED is before SELF
                    flat[pixel] = max(flat[pixel], self._scared[timer])
                    self._scared_pixels.append(pixel)
                flat[active] = 0
        for (active, *_), timer in zip(places, timers, strict=True):
            if not timer:  # where a scared one is, too
                flat[active] = self._full

    def _show(self, channel: Channel, before: int, after: int) -> None:
        """Show on a plane that some cells' bits have changed."""
        for cell in bits(before ^ after):
            pixel = channel * self._tables.area + self._tables.pixels[cell]
            self._flat[pixel] = self._full if after >> cell & 1 else 0

    def _own(self, place: Place) -> Planes:
        """The planes that are drawn, with the agent at `place` as SELF."""
        flat, (_, first, second, _) = self._flat, place
        flat[first] = flat[second] = self._full
        planes = self._planes.copy()
        flat[first] = flat[second] = 0
        return planes

    def _packed(self, state: State, place: Place) -> Any:
        """The packed observation, with the agent's position and mask; or the vector."""
        if self._planes.dtype == np.float32:
            return vector_of(state, self._planes)
        width, start = self._planes.shape[2], Channel.SELF * self._tables.area
        (first, one), (second, other) = (divmod(pixel - start, width) for pixel in place[1:3])
        return {
            "agents": pack_agents(state),
            "board": pack_planes(self._planes),
            "position": np.array([first + second, one + other], np.int16),
            "action_mask": place[3].copy(),
        }

    def __reduce__(self) -> tuple[object, ...]:
        return Observer, self._arguments


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
    planes = Observer(state.maze, dtype).planes(state, observer)
    return planes[: Channel.SELF] if observer is None else planes


def planes_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    """The dtype of planes. Raises ValueError for any but uint8 and float32."""
    try:
        result = np.dtype(dtype)
    except TypeError:
        result = np.dtype(object)
    if result not in (np.uint8, np.float32):
        raise ValueError(f"dtype must be 'uint8' or 'float32', not {dtype!r}")
    return result


class GameSpaces:
    """The spaces of a game with `agents` agents on a board of `height` rows and `width` columns."""

    def __init__(self, height: int, width: int, agents: int, dtype: DTypeLike) -> None:
        self._height, self._width, self._agents = height, width, agents
        self._dtype = planes_dtype(dtype)

    def planes(self, channels: int) -> spaces.Box:
        """The first `channels` planes."""
        top = 255 if self._dtype == np.uint8 else 1.0
        shape = int(channels), self._height, self._width
        return spaces.Box(0, top, shape, self._dtype.type)

    def packed(self) -> spaces.Dict:
        """Packed observations. Raises ValueError for any dtype but uint8."""
        if self._dtype != np.uint8:
            raise ValueError(
                "packed observations of dtype='float32' are for Pac-Man alone; leave it out"
            )
        most = [*self._most_position(), max(Action), SCARED_MOVES]
        bits = NUM_BOARD_PLANES, bytes_of_plane(self._height, self._width)
        return spaces.Dict(
            {
                "agents": _from_zero(np.tile(np.array(most, np.int16), (self._agents, 1))),
                "board": spaces.Box(0, 255, bits, np.uint8),
            }
        )

    def observation(
        self, obs: str, *, positioned: bool = False, masked: bool = False
    ) -> spaces.Space[Any]:
        """One agent's observations; `positioned` packed ones come with its position and mask,
        others are vectors if they are float32.

        Raises ValueError unless `obs` is an `ObsKind` or, if there are `masked` ones, "dict".
        """
        mask = spaces.Box(0, 1, (len(Action),), np.int8)
        if obs == "packed" and self._dtype == np.float32 and not positioned:
            return spaces.Box(0, 1, (vector_size(self._height, self._width, self._agents),))
        if obs == "packed":
            position = _from_zero(np.array(self._most_position(), np.int16))
            own = {"position": position, "action_mask": mask} if positioned else {}
            return spaces.Dict({**self.packed(), **own})
        if obs == "dict" and masked:
            return spaces.Dict({"observation": self.planes(len(Channel)), "action_mask": mask})
        if obs == "box":
            return self.planes(len(Channel))
        raise _wrong_obs(obs, "'box', 'dict' or 'packed'" if masked else "'box' or 'packed'")

    def everyone(self, obs: str) -> spaces.Space[Any]:
        """The observation of all agents in one. Raises ValueError unless `obs` is an `ObsKind`."""
        if obs == "packed":
            return self.packed()
        if obs == "box":
            return self.planes(Channel.SELF + self._agents)
        raise _wrong_obs(obs, "'box' or 'packed'")

    def _most_position(self) -> list[int]:
        """The largest row and column, doubled so that halves are whole."""
        return [2 * self._height - 2, 2 * self._width - 2]


def action_space() -> spaces.Discrete:
    """The numbers of `Action`."""
    return spaces.Discrete(len(Action))


def _from_zero(high: NDArray[np.int16]) -> spaces.Box:
    return spaces.Box(np.zeros_like(high), high, dtype=np.int16)


def _wrong_obs(obs: object, kinds: str) -> ValueError:
    """The error for an `obs` that is none of `kinds`."""
    return ValueError(gone(f'obs="{obs}"') or f"obs must be {kinds}, not {obs!r}")


def batched_space(single: spaces.Space[Any], num_games: int) -> spaces.Space[Any]:
    """The space of `num_games` values of `single`, equal to that of Gymnasium's `batch_space`, with
    the same samples."""
    if isinstance(single, spaces.Box):
        return BatchedBox(single, num_games)
    if isinstance(single, spaces.Dict):
        batched = {key: batched_space(space, num_games) for key, space in single.items()}
        return spaces.Dict(batched, seed=deepcopy(single.np_random))
    return batch_space(single, num_games)


class BatchedBox(spaces.Box):
    """`num_games` values of `single`. Its bounds are views that repeat those of `single`, and
    can't be written to; a pickle has only `single`."""

    def __init__(self, single: spaces.Box, num_games: int) -> None:
        self.single = single
        shape = (num_games, *single.shape)
        spaces.Space.__init__(self, shape, single.dtype, seed=deepcopy(single.np_random))
        # Not by Box, which would fill arrays of the whole shape.
        self.low = np.broadcast_to(single.low, shape)
        self.high = np.broadcast_to(single.high, shape)
        self.bounded_below = np.broadcast_to(single.bounded_below, shape)
        self.bounded_above = np.broadcast_to(single.bounded_above, shape)
        self.low_repr = self.high_repr = None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BatchedBox):
            return self.shape == other.shape and self.single == other.single
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment] # as Box

    def __reduce__(self) -> tuple[Any, ...]:
        return BatchedBox, (self.single, self.shape[0]), {"_np_random": self._np_random}
