"""Mazes as arrays: the tables of `pacgrid.maze`, laid out for the compiled rules.

The cells of all boards of a batch are numbered consecutively, so that a cell's number implies its
board. A *pixel* is a cell's index in a flattened plane: `row * width + column`, row 0 at the top.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.layout import Layout, LayoutError, Position
from pacgrid.maze import Maze

StructuredArray = Any
"""Compiled code reads its fields as attributes, which numpy's types can't express."""

NOTHING, FOOD, CAPSULE, WALL = 0, 1, 2, 246
"""What a cell contains. The numbers are those of `pacgrid.kernel.codes`."""

CELL = np.dtype(
    {
        "names": ["next", "pixel", "row", "column", "place", "moves"],
        "formats": [(np.uint32, len(Action)), *[np.uint32, np.uint16, np.uint16], *[np.uint32] * 2],
        "offsets": [0, 20, 24, 26, 24, 28],
    },
    align=True,
)
"""A cell: the cell that each action leads to (into a wall, this one), its pixel, row and column,
these two as one number, and its moves: bit a is set where action a leads to another cell.

In 32 bytes, so that the tables of most boards fit into the first-level cache."""

BOARD = np.dtype([("pacman", np.uint32), ("food", np.int32)], align=True)
"""The start of a game on a board: Pac-Man's cell and the number of dots."""


class Tables(NamedTuple):
    """The boards of a batch: layouts of one size and with the same number of ghosts."""

    cells: StructuredArray
    """Of `CELL`, by number."""
    boards: StructuredArray
    """Of `BOARD`."""
    homes: NDArray[np.uint32]
    """`[board, ghost]`: the cells where the ghosts start and return to."""
    pellets: NDArray[np.uint8]
    """`[board, pixel]`: what it contains when a game starts."""

    @classmethod
    def of(cls, layouts: Sequence[Layout], mazes: Sequence[Maze]) -> Self:
        """The tables of `layouts` and their mazes.

        Raises LayoutError if they differ in size or number of ghosts, ValueError if there is none.
        """
        if not mazes:
            raise ValueError("a batch needs a layout")
        for layout, maze in zip(layouts, mazes, strict=True):
            if _shape(maze) != _shape(mazes[0]):
                raise LayoutError(
                    f"the layouts of a batch must be alike: {layouts[0].name or 'the first'} is "
                    f"{_described(mazes[0])}, {layout.name or 'another'} is {_described(maze)}"
                )
        firsts = np.cumsum([0, *(len(maze.positions) for maze in mazes)])[:-1].tolist()
        tables = list(zip(layouts, mazes, firsts, strict=True))
        return cls(
            cells=np.concatenate([_cells(maze, first) for _, maze, first in tables]),
            boards=np.array(
                [(first + maze.cells[at.pacman], len(at.food)) for at, maze, first in tables],
                dtype=BOARD,
            ),
            homes=np.array(
                [[first + maze.cells[at] for at in maze.homes] for _, maze, first in tables],
                dtype=np.uint32,
            ),
            pellets=np.array([_pellets(layout, maze) for layout, maze, _ in tables]),
        )

    @classmethod
    def of_maze(cls, maze: Maze) -> Self:
        """The tables of one maze, for positions that don't start on a layout: no pellets."""
        return cls(
            cells=_cells(maze, 0),
            boards=np.zeros(1, BOARD),
            homes=np.array([[maze.cells[at] for at in maze.homes]], np.uint32),
            pellets=_board(maze)[None],
        )


def pixel_of(maze: Maze, position: Position) -> int:
    """The pixel of the cell at `position`."""
    x, y = position
    return (maze.height - 1 - y) * maze.width + x


def _shape(maze: Maze) -> tuple[int, int, int]:
    return maze.width, maze.height, len(maze.homes)


def _described(maze: Maze) -> str:
    return "{} x {} with {} ghosts".format(*_shape(maze))


def _cells(maze: Maze, first: int) -> StructuredArray:
    cells = np.zeros(len(maze.positions), CELL)
    for cell, near in enumerate(maze.neighbours):
        x, y = maze.positions[cell]
        cells[cell]["next"] = [first + near.get(action, cell) for action in Action]
        cells[cell]["pixel"] = pixel_of(maze, (x, y))
        cells[cell]["row"], cells[cell]["column"] = maze.height - 1 - y, x
        cells[cell]["moves"] = sum(1 << action for action in near)
    return cells


def _board(maze: Maze) -> NDArray[np.uint8]:
    """By pixel: `WALL` or `NOTHING`."""
    walls = [mark == "%" for row in maze.walls for mark in row]
    return np.where(walls, WALL, NOTHING).astype(np.uint8)


def _pellets(layout: Layout, maze: Maze) -> NDArray[np.uint8]:
    pellets = _board(maze)
    for kind, positions in ((FOOD, layout.food), (CAPSULE, layout.capsules)):
        for position in positions:
            pellets[pixel_of(maze, position)] = kind
    return pellets
