"""The position that a search changes in place, and what the searches remember of positions.

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
from pacgrid.kernel.arrays import GAME, GHOST
from pacgrid.kernel.compiled_rules import STOP, eat_and_meet, legal, next_cell, play_ghost
from pacgrid.kernel.game_states import rows_of, state_of_rows
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.tables import CAPSULE, FOOD, NOTHING, StructuredArray
from pacgrid.maze import Cells, Maze
from pacgrid.state import SCARED_MOVES, State

WORD_BITS = 64


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


UNDO = np.dtype(
    [
        ("pacman", np.uint32),
        ("food", np.int32),
        ("score", np.int32),
        ("eaten", np.uint8),  # by Pac-Man
    ],
    align=True,
)
"""What a ply changed, besides the ghosts."""


class Position(NamedTuple):
    """A position of a game, with what takes it back to those before it."""

    games: StructuredArray
    """`[0]`, of `pacgrid.kernel.arrays.GAME`."""
    ghosts: StructuredArray
    """`[0, ghost]`, of `pacgrid.kernel.arrays.GHOST`."""
    food: NDArray[np.uint64]
    """The cells with food: bit `c % 64` of word `c // 64` is set for cell `c`."""
    capsules: NDArray[np.uint64]
    """Likewise."""
    eaten_key: NDArray[np.uint64]
    """`[half]`: the part of the key that is about what was eaten since `set`."""
    version: NDArray[np.int64]
    """`[0]` is another number whenever Pac-Man, food or capsules may have changed."""
    numbers: KeyNumbers
    undo: StructuredArray
    """`[ply]`, of `UNDO`."""
    undo_ghosts: StructuredArray
    """`[ply, ghost]`, of `pacgrid.kernel.arrays.GHOST`; only the ghosts that could change."""

    @classmethod
    def empty(cls, maze: Maze, plies: int) -> Self:
        """Room for a position on `maze` and for `plies` moves."""
        cells, ghosts = len(maze.positions), len(maze.homes)
        words = -(-cells // WORD_BITS)
        return cls(
            games=np.zeros(1, GAME),
            ghosts=np.zeros((1, ghosts), GHOST),
            food=np.zeros(words, np.uint64),
            capsules=np.zeros(words, np.uint64),
            eaten_key=np.zeros(2, np.uint64),
            version=np.zeros(1, np.int64),
            numbers=key_numbers(cells, ghosts),
            undo=np.zeros(plies + 1, UNDO),
            undo_ghosts=np.zeros((plies + 1, ghosts), GHOST),
        )

    def set(self, state: State) -> None:
        """Make it that of `state`."""
        self.games[:], self.ghosts[:] = rows_of(state)
        self.food[:] = words_of(state.food, len(self.food))
        self.capsules[:] = words_of(state.capsules, len(self.capsules))
        self.eaten_key.fill(0)
        self.version[0] += 1

    def state(self, maze: Maze) -> State:
        """It as a `State`."""
        food, capsules = (
            int.from_bytes(words.tobytes(), "little") for words in (self.food, self.capsules)
        )
        return state_of_rows(maze, self.games[0], self.ghosts[0], food, capsules)


def words_of(cells: Cells, words: int) -> NDArray[np.uint64]:
    """The mask of `cells` in `words` words."""
    return np.frombuffer(cells.mask.to_bytes(words * 8, "little"), "<u8")


@inlined
def legal_actions(tables: Any, position: Position) -> Number:
    """The legal actions of the agent to move, as bits; the game isn't over. `tables` has at least
    `cells` and `homes`."""
    game = position.games[0]
    if game.to_move == 0:
        return tables.cells[game.pacman].moves | 1 << STOP
    return legal(tables, position.ghosts[0, game.to_move - 1])


@inlined
def play(tables: Any, position: Position, ply: int, action: Number) -> None:
    """Play a legal action of the agent to move. `undo` at the same ply takes it back."""
    game = position.games[0]
    undo = position.undo[ply]
    undo.score = game.score
    if game.to_move:
        number = game.to_move - 1
        position.undo_ghosts[ply, number] = position.ghosts[0, number]
        play_ghost(tables, position, 0, number, action)
        game.to_move = game.to_move + 1 if game.to_move < position.ghosts.shape[1] else 0
    else:
        undo.pacman, undo.food = game.pacman, game.food
        for number in range(position.ghosts.shape[1]):
            position.undo_ghosts[ply, number] = position.ghosts[0, number]
        game.pacman = next_cell(tables.cells, game.pacman, action)
        undo.eaten = _eat(position, game.pacman)
        eat_and_meet(tables, position, 0, undo.eaten)
        game.to_move = 1 if position.ghosts.shape[1] else 0


@inlined
def take_back(position: Position, ply: int, agent: Number) -> None:
    """Take back the move that `agent` played at `ply`."""
    game = position.games[0]
    undo = position.undo[ply]
    game.score = undo.score
    game.lost = False
    game.to_move = agent
    if agent:
        position.ghosts[0, agent - 1] = position.undo_ghosts[ply, agent - 1]
        return
    if undo.eaten != NOTHING:
        _flip(position, game.pacman, undo.eaten)
    game.pacman, game.food = undo.pacman, undo.food
    for number in range(position.ghosts.shape[1]):
        position.ghosts[0, number] = position.undo_ghosts[ply, number]
    position.version[0] += 1


@inlined
def has(words: Any, cell: Number) -> Number:
    """Whether the bit of `cell` is set in `food` or `capsules`."""
    return words[cell >> 6] >> np.uint64(cell & 63) & np.uint64(1)


@inlined
def _eat(position: Position, cell: Number) -> Number:
    """Remove what `cell` contains, and return it."""
    position.version[0] += 1
    eaten = NOTHING
    if has(position.food, cell):
        eaten = FOOD
    elif has(position.capsules, cell):
        eaten = CAPSULE
    if eaten != NOTHING:
        _flip(position, cell, eaten)
    return eaten


@inlined
def _flip(position: Position, cell: Number, kind: Number) -> None:
    """Put food or a capsule into `cell`, or remove it."""
    word, bit = cell >> 6, np.uint64(1) << np.uint64(cell & 63)
    if kind == FOOD:
        position.food[word] ^= bit
    else:
        position.capsules[word] ^= bit
    for half in range(2):
        numbers = position.numbers.food if kind == FOOD else position.numbers.capsules
        position.eaten_key[half] ^= numbers[cell, half]


@inlined
def key_of(position: Position) -> tuple[Number, Number]:
    """The two halves of the key: of all but the score. Positions that follow the same `set` have
    the same key if they are the same."""
    game, numbers = position.games[0], position.numbers
    key, check = position.eaten_key[0], position.eaten_key[1]
    key ^= numbers.turns[game.to_move, 0] ^ numbers.pacman[game.pacman, 0]
    check ^= numbers.turns[game.to_move, 1] ^ numbers.pacman[game.pacman, 1]
    for number in range(position.ghosts.shape[1]):
        ghost = position.ghosts[0, number]
        cell, scared = ghost.cell, ghost.scared
        way = ghost.heading + 5 if ghost.half else ghost.heading
        key ^= numbers.cells[number, cell, 0] ^ numbers.ways[number, scared, way, 0]
        check ^= numbers.cells[number, cell, 1] ^ numbers.ways[number, scared, way, 1]
    return key, check


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
    """An array of `ENTRY`, with a power of two of entries, or none."""
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
