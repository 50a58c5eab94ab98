"""Observation planes: what learning agents see of a position.

Planes are `[channel, row, column]`, row 0 at the top, as printed. This module defines their
contents. `pacgrid.envs` draws them from a `State`; `pacgrid.kernel` draws them for thousands of
games at once.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.state import SCARED_MOVES

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
