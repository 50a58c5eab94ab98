"""Positions as learning agents see them: planes, or a packed observation.

Planes are `[channel, row, column]`, row 0 at the top, as printed. `pacgrid.envs` draws them from a
`State`; `pacgrid.kernel.observations` draws them for thousands of games at once.

Of a board of 28 x 31 the planes are 6,076 bytes; packed, it is 327 bytes, and 8 for each agent. A
packed observation is a dictionary:

- `agents`: int16 `[agent, 4]`, Pac-Man first: row and column, doubled so that halves are whole;
  the direction of the last move, an `Action`; and the scared moves left. Pac-Man, and a ghost that
  hasn't moved, have direction 4, stop.
- `board`: uint8 `[3, byte]`: walls, food and capsules, a bit for each cell, row by row from the
  top, as `numpy.packbits` makes them.

It says all that the planes say, and also which ghost is which and which way it goes: without that,
nobody can know where it can go next.

A vector says the same in float32 numbers from 0 to 1: the planes of walls, food and capsules, and
then the four numbers of each agent, divided by the largest that they can be.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.action import Action
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL
from pacgrid.state import SCARED_MOVES, State

Planes = NDArray[Any]
"""uint8 or float32 `[channel, row, column]`, or more than one of these."""


class Channel(IntEnum):
    """What each plane shows. Full value (255, or 1.0) means yes, 0 means no.

    A ghost shows in every cell where Pac-Man would meet it: a scared ghost half way between two
    cells shows in both. The planes show neither the ghosts' directions nor which ghost is which.
    """

    WALLS = 0
    FOOD = 1
    CAPSULES = 2
    PACMAN = 3
    GHOSTS = 4
    """The active ghosts, which catch Pac-Man."""
    SCARED = 5
    """The scared ghosts, as the share of `SCARED_MOVES` they have left. Where two share a cell, the
    longer time shows."""
    SELF = 6
    """The observing agent."""


def scared_values(dtype: DTypeLike) -> NDArray[Any]:
    """`[moves left]`: a scared ghost's value in a plane of `dtype`, up to full value."""
    moves = np.arange(SCARED_MOVES + 1)
    values = moves * 255 // SCARED_MOVES if np.dtype(dtype) == np.uint8 else moves / SCARED_MOVES
    return values.astype(dtype)


Packed = Mapping[str, NDArray[Any]]
"""`agents` and `board`, of one game or of many."""

NUM_BOARD_PLANES = int(Channel.PACMAN)
"""Walls, food and capsules."""
NUMBERS_PER_AGENT = 4
"""Compiled code writes them as one 64-bit word."""


def bytes_of_plane(height: int, width: int) -> int:
    """The bytes of one plane's bits."""
    return (height * width + 7) // 8


def pack_planes(planes: Planes) -> NDArray[np.uint8]:
    """`[3, byte]`: the walls, food and capsules of planes `[channel, row, column]`."""
    board = planes[:NUM_BOARD_PLANES] > 0
    return np.packbits(board.reshape(NUM_BOARD_PLANES, -1), axis=-1)


def pack_boards(pellets: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`[board, byte]`: the packed boards of what their cells contain, `[board, pixel]`."""
    kinds = np.array([WALL, FOOD, CAPSULE])
    bits = np.packbits(pellets[:, None] == kinds[:, None], axis=-1)
    return bits.reshape(len(pellets), -1)


def pack_agents(state: State) -> NDArray[np.int16]:
    """`[agent, 4]`: the agents of a position."""
    agents = [(state.pacman, Action.STOP, 0), *state.ghosts]
    top = state.maze.height - 1
    return np.array(
        [[2 * (top - y), 2 * x, direction, scared] for (x, y), direction, scared in agents],
        np.int16,
    )


def vector_scales(height: int, width: int) -> NDArray[np.float32]:
    """By which a vector has the numbers of an agent, so that they are 0 to 1."""
    return (1 / np.array([2 * height - 2, 2 * width - 2, Action.STOP, SCARED_MOVES])).astype("f4")


def vector_size(height: int, width: int, agents: int) -> int:
    """How many numbers a vector has."""
    return NUM_BOARD_PLANES * height * width + NUMBERS_PER_AGENT * agents


def vector_of(state: State, planes: Planes) -> NDArray[np.float32]:
    """The vector of a position with these float32 planes."""
    numbers = pack_agents(state) * vector_scales(*planes.shape[1:])
    return np.concatenate([planes[:NUM_BOARD_PLANES].reshape(-1), numbers.reshape(-1)])


def agent_numbers(words: NDArray[np.uint64]) -> NDArray[np.int16]:
    """`[…, agent, 4]`: the numbers in words `[…, agent]`. A view."""
    return words.view(np.int16).reshape(*words.shape, NUMBERS_PER_AGENT)


def unpack(
    packed: Packed, height: int, width: int, observer: int = 0, dtype: DTypeLike = np.uint8
) -> Planes:
    """`[…, channel, row, column]`: the planes of agent `observer`, Pac-Man or a ghost from 1 up.

    Raises ValueError if there is no such agent.
    """
    agents, board = packed["agents"], packed["board"]
    if not 0 <= observer < agents.shape[-2]:
        raise ValueError(f"observer must be 0 to {agents.shape[-2] - 1}, not {observer}")
    scared = scared_values(dtype)
    full = scared[-1]
    games = board.shape[:-2]
    agents = agents.reshape(-1, *agents.shape[-2:])
    planes = np.zeros((len(agents), len(Channel), height * width), scared.dtype)
    bits = np.unpackbits(board, axis=-1, count=height * width)
    bits = bits.reshape(len(agents), NUM_BOARD_PLANES, -1)
    planes[:, :NUM_BOARD_PLANES] = np.multiply(bits, full, dtype=scared.dtype)
    every = np.arange(len(agents))
    for number in range(agents.shape[-2]):
        row, column, _, left = agents[:, number].T
        for half in (0, 1):  # half way between two cells it shows in both
            pixel = (row + half) // 2 * width + (column + half) // 2
            if number == observer:
                planes[every, Channel.SELF, pixel] = full
            if number == 0:
                planes[every, Channel.PACMAN, pixel] = full
                continue
            channel = np.where(left > 0, Channel.SCARED, Channel.GHOSTS)
            shown = planes[every, channel, pixel]
            planes[every, channel, pixel] = np.where(
                left > 0, np.maximum(shown, scared[left]), full
            )
    return planes.reshape(*games, len(Channel), height, width)
