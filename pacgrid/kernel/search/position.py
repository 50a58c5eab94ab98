"""The position that a search changes in place, move by move, and takes moves back in."""

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.arrays import GAME, GHOST
from pacgrid.kernel.compiled_rules import STOP, eat_and_meet, legal, play_ghost
from pacgrid.kernel.game_states import rows_of, state_of_rows
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.transpositions import KeyNumbers, key_numbers
from pacgrid.kernel.tables import CAPSULE, FOOD, NOTHING, StructuredArray
from pacgrid.maze import Cells, Maze
from pacgrid.state import State

WORD_BITS = 64

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
            maze.subset(int.from_bytes(words.tobytes(), "little"))
            for words in (self.food, self.capsules)
        )
        return state_of_rows(maze, self.games[0], self.ghosts[0], food, capsules)


def words_of(cells: Cells, words: int) -> NDArray[np.uint64]:
    """The mask of `cells` in `words` words."""
    return np.frombuffer(cells.mask.to_bytes(words * 8, "little"), "<u8")


class SearchStack(NamedTuple):
    """What a search in one loop knows about each ply on its way."""

    frames: StructuredArray
    """`[ply]`: records of the search's own."""
    lines: NDArray[np.uint8]
    """`[ply, ply]`: the best line from each ply on, as far as it isn't from a table."""
    values: NDArray[np.float64]
    """`[action]` at the root."""
    progress: NDArray[np.int64]
    """The ply, the nodes visited so far, and how many lines were cut off, or whether any was."""
    history: NDArray[np.int64]
    """`[agent, cell, action]`: how much an action has cut off; empty if nobody asks."""

    @classmethod
    def empty(cls, frame: np.dtype[Any], plies: int, maze: Maze | None = None) -> Self:
        """A stack for `plies` plies, with a history if the search is in `maze`."""
        history = (len(maze.homes) + 1, len(maze.positions), len(Action)) if maze else (0, 0, 0)
        return cls(
            frames=np.zeros(plies + 1, frame),
            lines=np.zeros((plies + 1, plies + 1), np.uint8),
            values=np.zeros(len(Action), np.float64),
            progress=np.zeros(3, np.int64),
            history=np.zeros(history, np.int64),
        )


@inlined
def follow(stack: SearchStack, ply: Number, action: Number, end: Number) -> None:
    """Make `action` at `ply`, and the best line after it up to `end`, the best line from `ply`."""
    stack.lines[ply, ply] = action
    for later in range(ply + 1, end):
        stack.lines[ply, later] = stack.lines[ply + 1, later]


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
        game.pacman = tables.cells[game.pacman].next[action]
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
