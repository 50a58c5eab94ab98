"""Games of a batch as they stand: taken out of it, and put back into any of its games."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.arrays import GAME, GHOST
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL, StructuredArray
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Maze
from pacgrid.state import State

MazeKeys = NDArray[np.uint64]
"""Equal for mazes of the same size with the same walls and homes."""


@dataclass(frozen=True, eq=False)
class GameStates:
    """All that decides how games go on: positions, rounds and random generators.

    As in an array, `states[3]`, `states[[3, 3, 5]]`, a slice or a bool array choose games; each
    gives `GameStates`. Can be pickled. On a board of 28 x 31 with four ghosts a game is 310 bytes.
    """

    games: StructuredArray
    """Of `pacgrid.kernel.arrays.GAME`; cells are counted from the board's first one."""
    ghosts: StructuredArray
    """`[game, ghost]`, of `GHOST`, likewise."""
    start_scores: NDArray[np.int32]
    """The scores that the games started with."""
    pellets: NDArray[np.uint8]
    """`[game, 2, byte]`: food and capsules, a bit for each pixel."""
    mazes: MazeKeys
    levels: NDArray[np.int64]
    """The levels that they are on, where the environment has levels; else -1."""

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, chosen: Any) -> "GameStates":
        games = np.atleast_1d(np.arange(len(self))[chosen])
        return GameStates(*(column[games] for column in self._columns()))

    def _columns(self) -> list[NDArray[Any]]:
        return [getattr(self, field.name) for field in fields(self)]

    @staticmethod
    def join(parts: Iterable["GameStates"]) -> "GameStates":
        """All games of `parts`, in order. Raises ValueError if there are none, or if the sizes of
        their boards or the numbers of ghosts differ."""
        rows = [part._columns() for part in parts]
        shapes = {tuple(column.shape[1:] for column in row) for row in rows}
        if len(shapes) != 1:
            why = "their boards differ in size or ghosts" if shapes else "there are none"
            raise ValueError(f"the states can't be joined: {why}")
        return GameStates(*map(np.concatenate, zip(*rows, strict=True)))

    @classmethod
    def of(cls, state: State, width: int, height: int) -> Self:
        """A game in round 0 that starts in `state`, on a board of this size. Its random generator
        isn't set."""
        maze = state.maze
        game = np.zeros(1, GAME)
        game["pacman"] = maze.cells[state.pacman]
        game["food"], game["score"] = len(state.food), state.score
        game["to_move"], game["lost"] = state.to_move, state.is_loss
        game["ended"] = state.is_terminal
        ghosts = np.zeros((1, len(maze.homes)), GHOST)
        for row, ghost in zip(ghosts[0], state.ghosts, strict=True):
            cell, slot = divmod(maze.node(ghost.position, ghost.direction), NODES_PER_CELL)
            row["cell"], row["scared"] = cell, ghost.scared
            row["half"], row["heading"] = slot >= HALFWAY, slot % HALFWAY
        pellets = np.zeros((1, 2, height * width), np.bool_)
        for plane, positions in enumerate((state.food, state.capsules)):
            pellets[0, plane, [(maze.height - 1 - y) * width + x for x, y in positions]] = True
        score = np.array([state.score], np.int32)
        key = np.array([_maze_key_of(maze, width, height)], np.uint64)
        bits, level = np.packbits(pellets, axis=-1), np.array([-1])
        return cls(game, ghosts, score, bits, key, level)


def maze_keys(pellets: NDArray[np.uint8], homes: NDArray[np.integer[Any]], width: int) -> MazeKeys:
    """By board: the key of its maze; `homes` are counted from the board's first cell."""
    walls = np.packbits(pellets == WALL, axis=-1)
    rows = zip(walls, homes, strict=True)
    return np.array([_maze_key(own, at, width) for own, at in rows], np.uint64)


def pack_pellets(pellets: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`[game, 2, byte]`: the food and the capsules of `[game, pixel]`, as bits."""
    return np.packbits([pellets == FOOD, pellets == CAPSULE], axis=-1).swapaxes(0, 1)


def unpack_pellets(bits: NDArray[np.uint8], walls: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """`[game, pixel]`: what is in each cell, as in `pacgrid.kernel.arrays`."""
    food, capsules = np.unpackbits(bits, axis=-1, count=walls.shape[1]).swapaxes(0, 1)
    pellets: NDArray[np.uint8] = food * np.uint8(FOOD) + capsules * np.uint8(CAPSULE)
    pellets[walls] = WALL
    return pellets


def _maze_key_of(maze: Maze, width: int, height: int) -> int:
    walls = np.ones((height, width), np.bool_)
    walls[: maze.height, : maze.width] = [[mark == "%" for mark in row] for row in maze.walls]
    homes = np.array([maze.cells[at] for at in maze.homes])
    return _maze_key(np.packbits(walls), homes, width)


def _maze_key(walls: NDArray[np.uint8], homes: NDArray[np.integer[Any]], width: int) -> int:
    text = b"%d:%b:%b" % (width, walls.tobytes(), homes.astype("<u4").tobytes())
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
