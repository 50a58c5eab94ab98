"""Hash keys of positions.

The key of a position has 128 bits: each fact (Pac-Man's cell, a food, a ghost's timer, …) has a
random number, and the key is their exclusive or (A. L. Zobrist, 1970). Two different positions
differ in at least one fact, so the chance that their keys are equal is 2 ** -128. A billion
positions are 5e17 pairs: the chance that any two collide is below 2e-21. The score isn't part of
the key.
"""

from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.state import SCARED_MOVES


class KeyNumbers(NamedTuple):
    """The random numbers: `[…, 0]` for the first half of a key, `[…, 1]` for the other."""

    turns: NDArray[np.uint64]
    """`[agent, half]`."""
    cells: NDArray[np.uint64]
    """`[ghost, cell, half]`."""
    ways: NDArray[np.uint64]
    """`[ghost, scared moves left, heading + 5 if it is half way, half]`."""
    pacman: NDArray[np.uint64]
    """`[cell, half]`."""
    food: NDArray[np.uint64]
    """`[cell, half]`."""
    capsules: NDArray[np.uint64]
    """`[cell, half]`."""


@lru_cache(maxsize=8)
def key_numbers(cells: int, ghosts: int) -> KeyNumbers:
    """The numbers for mazes with so many cells and ghosts; always the same ones."""
    rng = Random(0)

    def numbers(*shape: int) -> NDArray[np.uint64]:
        count = int(np.prod(shape)) * 2
        data = rng.randbytes(8 * count)
        return np.frombuffer(data, "<u8").astype(np.uint64).reshape(*shape, 2)

    return KeyNumbers(
        turns=numbers(ghosts + 1),
        cells=numbers(ghosts, cells),
        ways=numbers(ghosts, SCARED_MOVES + 1, 2 * len(Action)),
        pacman=numbers(cells),
        food=numbers(cells),
        capsules=numbers(cells),
    )
