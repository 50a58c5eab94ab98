"""A table of the positions that a search has met, with their values.

The key of a position has 128 bits: each fact (Pac-Man's cell, a food, a ghost's timer, …) has a
random number, and the key is their exclusive or (A. L. Zobrist, 1970). Two different positions
differ in at least one fact, so the chance that their keys are equal is 2 ** -128. A billion
positions are 5e17 pairs: the chance that any two collide is below 2e-21. The score isn't part of
the key: it is compared.
"""

from random import Random
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import FOOD, NOTHING, StructuredArray
from pacgrid.maze import Maze
from pacgrid.state import SCARED_MOVES

LOWER, UPPER, COMPLETE = 1, 2, 4
"""What is known about a value: it is a lower bound, it is an upper bound (exact if it is both),
and deeper searches would find the same, because every line ended before the cut-off."""

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("check", np.uint64),  # the other half of the key
        ("value", np.float64),
        ("score", np.int32),
        ("generation", np.uint16),
        ("plies", np.uint8),  # how deep it was searched
        ("facts", np.uint8),  # LOWER, UPPER and COMPLETE, and the best action above them
    ],
    align=True,
)
"""An entry of 32 bytes."""
ACTION_SHIFT = 3


class Transpositions(NamedTuple):
    """The table, and the random numbers of its keys: `[…, 0]` for `key`, `[…, 1]` for `check`."""

    entries: StructuredArray
    """A power of two of `ENTRY`."""
    generation: NDArray[np.uint16]
    """`[0]`: entries of other generations are empty."""
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

    @classmethod
    def empty(cls, maze: Maze, size: int) -> Self:
        """An empty table of at least `size` entries."""
        rng = Random(0)

        def numbers(*shape: int) -> NDArray[np.uint64]:
            count = int(np.prod(shape)) * 2
            data = rng.randbytes(8 * count)
            return np.frombuffer(data, "<u8").astype(np.uint64).reshape(*shape, 2)

        cells, ghosts = len(maze.positions), len(maze.homes)
        return cls(
            entries=np.zeros(1 << (max(size, 2) - 1).bit_length(), ENTRY),
            generation=np.ones(1, np.uint16),
            turns=numbers(ghosts + 1),
            cells=numbers(ghosts, cells),
            ways=numbers(ghosts, SCARED_MOVES + 1, 2 * len(Action)),
            pacman=numbers(cells),
            food=numbers(cells),
            capsules=numbers(cells),
        )

    def clear(self) -> None:
        """Forget all positions."""
        self.generation[:] += 1
        if self.generation[0] == 0:
            self.entries.fill(0)
            self.generation[:] += 1


@inlined
def pellets_key(table: Transpositions, position: Position, half: int) -> Number:
    """The part of half a key that is about food and capsules."""
    key = np.uint64(0)
    for cell in range(table.food.shape[0]):
        word, bit = cell >> 6, np.uint64(cell & 63)
        if position.food[word] >> bit & np.uint64(1):
            key ^= table.food[cell, half]
        if position.capsules[word] >> bit & np.uint64(1):
            key ^= table.capsules[cell, half]
    return key


@inlined
def eaten_key(table: Transpositions, cell: Number, eaten: Number, half: int) -> Number:
    """By what `pellets_key` changes when Pac-Man has eaten `eaten` in `cell`."""
    if eaten == NOTHING:
        return np.uint64(0)
    return table.food[cell, half] if eaten == FOOD else table.capsules[cell, half]


@inlined
def agents_key(table: Transpositions, position: Position, half: int) -> Number:
    """The other part of half a key: about Pac-Man, the ghosts and whose turn it is."""
    game = position.games[0]
    key = table.turns[game.to_move, half] ^ table.pacman[game.pacman, half]
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        way = ghost.heading + 5 if ghost.half else ghost.heading
        key ^= table.cells[number, ghost.cell, half] ^ table.ways[number, ghost.scared, way, half]
    return key


@inlined
def find(table: Transpositions, key: Number, check: Number, score: Number) -> Number:
    """The index of the entry of a position, or -1."""
    index = key & np.uint64(len(table.entries) - 1)
    for other in range(2):
        entry = table.entries[index ^ np.uint64(other)]
        if (
            entry.key == key
            and entry.check == check
            and entry.score == score
            and entry.generation == table.generation[0]
        ):
            return np.int64(index ^ np.uint64(other))
    return -1


@inlined
def room_for(table: Transpositions, key: Number, plies: int) -> Any:
    """Where to write the entry of a position: of two entries, the first may only be replaced by a
    search as deep."""
    index = key & np.uint64(len(table.entries) - 1)
    entry = table.entries[index]
    if entry.generation == table.generation[0] and entry.key != key and entry.plies > plies:
        return table.entries[index ^ np.uint64(1)]
    return entry
