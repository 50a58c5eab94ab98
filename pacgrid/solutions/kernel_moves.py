"""The moves of a board's agents, played by the kernel's rules and written down in arrays.

Ghosts meet Pac-Man, but not each other. So each ghost's moves are played by itself, with Pac-Man
in each cell; and his arrival in a cell with each combination of ghosts.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.arrays import GHOST
from pacgrid.kernel.compiled_rules import NTH_BIT, eat_and_meet, legal, play_ghost
from pacgrid.kernel.jit import Number, call, compiled, inlined
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import HALFWAY, NODES_PER_CELL, Cell, Maze
from pacgrid.solutions import MOST_MOVES

Indices = NDArray[np.int64]

NO_MOVE, MOVED, EATEN, CAUGHT = range(-1, 3)
"""How a ghost's move ends. `CAUGHT`: Pac-Man is."""
LOST = -1
"""Stands for a rank or a combination if Pac-Man is caught."""

_SUBJECT = "the solver"


class KernelMoves:
    """Plays single plies in one maze."""

    def __init__(self, maze: Maze) -> None:
        self.nowhere = len(maze.positions)
        """A cell where Pac-Man meets nobody."""
        self._tables = Tables.of_maze(maze)
        self._position = Position.empty(maze, 0)

    def of_ghost(
        self, number: int, pacman: Cell, nodes: Indices, timers: Indices
    ) -> tuple[Indices, Indices, NDArray[np.int8]]:
        """The legal moves of ghost `number`, counted from 0, on each of `nodes` with so many scared
        moves left, in the order of its legal actions.

        Returns `[node, move]`: the nodes after them, the scared moves left, and how they end.
        """
        after = np.zeros((len(nodes), MOST_MOVES), GHOST)
        outcomes = np.full(after.shape, NO_MOVE, np.int8)
        arguments = self._tables, self._position, number, pacman, _rows(nodes, timers)
        call(_play_ghost, _SUBJECT, *arguments, after, outcomes)
        moved = after["cell"].astype(np.int64) * NODES_PER_CELL
        moved += after["heading"] + HALFWAY * after["half"].astype(np.int64)
        return moved, after["scared"].astype(np.int64), outcomes

    def of_pacman(
        self,
        cell: Cell,
        eaten: int,
        ghosts: tuple[Indices, Indices],
        combinations: Indices,
        ranks: Indices,
        base: int,
    ) -> tuple[Indices, Indices]:
        """Pac-Man's arrival in a cell that contained `eaten`, with one food left before it.

        `ghosts` are the nodes and the timers by rank, and `combinations` is `[number, ghost]`: the
        ranks. Returns for each of them the combination afterwards, with the new `ranks`
        (`[scared, node]`) as its digits to this `base`, or `LOST`; and how the score changed.
        """
        targets, scores = np.zeros((2, len(combinations)), np.int64)
        arguments = self._tables, self._position, cell, eaten, _rows(*ghosts), combinations
        call(_arrive, _SUBJECT, *arguments, ranks, base, targets, scores)
        return targets, scores


def _rows(nodes: Indices, timers: Indices) -> StructuredArray:
    """`[ghost]`, of `GHOST`: ghosts on these nodes."""
    rows = np.zeros(len(nodes), GHOST)
    rows["cell"], places = np.divmod(nodes, NODES_PER_CELL)
    rows["half"] = places >= HALFWAY
    rows["heading"] = places % HALFWAY
    rows["scared"] = timers
    return rows


@compiled
def _play_ghost(
    tables: Tables,
    position: Position,
    number: int,
    pacman: int,
    ghosts: StructuredArray,
    after: StructuredArray,
    outcomes: NDArray[np.int8],
) -> None:
    """Fill `after` and `outcomes`."""
    game = position.games[0]
    game.pacman = pacman
    for row in range(len(ghosts)):
        bits = legal(tables, ghosts[row])
        move = 0
        while bits:
            position.ghosts[0, number] = ghosts[row]
            game.score, game.lost = 0, False
            play_ghost(tables, position, 0, number, NTH_BIT[bits, 0])
            after[row, move] = position.ghosts[0, number]
            outcomes[row, move] = CAUGHT if game.lost else EATEN if game.score else MOVED
            bits &= bits - 1
            move += 1


@inlined
def _node(ghost: Any) -> Number:
    return ghost.cell * NODES_PER_CELL + ghost.heading + (HALFWAY if ghost.half else 0)


@compiled
def _arrive(
    tables: Tables,
    position: Position,
    cell: int,
    eaten: int,
    ghosts: StructuredArray,
    combinations: Indices,
    ranks: Indices,
    base: int,
    targets: Indices,
    scores: Indices,
) -> None:
    """Fill `targets` and `scores`."""
    game = position.games[0]
    game.pacman = cell
    for row in range(len(combinations)):
        game.food, game.score, game.lost = 1, 0, False
        for number in range(combinations.shape[1]):
            position.ghosts[0, number] = ghosts[combinations[row, number]]
        eat_and_meet(tables, position, 0, eaten)
        scores[row], targets[row] = game.score, 0
        for number in range(combinations.shape[1]):
            ghost = position.ghosts[0, number]
            rank = ranks[np.int64(ghost.scared > 0), _node(ghost)]
            targets[row] = targets[row] * base + rank
        if game.lost:
            targets[row] = LOST
