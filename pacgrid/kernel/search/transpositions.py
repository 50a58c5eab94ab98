"""Hash keys of positions, and a table of the positions that a search has met.

The key of a position has 128 bits: each fact (Pac-Man's cell, a food, a ghost's timer, …) has a
random number, and the key is their exclusive or (A. L. Zobrist, 1970). Two different positions
differ in at least one fact, so the chance that their keys are equal is 2 ** -128. A billion
positions are 5e17 pairs: the chance that any two collide is below 2e-21. The score isn't part of
the key.
"""

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.tables import StructuredArray
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


LOWER, UPPER, COMPLETE = 1, 2, 4
"""What is known about a value: it is a lower bound, it is an upper bound (exact if it is both),
and deeper searches would find the same, because every line ended before the cut-off."""

ENTRY = np.dtype(
    [
        ("key", np.uint64),  # half of the position's key
        ("check", np.uint64),  # the other half
        ("value", np.float64),
        ("context", np.int32),  # what else the value depends on, such as the score
        ("depth", np.uint16),  # how deep it was searched
        ("generation", np.uint8),
        ("facts", np.uint8),  # LOWER, UPPER and COMPLETE, and the best action above them
    ],
    align=True,
)
"""An entry of 32 bytes."""
ACTION_SHIFT = 3


class Transpositions(NamedTuple):
    """The table."""

    entries: StructuredArray
    """Of `ENTRY`: a power of two, or none."""
    generation: NDArray[np.uint8]
    """`[0]`: entries of other generations are empty."""

    @classmethod
    def empty(cls, size: int) -> Self:
        """An empty table of at least `size` entries; 0 for none at all."""
        entries = 1 << (max(size, 2) - 1).bit_length() if size else 0
        return cls(np.zeros(entries, ENTRY), np.ones(1, np.uint8))

    def clear(self) -> None:
        """Forget all positions."""
        self.generation[:] += 1
        if self.generation[0] == 0:
            self.entries.fill(0)
            self.generation[:] += 1


@inlined
def find(table: Transpositions, key: Number, check: Number, context: Number) -> Number:
    """The index of the entry of a position, or -1."""
    index = key & np.uint64(len(table.entries) - 1)
    for other in range(2):
        entry = table.entries[index ^ np.uint64(other)]
        if (
            entry.key == key
            and entry.check == check
            and entry.context == context
            and entry.generation == table.generation[0]
        ):
            return np.int64(index ^ np.uint64(other))
    return -1


@inlined
def room_for(table: Transpositions, key: Number, depth: int) -> Any:
    """Where to write the entry of a position: of two entries, the first may only be replaced by a
    search as deep."""
    index = key & np.uint64(len(table.entries) - 1)
    entry = table.entries[index]
    if entry.generation == table.generation[0] and entry.key != key and entry.depth > depth:
        return table.entries[index ^ np.uint64(1)]
    return entry
