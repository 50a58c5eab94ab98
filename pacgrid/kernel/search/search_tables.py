"""What ghosts that search need, of all boards of a batch."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.search.evaluation_tables import (
    ROOM_BYTES,
    Evaluation,
    MazeTables,
    check_cells,
    maze_tables,
)
from pacgrid.kernel.search.keys import KeyNumbers, key_numbers
from pacgrid.kernel.search.transpositions import Transpositions
from pacgrid.kernel.tables import StructuredArray, Tables
from pacgrid.maze import Maze

MOST_BYTES = 1 << 30
"""How large the distances on all boards may be."""


class SearchTables(NamedTuple):
    """The tables of a search for each board, and the evaluation of each ghost of each team.

    A search numbers the cells of its board from 0.
    """

    firsts: NDArray[np.uint32]
    """By board: the number of its first cell in the batch."""
    sizes: NDArray[np.int64]
    """By board: how many cells it has."""
    cells: StructuredArray
    """`[board, cell]`, of `pacgrid.kernel.tables.CELL`."""
    homes: NDArray[np.uint32]
    """`[board, 0, ghost]`."""
    mazes: MazeTables
    """As for one board, but each array has a first axis for the board."""
    terms: NDArray[np.int64]
    """`[team, ghost, term]`: as in `Evaluation`, only the first `counts[team, ghost]`."""
    weights: NDArray[np.float64]
    """Likewise."""
    counts: NDArray[np.int64]
    """`[team, ghost]`."""
    wanted: NDArray[np.int64]
    """`[team, ghost]`: as in `Evaluation`."""
    values: NDArray[np.float64]
    """How many features there are: room for their values."""
    numbers: KeyNumbers
    table: Transpositions
    """Without entries."""

    @classmethod
    def of(
        cls,
        weights: Sequence[Sequence[str | Mapping[str, float]]],
        mazes: Sequence[Maze],
        tables: Tables,
    ) -> Self:
        """The tables of boards with these `mazes`, and of evaluations with `weights[team][ghost]`.

        Raises ValueError for boards that are too large, or too many.
        """
        for maze in mazes:
            check_cells(maze)
        most = max(len(maze.positions) for maze in mazes)
        size = 4 * len(mazes) * most**2
        if size > MOST_BYTES:
            raise ValueError(
                f"ghosts that search need {size >> 20:,} MB of distances for these {len(mazes):,} "
                "boards; give fewer layouts, or other ghosts"
            )
        sizes = np.array([len(maze.positions) for maze in mazes])
        firsts = np.cumsum([0, *sizes[:-1]]).astype(np.uint32)
        cells = np.zeros((len(mazes), most), tables.cells.dtype)
        for own, first, count in zip(cells, firsts, sizes, strict=True):
            own[:count] = tables.cells[first : first + count]
            own["next"][:count] -= first
        each = [maze_tables(maze) for maze in mazes]
        if sum(maze.room.nbytes for maze in each) > ROOM_BYTES or not all(
            maze.room.shape[2] for maze in each
        ):
            each = [maze._replace(room=maze.room[..., :0], area=maze.area[:, :0]) for maze in each]
        evaluations = [[Evaluation.of(mazes[0], own) for own in team] for team in weights]
        return cls(
            firsts=firsts,
            sizes=sizes,
            cells=cells,
            homes=(tables.homes - firsts[:, None])[:, None],
            mazes=MazeTables(*map(_stacked, zip(*each, strict=True))),
            terms=_stacked([_stacked([own.terms for own in team]) for team in evaluations]),
            weights=_stacked([_stacked([own.weights for own in team]) for team in evaluations]),
            counts=np.array([[len(own.terms) for own in team] for team in evaluations]),
            wanted=np.array([[own.wanted for own in team] for team in evaluations]),
            values=evaluations[0][0].values,
            numbers=key_numbers(most, len(mazes[0].homes)),
            table=Transpositions.empty(0),
        )


def _stacked(arrays: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The arrays as one, with an axis before theirs. Shorter ones are filled up with zeros."""
    longest = np.max([array.shape for array in arrays], axis=0)
    stacked = np.zeros((len(arrays), *longest), arrays[0].dtype)
    for index, array in enumerate(arrays):
        stacked[index][tuple(map(slice, array.shape))] = array
    return stacked
