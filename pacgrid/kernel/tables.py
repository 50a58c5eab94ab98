"""Mazes as arrays: the tables of `pacgrid.maze`, laid out for the compiled rules.

They are computed from the drawings of many layouts at once: a `Maze` is a hundred times as large.

The cells of all boards of a batch are numbered consecutively, so that a cell's number implies its
board. A *pixel* is a cell's index in a flattened plane: `row * width + column`, row 0 at the top.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid import marks
from pacgrid.action import MOVES, Action
from pacgrid.errors import LayoutError
from pacgrid.layout import Layout, Position
from pacgrid.maze import Maze

StructuredArray = Any
"""Compiled code reads its fields as attributes, which numpy's types can't express."""

NOTHING, FOOD, CAPSULE, WALL = range(4)
"""What a cell contains."""

CELL = np.dtype(
    [
        ("offsets", np.int16, len(Action)),  # what each action adds to its number: see `next_cell`
        ("pixel", np.uint16),
        ("row", np.uint8),
        ("column", np.uint8),
        ("moves", np.uint16),  # bit a is set where action a leads to another cell
    ],
    align=True,
)
"""A cell, in 16 bytes: games on many boards mostly wait for these to come into the caches."""

BOARD = np.dtype([("pacman", np.uint32), ("food", np.int32)], align=True)
"""The start of a game on a board: Pac-Man's cell and the number of dots."""


Drawings = NDArray[np.uint8]
"""`[board, row, column]`: the characters of `pacgrid.layout`, row 0 at the top."""

CHUNK = 512
"""Boards whose tables are computed at once: more would need more memory, and no less time."""


class Tables(NamedTuple):
    """The boards of a batch, all with the same number of ghosts. A board that is smaller than the
    others has walls below it and to its right."""

    cells: StructuredArray
    """An array of `CELL`, by number."""
    boards: StructuredArray
    """An array of `BOARD`."""
    homes: NDArray[np.uint32]
    """`[board, ghost]`: the cells where the ghosts start and return to."""
    pellets: NDArray[np.uint8]
    """`[board, pixel]`: what it contains when a game starts."""

    @classmethod
    def of(
        cls,
        layouts: Sequence[Layout],
        num_ghosts: int | None = None,
        size: tuple[int, int] | None = None,
    ) -> Self:
        """The tables of `layouts`, with their first `num_ghosts` ghosts or with all.

        `size` is the width and height of all boards, to which smaller ones are padded; None if all
        layouts have the same.

        Raises LayoutError if they differ in size or number of ghosts, ValueError if there is none.
        """
        if not layouts:
            raise ValueError("a batch needs a layout")
        ghosts = count_ghosts(layouts[0]) if num_ghosts is None else num_ghosts
        drawings = _drawn_alike(layouts, size, ghosts, more=num_ghosts is not None)
        boards, height, width = drawings.shape
        cells = np.count_nonzero(drawings != _WALL_MARK, axis=(1, 2))
        ends = np.cumsum(cells)
        tables = cls._zeros(ends[-1], boards, height * width, ghosts)
        for start in range(0, boards, CHUNK):
            part = np.arange(start, min(start + CHUNK, boards))
            tables._write(part, drawings[part], (ends - cells)[part])
        return tables

    @classmethod
    def empty(cls, boards: int, pixels: int, ghosts: int) -> Self:
        """Tables for so many boards of so many pixels, to be written later."""
        return cls._zeros(boards * pixels, boards, pixels, ghosts)

    @classmethod
    def _zeros(cls, cells: int, boards: int, pixels: int, ghosts: int) -> Self:
        return cls(
            cells=np.zeros(cells, CELL),
            boards=np.zeros(boards, BOARD),
            homes=np.zeros((boards, ghosts), np.uint32),
            pellets=np.zeros((boards, pixels), np.uint8),
        )

    def first_cells(self) -> NDArray[np.int64]:
        """By board: the number of its first cell; in `empty` tables each has room for all."""
        boards, pixels = self.pellets.shape
        cells = np.count_nonzero(self.pellets != WALL, axis=1)
        firsts: NDArray[np.int64] = np.cumsum(cells) - cells
        if len(self.cells) == boards * pixels:
            firsts = np.arange(boards) * pixels
        return firsts

    def put(self, boards: Sequence[int], layouts: Sequence[Layout], size: tuple[int, int]) -> None:
        """Write `layouts`, padded to `size`, to these boards of `empty` tables.

        Raises LayoutError if they are too large, or have too few ghosts.
        """
        drawings = _drawn_alike(layouts, size, self.homes.shape[1], more=True)
        numbers = np.array(boards)
        self._write(numbers, drawings, numbers * self.pellets.shape[1])

    def _write(
        self, boards: NDArray[np.int64], drawings: Drawings, firsts: NDArray[np.int64]
    ) -> None:
        """Write what is drawn to these boards, whose first cells are numbered `firsts`."""
        numbers = write_cells(self.cells, drawings, firsts)
        pellets = _CONTENTS[drawings].reshape(len(boards), -1)
        self.homes[boards] = _homes(drawings, numbers, self.homes.shape[1])
        self.boards["pacman"][boards] = numbers[drawings == _PACMAN_MARK]
        self.boards["food"][boards] = np.count_nonzero(pellets == FOOD, axis=1)
        self.pellets[boards] = pellets

    @classmethod
    def of_maze(cls, maze: Maze) -> Self:
        """The tables of one maze, for positions that don't start on a layout: no pellets."""
        drawing = draw([Layout(maze.walls)], maze.width, maze.height)
        cells = np.zeros(len(maze.positions), CELL)
        write_cells(cells, drawing, np.zeros(1, np.int64))
        return cls(
            cells=cells,
            boards=np.zeros(1, BOARD),
            homes=np.array([[maze.cells[at] for at in maze.homes]], np.uint32),
            pellets=_CONTENTS[drawing].reshape(1, -1),
        )


def count_ghosts(layout: Layout) -> int:
    """How many ghosts are drawn. Quicker than `len(layout.ghosts)`, and keeps nothing."""
    drawing = "".join(layout.rows)
    return sum(map(drawing.count, marks.GHOSTS))


def draw(layouts: Sequence[Layout], width: int, height: int) -> Drawings:
    """The drawings of layouts of at most this size, with walls below them and to their right."""
    drawings = np.full((len(layouts), height, width), _WALL_MARK)
    for drawing, layout in zip(drawings, layouts, strict=True):
        characters = np.frombuffer("".join(layout.rows).encode("ascii", "replace"), np.uint8)
        drawing[: layout.height, : layout.width] = characters.reshape(layout.height, layout.width)
    return drawings


def _drawn_alike(
    layouts: Sequence[Layout], size: tuple[int, int] | None, ghosts: int, *, more: bool
) -> Drawings:
    """The drawings of layouts that fit `size`, or are all of one size, and have so many ghosts, or
    `more`. Raises LayoutError for others."""
    width, height = size or (layouts[0].width, layouts[0].height)
    for layout in layouts:
        same = (layout.width, layout.height) == (width, height)
        if not (same or (size and layout.width <= width and layout.height <= height)):
            raise LayoutError(_unlike(layouts[0], layout))
    drawings = draw(layouts, width, height)
    counts = np.count_nonzero(_DIGITS[drawings], axis=(1, 2))
    wrong = counts < ghosts if more else counts != ghosts
    if wrong.any():
        raise LayoutError(_unlike(layouts[0], layouts[wrong.argmax()]))
    return drawings


def _unlike(first: Layout, other: Layout) -> str:
    sizes = [f"{at.width} x {at.height} with {count_ghosts(at)} ghosts" for at in (first, other)]
    return (
        f"the layouts of a batch must be alike: {first.name or 'the first'} is {sizes[0]}, "
        f"{other.name or 'another'} is {sizes[1]}"
    )


def write_cells(
    cells: StructuredArray, drawings: Drawings, firsts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Write the cells of the boards to `cells`, those of each from its number of `firsts` on.

    Returns their numbers as `[board, row, column]`, -1 for walls.
    """
    boards, height, width = drawings.shape
    upwards = (drawings != _WALL_MARK)[:, ::-1]  # cells are numbered from the bottom, as in `Maze`
    board, y, x = upwards.nonzero()
    rank = np.arange(len(board)) - np.searchsorted(board, board)
    own = firsts[board] + rank
    numbers = np.full((boards, height + 2, width + 2), -1)  # with a border, for the neighbours
    numbers[board, y + 1, x + 1] = own
    rows = np.zeros(len(own), CELL)
    rows["column"], rows["row"] = x, height - 1 - y
    rows["pixel"] = (height - 1 - y) * width + x
    for action in MOVES:
        dx, dy = action.vector
        near = numbers[board, y + 1 + dy, x + 1 + dx]
        rows["offsets"][:, action] = np.where(near < 0, 0, near - own)
        rows["moves"] |= (near >= 0).astype(np.uint16) << np.uint16(action)
    cells[own] = rows
    return numbers[:, -2:0:-1, 1:-1]


def _homes(drawings: Drawings, numbers: NDArray[np.int64], ghosts: int) -> NDArray[np.int64]:
    """`[board, ghost]`: the cells of the first `ghosts` ghosts, sorted as in `Layout.ghosts`."""
    digits = _DIGITS[drawings]
    board, row, column = digits.nonzero()
    order = np.lexsort((-row, column, digits[board, row, column], board))
    board, row, column = board[order], row[order], column[order]
    rank = np.arange(len(board)) - np.searchsorted(board, board)
    kept = rank < ghosts
    return numbers[board[kept], row[kept], column[kept]].reshape(len(drawings), ghosts)


def _table(values: dict[str, int]) -> NDArray[np.uint8]:
    """By character."""
    table = np.zeros(256, np.uint8)
    for mark, value in values.items():
        table[ord(mark)] = value
    return table


_WALL_MARK, _PACMAN_MARK = np.uint8(ord(marks.WALL)), np.uint8(ord(marks.PACMAN))
_CONTENTS = _table({marks.WALL: WALL, marks.FOOD: FOOD, marks.CAPSULE: CAPSULE})
"""By character: what the cell contains."""
_DIGITS = _table({mark: max(marks.GHOSTS.index(mark), 1) for mark in marks.GHOSTS})
"""By character: the digit that its ghost is sorted by, 0 for others."""


def pixel_of(maze: Maze, position: Position, width: int) -> int:
    """The pixel of the cell at `position`, on a board of `width`."""
    x, y = position
    return (maze.height - 1 - y) * width + x
