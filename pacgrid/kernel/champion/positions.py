"""The positions on the way from the root of a search: one for each ply."""

from typing import NamedTuple, Self

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from pacgrid.cells import Cells
from pacgrid.kernel.arrays import GAME, GHOST
from pacgrid.kernel.champion.board import Board
from pacgrid.kernel.compiled_rules import play_pacman
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.tables import CAPSULE, FOOD, NOTHING, StructuredArray, pixel_of
from pacgrid.maze import HALFWAY, NODES_PER_CELL
from pacgrid.state import State

MOST_PLIES = 200

FEW = 12
"""For at most so much food, the search keeps a list of the cells that have it."""


class Positions(NamedTuple):
    """The arrays that the compiled rules change; their first axis is the ply."""

    games: StructuredArray
    """Of `GAME`."""
    ghosts: StructuredArray
    """`[ply, ghost]`, of `GHOST`."""
    pellets: NDArray[np.uint8]
    """`[ply, pixel]`; but all plies share the same memory, so that moves must be undone."""
    keys: NDArray[np.uint64]
    """`[ply]`: a random number for the set of pellets that were eaten since the root."""
    links: NDArray[np.int64]
    """`[ply]`: the pairs of neighbouring cells that both have food."""
    capsules_left: NDArray[np.int64]
    """`[ply]`."""
    capsules: NDArray[np.uint16]
    """The cells that have a capsule at the root."""
    food: NDArray[np.uint16]
    """The cells that have food at the root; empty if they are more than `FEW`."""

    @classmethod
    def of(cls, state: State) -> Self:
        """The position `state`, as ply 0."""
        maze = state.maze
        pellets = np.zeros((1, maze.width * maze.height), np.uint8)
        for kind, positions in ((FOOD, state.food), (CAPSULE, state.capsules)):
            pellets[0, [pixel_of(maze, position) for position in positions]] = kind
        games = np.zeros(MOST_PLIES, GAME)
        games[0]["pacman"] = maze.cells[state.pacman]
        games[0]["food"] = len(state.food)
        games[0]["score"] = state.score
        games[0]["lost"] = state.is_loss
        ghosts = np.zeros((MOST_PLIES, state.num_agents - 1), GHOST)
        for number, ghost in enumerate(state.ghosts):
            cell, slot = divmod(maze.node(ghost.position, ghost.direction), NODES_PER_CELL)
            ghosts[0, number] = cell, ghost.direction, slot >= HALFWAY, ghost.scared
        listed = state.food if len(state.food) <= FEW else ()
        return cls(
            games=games,
            ghosts=ghosts,
            pellets=as_strided(pellets, (MOST_PLIES, pellets.size), (0, 1)),
            keys=np.zeros(MOST_PLIES, np.uint64),
            links=np.full(MOST_PLIES, _links(state.food)),
            capsules_left=np.full(MOST_PLIES, len(state.capsules)),
            capsules=np.array([maze.cells[at] for at in state.capsules], np.uint16),
            food=np.array([maze.cells[at] for at in listed], np.uint16),
        )


def _links(food: Cells) -> int:
    """The pairs of neighbouring cells in `food`."""
    return sum(((x + 1, y) in food) + ((x, y + 1) in food) for x, y in food)


@inlined
def copy_ply(positions: Positions, ply: int) -> None:
    """Copy the position at `ply` to the next ply."""
    positions.games[ply + 1] = positions.games[ply]
    for number in range(positions.ghosts.shape[1]):
        positions.ghosts[ply + 1, number] = positions.ghosts[ply, number]
    positions.keys[ply + 1] = positions.keys[ply]
    positions.links[ply + 1] = positions.links[ply]
    positions.capsules_left[ply + 1] = positions.capsules_left[ply]


@inlined
def move_pacman(board: Board, positions: Positions, ply: int, action: Number) -> Number:
    """Play Pac-Man's action in a copy of the position at `ply`. Returns what he ate."""
    cell = board.cells[board.cells[positions.games[ply].pacman].next[action]]
    eaten = positions.pellets[0, cell.pixel]
    copy_ply(positions, ply)
    play_pacman(board, positions, ply + 1, action)
    if eaten != NOTHING:
        positions.keys[ply + 1] ^= board.keys[cell.pixel]
        if eaten == CAPSULE:
            positions.capsules_left[ply + 1] -= 1
        else:
            for near in range(4):
                if cell.moves >> near & 1 and has(board, positions, cell.next[near], FOOD):
                    positions.links[ply + 1] -= 1
    return eaten


@inlined
def restore_pellet(board: Board, positions: Positions, ply: int, eaten: Number) -> None:
    """Put back what Pac-Man ate in his move from `ply`."""
    if eaten != NOTHING:
        positions.pellets[0, board.cells[positions.games[ply + 1].pacman].pixel] = eaten


@inlined
def has(board: Board, positions: Positions, cell: Number, kind: Number) -> Number:
    """Whether a cell now has a pellet of this kind."""
    return positions.pellets[0, board.cells[cell].pixel] == kind


@inlined
def key_of(positions: Positions, ply: int, options: Number, salt: Number) -> Number:
    """A random number for the position at `ply`, without its score, and the actions `options`."""
    word = np.uint64(positions.games[ply].pacman) << np.uint64(8) | np.uint64(options)
    key = (positions.keys[ply] ^ salt ^ word) * np.uint64(0x9E3779B97F4A7C15)
    for number in range(positions.ghosts.shape[1]):
        ghost = positions.ghosts[ply, number]
        word = np.uint64(ghost.cell) << np.uint64(16) | np.uint64(ghost.scared) << np.uint64(8)
        word |= np.uint64(ghost.heading) << np.uint64(1) | np.uint64(ghost.half)
        key = (key ^ (key >> np.uint64(29)) ^ word) * np.uint64(0xBF58476D1CE4E5B9)
    return key ^ (key >> np.uint64(32))
