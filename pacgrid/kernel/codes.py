"""Codes: observations with one byte for each cell, instead of the planes' seven.

A `GameBatch` draws them with `form=CODES`, for compiled loops; no environment has them. Codes are
uint8 `[row, column]`, row 0 at the top. A code says all that the planes say of its cell:

| code | the cell |
|---|---|
| 0 | is empty |
| 1 | contains food |
| 2 | contains a capsule |
| 246 | is a wall |
| 247 | is Pac-Man's |
| 248 | is Pac-Man's and has an active ghost |

To 0, 1 and 2 the ghosts are added: 3 for an active ghost, and 6 times the moves that a scared ghost
has left. So 5 is a capsule with an active ghost, and 6 * 40 + 1 is food with a ghost that has just
been scared. As in planes, a scared ghost half way between two cells shows in both, and where two
share a cell the longer time shows. Pac-Man shares his cell with no pellet and no scared ghost: he
has just eaten them.
"""

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.kernel.planes import Channel, Planes, scared_values
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL
from pacgrid.state import SCARED_MOVES

GHOST = 3
"""Is added for an active ghost."""
SCARED = 6
"""Is added for each move that a scared ghost has left."""
PACMAN = WALL + 1
"""GHOST_MET follows it."""
GHOST_MET = PACMAN + 1
"""Pac-Man and an active ghost."""
NUM_CODES = GHOST_MET + 1


def code_planes(dtype: DTypeLike = np.uint8) -> Planes:
    """`[code, channel]`: what the planes of Pac-Man show in a cell with this code."""
    time = scared_values(dtype)
    full = time[-1]
    table = np.zeros((NUM_CODES, len(Channel)), time.dtype)
    plain = np.arange(WALL)
    table[:WALL, Channel.FOOD][plain % GHOST == FOOD] = full
    table[:WALL, Channel.CAPSULES][plain % GHOST == CAPSULE] = full
    table[:WALL, Channel.GHOSTS][plain % SCARED >= GHOST] = full
    table[:WALL, Channel.SCARED] = time[plain // SCARED]
    table[WALL, Channel.WALLS] = full
    table[PACMAN:, [Channel.PACMAN, Channel.SELF]] = full
    table[GHOST_MET, Channel.GHOSTS] = full
    return table


def decode(codes: NDArray[np.uint8], dtype: DTypeLike = np.uint8) -> Planes:
    """`[…, channel, row, column]`: Pac-Man's planes, of codes `[…, row, column]`."""
    return np.moveaxis(code_planes(dtype)[codes], -1, -3)


def encode(planes: Planes) -> NDArray[np.uint8]:
    """`[row, column]`: the codes of uint8 planes. It doesn't matter whose: SELF is ignored."""
    codes: NDArray[np.uint8] = _TIME[planes[Channel.SCARED]] * np.uint8(SCARED)
    codes[planes[Channel.GHOSTS] > 0] += GHOST
    codes[planes[Channel.FOOD] > 0] += FOOD
    codes[planes[Channel.CAPSULES] > 0] += CAPSULE
    codes[planes[Channel.WALLS] > 0] = WALL
    pacman = planes[Channel.PACMAN] > 0
    codes[pacman] = np.where(planes[Channel.GHOSTS][pacman], GHOST_MET, PACMAN)
    return codes


_TIME = np.searchsorted(scared_values(np.uint8), np.arange(256)).astype(np.uint8)
"""The moves left of a scared ghost, by its value in a plane."""

assert WALL == SCARED * (SCARED_MOVES + 1)
