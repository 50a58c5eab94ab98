"""What the compiled evaluation looks up: the weights, and the distances of a maze."""

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.agents.evaluation import (
    ENOUGH,
    FEATURES,
    ROOM,
    LinearEvaluation,
    closeness,
)
from pacgrid.kernel import MOST_CELLS
from pacgrid.kernel.tables import StructuredArray
from pacgrid.maze import Maze

FAR = MOST_CELLS
"""The distance of a cell that can't be reached."""

ROOM_BYTES = 1 << 26
"""How large the table of elbow room may be. In a larger maze the room is counted cell by cell."""

FEATURE_NUMBERS = {name: number for number, name in enumerate(FEATURES)}

AROUND = np.dtype(
    [
        ("nearest_food", np.float64),  # closeness
        ("nearest_capsule", np.float64),  # closeness, even if no ghost is near
        ("first_food", np.int64),  # the nearest food's number in the order of the cells
        ("capsules", np.int64),  # how many are left
        ("version", np.int64),  # that of the position
    ],
    align=True,
)
"""What is around Pac-Man, until his next move."""


def check_cells(maze: Maze) -> None:
    """Raise ValueError for more than `MOST_CELLS` cells."""
    if (cells := len(maze.positions)) > MOST_CELLS:
        raise ValueError(
            f"a compiled search needs a maze of at most {MOST_CELLS:,} open cells;"
            f" this one has {cells:,}"
        )


class MazeTables(NamedTuple):
    """Distances between the cells of a maze. They fit any weights."""

    steps: NDArray[np.uint16]
    """`[from, to]`: the distance, `FAR` if there is no path."""
    order: NDArray[np.uint16]
    """`[cell, n]`: the `n`-th cell from `cell`, by distance; only the first `reachable[cell]`."""
    reachable: NDArray[np.int64]
    """How many cells can be reached, with the cell itself."""
    nearby: NDArray[np.int64]
    """How many of these are at most `ROOM` steps away."""
    room: NDArray[np.uint64]
    """`[Pac-Man's cell, ghost's cell, word]`: a bit for each of the nearby cells in their `order`,
    set if Pac-Man is there before the ghost. Without words if it would be too large."""
    area: NDArray[np.uint64]
    """`[cell, word]`: a bit for each of the nearby cells."""
    dead_ends: NDArray[np.bool_]
    closeness: NDArray[np.float64]
    """By distance, in half steps."""
    squares: NDArray[np.float64]
    """The squared closeness by distance, in steps."""
    shares: NDArray[np.float64]
    """By count of cells: the elbow room."""

    @classmethod
    def of(cls, maze: Maze) -> Self:
        """Raises ValueError for more than `MOST_CELLS` cells."""
        cells = len(maze.positions)
        check_cells(maze)
        steps = np.full((cells, cells), FAR, np.uint16)
        for cell in range(cells):
            distances, _ = maze.breadth_first_search(cell)
            steps[cell] = [FAR if distance == inf else distance for distance in distances]
        nearby = (steps <= ROOM).sum(1)
        order = np.argsort(steps, axis=1, kind="stable").astype(np.uint16)
        room, area = _room(steps, order, nearby)
        near = np.zeros(2 * FAR + 1)
        near[: 2 * cells] = [closeness(half / 2) for half in range(2 * cells)]
        dead_ends = [maze.dead_ends.mask >> cell & 1 for cell in range(cells)]
        return cls(
            steps=steps,
            order=order,
            reachable=(steps < FAR).sum(1),
            nearby=nearby,
            room=room,
            area=area,
            dead_ends=np.array(dead_ends, np.bool_),
            closeness=near,
            squares=np.array([value**2 for value in near[::2].tolist()]),
            shares=np.array([min(count / ENOUGH, 1) for count in range(nearby.max() + 1)]),
        )


class Evaluation(NamedTuple):
    """A linear evaluation of the positions of a maze."""

    terms: NDArray[np.int64]
    """The features that have a weight, by their number, in the order in which they are added."""
    weights: NDArray[np.float64]
    """Their weights."""
    wanted: int
    """A bit for each of these features."""
    maze: MazeTables
    around: StructuredArray
    """`[0]`, of `AROUND`."""
    values: NDArray[np.float64]
    """By feature: its value in the position evaluated last, if it is wanted."""

    @classmethod
    def of(cls, maze: Maze, weights: str | Mapping[str, float] = "linear") -> Self:
        """The evaluation with these `weights`: `score`, or as in `LinearEvaluation`.

        Raises ValueError for weights that `LinearEvaluation` refuses, or too large a maze.
        """
        chosen = {"score": 1} if weights == "score" else LinearEvaluation(weights).weights
        terms = [FEATURE_NUMBERS[name] for name, weight in chosen.items() if weight]
        return cls(
            terms=np.array(terms, np.int64),
            weights=np.array([weight for weight in chosen.values() if weight], np.float64),
            wanted=sum(1 << term for term in terms),
            maze=maze_tables(maze),
            around=np.full(1, -1, AROUND),
            values=np.zeros(len(FEATURES)),
        )

    def forget(self) -> None:
        """Compute everything anew for another `Position`."""
        self.around["version"] = -1


maze_tables = lru_cache(maxsize=4)(MazeTables.of)
"""The tables of a maze, from a cache."""


def _room(
    steps: NDArray[np.uint16], order: NDArray[np.uint16], nearby: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The tables `room` and `area`."""
    cells, words = len(steps), (int(nearby.max()) + 63) // 64
    if 8 * cells**2 * words > ROOM_BYTES:
        words = 0
    room = np.zeros((cells, cells, words), np.uint64)
    area = np.zeros((cells, words), np.uint64)
    for cell, count in enumerate(nearby if words else ()):
        near = order[cell, :count]
        room[cell] = _packed(steps[:, near] > steps[cell, near], words)
        area[cell] = _packed(np.ones((1, count), np.bool_), words)[0]
    return room, area


def _packed(flags: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    """Rows of flags as rows of bits."""
    padded = np.zeros((len(flags), 64 * words), np.bool_)
    padded[:, : flags.shape[1]] = flags
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
