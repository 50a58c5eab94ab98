"""What is drawn in the editor of layouts, and the tools that it is drawn with."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from pacgrid.layout import Layout
from pacgrid.layout_check.check import LayoutCheck, check_drawing
from pacgrid.layout_check.finding import LayoutFinding
from pacgrid.marks import FLOOR, MARKS, MAX_SIDE, WALL
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry
from pacgrid.session.draft_board import SMALLEST, STARTS, DraftBoard
from pacgrid.session.gesture import Gesture
from pacgrid.session.undo_history import UndoHistory

MIRRORS = {
    MazeSymmetry.NONE: "off",
    MazeSymmetry.LEFT_RIGHT: "left and right",
    MazeSymmetry.ROTATION: "half a turn",
}
"""What else is drawn, in words."""
_BORDER = "the border stays wall"


class Tool(StrEnum):
    """What a click, or the space key, does."""

    PENCIL = "draw cells"
    RECTANGLE = "draw rectangles"
    FILL = "fill areas"


@dataclass(frozen=True)
class Document:
    """A board, and which of those it is that were opened or begun."""

    board: DraftBoard
    number: int = 0


@dataclass
class _Stroke:
    """What is drawn from one press of a button to the next."""

    base: DraftBoard
    start: Cell
    last: Cell
    mark: str
    changed: bool = False


class LayoutEditor:
    """The board with its history, a cursor, and tools. Every method is something a person does."""

    def __init__(self, board: DraftBoard, path: Path | None = None) -> None:
        self.history = UndoHistory(Document(board))
        self._paths = [path]  # by the number of the document
        self.brush = WALL
        """The mark to draw with."""
        self.symmetry = MazeSymmetry.NONE
        self.tool = Tool.PENCIL
        self.pen_down = False
        """Whether the cursor draws as it moves."""
        self.message = ""
        """What came of the last command, if there is something to say."""
        self._cursor = (board.width // 2, board.height // 2)
        self._corner: tuple[int, int] | None = None
        self._stroke: _Stroke | None = None
        self._check = lru_cache(maxsize=8)(lambda board: check_drawing(board.drawing))
        self._checked = board

    @property
    def board(self) -> DraftBoard:
        return self.history.present.board

    @property
    def path(self) -> Path | None:
        """The file that the board belongs to, if it has one."""
        return self._paths[self.history.present.number]

    @path.setter
    def path(self, path: Path | None) -> None:
        self._paths[self.history.present.number] = path

    @property
    def cursor(self) -> Cell:
        """Its cell; of a smaller board than before, the nearest one."""
        return self.board.cell(*self._cursor)

    @property
    def corner(self) -> Cell | None:
        """Where the rectangle begins that the keys draw; of a smaller board than before, the
        nearest cell."""
        return self.board.cell(*self._corner) if self._corner else None

    @property
    def found(self) -> LayoutCheck:
        """What was found when the board was checked last."""
        check: LayoutCheck = self._check(self._checked)
        return check

    def check(self) -> LayoutCheck:
        """Check the board as it is now."""
        self._checked = self.board
        return self.found

    def cell_of(self, finding: LayoutFinding) -> Cell:
        """The cell that a finding is about."""
        return self.board.cell(finding.column - 1, finding.line - 1)

    def layout(self, name: str = "") -> Layout:
        """What is drawn, as a layout to play on. Raises LayoutError, with its line and column."""
        layout = Layout.parse(str(self.board), source=name or "this layout")
        return replace(layout, name=name)

    def end_stroke(self) -> None:
        """What is drawn next can be undone by itself."""
        self._stroke, self.message = None, ""

    # The cursor.

    def move(self, columns: int, rows: int) -> None:
        """Move the cursor, and draw if the pen is down."""
        column, row = self.board.column_and_row(self.cursor)
        self.go_to(self.board.cell(column + columns, row + rows))
        if self.pen_down:
            self._draw(self.board.drawn([self.cursor], self.brush, self.symmetry))

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell."""
        self._cursor = self.board.column_and_row(cell)

    def go_to_next_finding(self) -> None:
        """Put the cursor on the next place where something was found, in reading order."""
        cells = sorted({self.cell_of(finding) for finding in self.check().findings})
        later = [cell for cell in cells if cell > self.cursor]
        if cells:
            self.go_to([*later, *cells][0])
        else:
            self.message = "nothing is wrong or odd"

    # Drawing.

    def draw_here(self) -> None:
        """Use the tool at the cursor; a rectangle has a second corner."""
        here, board = self.cursor, self.board
        match self.tool:
            case Tool.PENCIL:
                self._draw(board.drawn([here], self.brush, self.symmetry))
            case Tool.FILL:
                self._draw(board.drawn(board.region(here), self.brush, self.symmetry))
            case Tool.RECTANGLE if self.corner is None:
                self._corner = board.column_and_row(here)
                self.message = "go to the opposite corner, and press space"
            case Tool.RECTANGLE:
                assert self.corner is not None
                cells = board.rectangle(self.corner, here)
                self._corner = None
                self._draw(board.drawn(cells, self.brush, self.symmetry))

    def touch(self, cell: Cell, gesture: Gesture) -> None:
        """Draw with a pointer: the second button draws floor. A drag is one change."""
        if not 0 <= cell < len(self.board.marks):
            return
        if gesture is not Gesture.DRAG:
            self.end_stroke()
            self._corner = None
            mark = FLOOR if gesture is Gesture.SECOND else self.brush
            self._stroke = _Stroke(self.board, cell, cell, mark)
        stroke = self._stroke
        if stroke is None:
            return
        self.go_to(cell)
        board, base = self.board, stroke.base
        if self.tool is Tool.FILL:
            board = base.drawn(base.region(stroke.start), stroke.mark, self.symmetry)
        elif self.tool is Tool.RECTANGLE:
            board = base.drawn(base.rectangle(stroke.start, cell), stroke.mark, self.symmetry)
        elif stroke.mark in STARTS:
            board = base.drawn([cell], stroke.mark, self.symmetry)
        else:
            board = board.drawn(board.line(stroke.last, cell), stroke.mark, self.symmetry)
        stroke.last = cell
        self._draw(board, stroke)

    def pick(self) -> None:
        """Draw with the mark under the cursor."""
        mark = self.board.marks[self.cursor]
        self.brush = mark if mark in MARKS else FLOOR

    @property
    def has_tool(self) -> bool:
        """Whether there is something to drop: another tool than the pencil, or the lowered pen."""
        return self.tool is not Tool.PENCIL or self.pen_down

    def use(self, tool: Tool) -> None:
        """Use a tool; when it is used already, the pencil."""
        used = self.tool
        self.drop_tool()
        self.tool = tool if tool is not used else Tool.PENCIL

    def lower_pen(self) -> None:
        """Draw as the cursor moves, or no longer."""
        was_down = self.pen_down
        self.drop_tool()
        if not was_down:
            self.pen_down = True
            self.draw_here()

    def drop_tool(self) -> None:
        """Go back to the pencil, and lift it."""
        self.tool, self._corner, self.pen_down = Tool.PENCIL, None, False

    def next_mirror(self) -> None:
        """Draw something else, too: see `MIRRORS`."""
        mirrors = [*MIRRORS]
        self.symmetry = mirrors[(mirrors.index(self.symmetry) + 1) % len(mirrors)]

    # The whole board.

    def resize(self, *, column: bool, larger: bool) -> None:
        """Double the cursor's column, or row; or remove it."""
        change = DraftBoard.with_line if larger else DraftBoard.without_line
        board = change(self.board, self.cursor, self.symmetry, column=column)
        what = "columns" if column else "rows"
        limit = f"at most {MAX_SIDE} {what}" if larger else f"at least {SMALLEST} {what}"
        self.message = limit if board == self.board else ""
        if board != self.board:
            self.history.change(replace(self.history.present, board=board))

    def begin(self, board: DraftBoard, path: Path | None = None) -> None:
        """Draw on another board, which can be undone, too."""
        self.history.change(Document(board, len(self._paths)))
        self._paths.append(path)

    def redraw(self, board: DraftBoard) -> None:
        """Replace the board as a part of the last change."""
        self.history.amend(replace(self.history.present, board=board))

    def undo(self) -> None:
        """Take back the last change."""
        if not self.history.undo():
            self.message = "nothing to undo"

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        if not self.history.redo():
            self.message = "nothing to redo"

    def _draw(self, board: DraftBoard, stroke: _Stroke | None = None) -> None:
        """Draw that; what belongs to one stroke is one change."""
        if board == self.board:
            mark = stroke.mark if stroke else self.brush
            is_border = not board.is_inside(self.cursor)
            self.message = _BORDER if is_border and mark != WALL else ""
            return
        document = replace(self.history.present, board=board)
        if stroke and stroke.changed:
            self.history.amend(document)
        else:
            self.history.change(document)
        if stroke:
            stroke.changed = True
