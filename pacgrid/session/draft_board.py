"""A board that is being drawn: it needn't be a layout yet."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from pacgrid.layout import LayoutError
from pacgrid.layout_drawing import LayoutDrawing
from pacgrid.marks import CAPSULE, FLOOR, FOOD, GHOSTS, MAX_SIDE, PACMAN, WALL
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry, WallGrid

STARTS = frozenset((PACMAN, *GHOSTS))
"""The marks of those who start there: each is on the board once."""
SMALLEST = 3
"""Columns or rows: a border and what is in it."""
_NONE = MazeSymmetry.NONE


@dataclass(frozen=True)
class DraftBoard:
    """The marks of a board, whatever they are. Every change is a new board.

    Cells are numbered as in `WallGrid`. With a symmetry, the image of a cell changes with it: walls
    stay symmetric, and so do food and capsules, apart from the cells where somebody starts. The
    border takes only walls.

    >>> board = DraftBoard.empty(5, 3).drawn([6], ".", MazeSymmetry.LEFT_RIGHT)
    >>> print(board.drawn([7], "P"))
    %%%%%
    %.P.%
    %%%%%
    """

    width: int
    marks: str
    """Row by row, the top row first."""

    @classmethod
    def empty(cls, width: int, height: int) -> Self:
        """A border with nothing in it."""
        border = WALL * width
        return cls(width, border + (height - 2) * (WALL + FLOOR * (width - 2) + WALL) + border)

    @classmethod
    def of(cls, rows: Collection[str]) -> Self:
        """The board with these rows; short ones are filled up with floor."""
        width = max(map(len, rows))
        return cls(width, "".join(row.ljust(width, FLOOR) for row in rows))

    @classmethod
    def read(cls, text: str, source: str) -> Self:
        """The board drawn in `text`, with all its defects; raises LayoutError, which begins with
        `source`, if it is no drawing of a board at all."""
        drawing = LayoutDrawing.read(text)
        for defect in drawing.size_defects():
            place = drawing.position_in_text(defect.line, defect.column)
            raise LayoutError(f"{source}:{place}: {defect.text}")
        board = cls.of(drawing.rows)
        if board.width > MAX_SIDE:
            raise LayoutError(f"{source}:1:{MAX_SIDE + 1}: too wide; stay within {MAX_SIDE}")
        return board

    @property
    def height(self) -> int:
        return len(self.marks) // self.width

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Top row first."""
        starts = range(0, len(self.marks), self.width)
        return tuple(self.marks[start : start + self.width] for start in starts)

    @property
    def drawing(self) -> LayoutDrawing:
        """The same, to be checked."""
        return LayoutDrawing(self.rows, above=0, indents=(0,) * self.height)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def column_and_row(self, cell: Cell) -> tuple[int, int]:
        """Where a cell is, from the top left."""
        return cell % self.width, cell // self.width

    def cell(self, column: int, row: int) -> Cell:
        """The cell there, or the nearest one on the board."""
        column = min(max(column, 0), self.width - 1)
        return min(max(row, 0), self.height - 1) * self.width + column

    def is_inside(self, cell: Cell) -> bool:
        """Whether a cell isn't on the border."""
        return self._grid(_NONE).is_inside(cell)

    # Which cells.

    def line(self, start: Cell, end: Cell) -> list[Cell]:
        """The cells on the straight line between two."""
        (ax, ay), (bx, by) = self.column_and_row(start), self.column_and_row(end)
        steps = max(abs(bx - ax), abs(by - ay), 1)
        return [
            self.cell(round(ax + (bx - ax) * step / steps), round(ay + (by - ay) * step / steps))
            for step in range(steps + 1)
        ]

    def rectangle(self, corner: Cell, other: Cell) -> list[Cell]:
        """The cells of the rectangle with these opposite corners."""
        (ax, ay), (bx, by) = self.column_and_row(corner), self.column_and_row(other)
        columns, rows = (range(min(ends), max(ends) + 1) for ends in ((ax, bx), (ay, by)))
        return [self.cell(column, row) for row in rows for column in columns]

    def region(self, cell: Cell) -> list[Cell]:
        """The connected cells with the same mark; the border and what is in it don't connect."""
        grid = self._grid(_NONE)
        found, seen = [cell], {cell}
        for each in found:
            for near in (each + step for step in grid.steps):
                if (
                    near not in seen
                    and 0 <= near < len(self.marks)
                    and self.marks[near] == self.marks[cell]
                    and grid.is_inside(near)
                    and grid.is_inside(each)
                ):
                    seen.add(near)
                    found.append(near)
        return found

    # Changes.

    def drawn(
        self, cells: Collection[Cell], mark: str, symmetry: MazeSymmetry = _NONE
    ) -> "DraftBoard":
        """This with `mark` in `cells`. Of the mark of somebody who starts, there is only one then,
        in the last of them."""
        grid, marks = self._grid(symmetry), list(self.marks)
        if mark in STARTS:
            *_, at = cells
            if not grid.is_inside(at):
                return self
            for before in [cell for cell, each in enumerate(self.marks) if each == mark]:
                marks[before] = self._ground(before, grid)
            marks[at] = mark
            if marks[grid.image(at)] == WALL and grid.is_inside(grid.image(at)):
                marks[grid.image(at)] = FLOOR
        else:
            for at in cells:
                for each in (at, grid.image(at)):
                    is_kept = each != at and mark != WALL and marks[each] in STARTS
                    if not is_kept and (mark == WALL or grid.is_inside(each)):
                        marks[each] = mark
        return DraftBoard(self.width, "".join(marks))

    def with_line(
        self, cell: Cell, symmetry: MazeSymmetry = _NONE, *, column: bool
    ) -> "DraftBoard":
        """This with the cell's column, or row, twice; nobody starts in the second one. The board
        itself if it is as large as it may be."""
        lines = self._lines(cell, symmetry, column=column)
        if (self.width if column else self.height) + len(lines) > MAX_SIDE:
            return self
        grid = self._grid(symmetry)
        ground = [self._ground(each, grid) for each in range(len(self.marks))]
        return self._rebuilt(
            lambda each: self.marks[each] + ground[each] * (self._number(each, column) in lines),
            column=column,
        )

    def without_line(
        self, cell: Cell, symmetry: MazeSymmetry = _NONE, *, column: bool
    ) -> "DraftBoard":
        """This without the cell's column, or row; on the border, without the one beside it. The
        board itself if it is as small as it may be."""
        inner = self.cell(
            min(max(cell % self.width, 1), self.width - 2),
            min(max(cell // self.width, 1), self.height - 2),
        )
        lines = self._lines(inner, symmetry, column=column)
        if (self.width if column else self.height) - len(lines) < SMALLEST:
            return self
        return self._rebuilt(
            lambda each: self.marks[each] * (self._number(each, column) not in lines),
            column=column,
        )

    def _lines(self, cell: Cell, symmetry: MazeSymmetry, *, column: bool) -> set[int]:
        """The cell's column, or row, and that of its image, if this must be changed too."""
        image = self._grid(symmetry).image(cell)
        return {self._number(each, column) for each in (cell, image)}

    def _number(self, cell: Cell, column: bool) -> int:
        return self.column_and_row(cell)[0 if column else 1]

    def _rebuilt(self, marks_of: Callable[[Cell], str], *, column: bool) -> "DraftBoard":
        """The board with no mark, one or two in place of each, in the direction that is given."""
        rows: list[str] = []
        for start in range(0, len(self.marks), self.width):
            marks = [*map(marks_of, range(start, start + self.width))]
            rows += ["".join(marks)] if column else map("".join, zip(*marks, strict=True))
        return DraftBoard.of(rows)

    def _ground(self, cell: Cell, grid: WallGrid) -> str:
        """What is in a cell when nobody starts there: what keeps the symmetry."""
        if self.marks[cell] not in STARTS:
            return self.marks[cell]
        image = self.marks[grid.image(cell)]
        return image if image in (FOOD, CAPSULE) else FLOOR

    def _grid(self, symmetry: MazeSymmetry) -> WallGrid:
        return WallGrid(self.width, self.height, symmetry)
