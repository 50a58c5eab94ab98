"""The whole of a terminal in lines: the boards, what agents think, and what stands below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from pacgrid.render.terminal.board_text import board_text, diagram_lines, size_of
from pacgrid.render.terminal.panels import (
    NARROWEST,
    WIDEST,
    foot,
    game_line,
    header,
    keys_line,
    panels,
    score_line,
    sheet_lines,
    words,
)
from pacgrid.render.terminal.style import Lines, Style, side_by_side
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import Board, Frame

LEAST_COLUMNS, LEAST_ROWS = 10, 4
"""Less than this is no game any more: Pac-Man would hardly see the next corner."""
GAP = 3
"""Columns between two blocks."""
LEAST_PART = 15, 7
"""Columns and rows: of several boards that don't fit, this much of each is worth showing."""
UNLIMITED = 10_000


@dataclass(frozen=True)
class BoardGrid:
    """Boards in a grid, each with `columns` and `rows` of its own."""

    boards: tuple[Board, ...]
    cell: int
    """The columns of a cell."""
    across: int
    """How many boards stand next to each other."""
    columns: int
    rows: int

    @property
    def down(self) -> int:
        """How many boards stand below each other."""
        return -(-len(self.boards) // self.across)

    def blocks(self, style: Style) -> list[Lines]:
        """The lines of each board; of several, with their headers."""
        several = len(self.boards) > 1
        room = self.columns, max(self.rows - several, 1)
        return [
            [header(board, self.columns, style)] * several
            + board_lines(board, style, self.cell, room)
            for board in self.boards
        ]

    def placed(self, blocks: Sequence[Lines]) -> Lines:
        """The lines of blocks that stand as the boards do."""
        starts = range(0, len(blocks), self.across)
        groups = (blocks[start : start + self.across] for start in starts)
        return [line for group in groups for line in side_by_side(group, self.columns, GAP)]


def board_lines(board: Board, style: Style, cell: int, room: tuple[int, int]) -> Lines:
    """What is drawn of a board in so many columns and rows."""
    if isinstance(board.scene, Diagram):
        return diagram_lines(board.scene, style, room)
    return [*board_text(board.scene, style, cell=cell, room=room).split("\n")]


def _size(board: Board, cell: int) -> tuple[int, int]:
    """Columns and rows of a whole board."""
    if isinstance(board.scene, Diagram):
        return size_of(board.scene)
    maze = board.scene.maze
    return cell * (maze.width - 1) + 1, maze.height


def arrangement(boards: tuple[Board, ...], columns: int, rows: int) -> BoardGrid:
    """The best one: whole boards if they fit, with square cells if they can have them.

    Otherwise as much as possible of each; if that isn't worth showing, only the first.
    """
    several = len(boards) > 1
    height = max(_size(board, 1)[1] for board in boards) + several
    parts = {}
    for cell in (2, 1):
        for across in range(len(boards), 0, -1):
            down = -(-len(boards) // across)
            share = (columns - GAP * (across - 1)) // across, rows // down
            whole = max(_size(board, cell)[0] for board in boards)
            shown = min(whole, share[0]), min(height, share[1])
            own = min(max(whole, WIDEST), share[0]) if several else shown[0]
            grid = BoardGrid(boards, cell, across, own, shown[1])
            if shown == (whole, height) or (shown[0] == whole and not several):
                return grid
            if cell == 1 and shown[0] >= LEAST_PART[0] and shown[1] >= LEAST_PART[1]:
                parts[shown[0] * shown[1], across] = grid
    if parts:
        return parts[max(parts)]
    width, height = _size(boards[0], 1)
    return BoardGrid(boards[:1], 1, 1, min(width, columns), min(height, rows))


def screen(frame: Frame, columns: int, rows: int, style: Style) -> Lines:
    """What a terminal of that size shows: at most so many lines, none of them wider."""
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        need = f"it needs {LEAST_COLUMNS} columns, {LEAST_ROWS} rows"
        problem = f"too small: {columns} columns, {rows} rows; {need}; enlarge it, or Q closes"
        lines = style.wrapped(problem, columns)
    elif frame.sheet:
        lines = sheet_lines(frame.sheet, columns, rows, style)
        grid = arrangement(frame.boards, columns, rows)
        if frame.sheet.selected is not None and len(lines) + grid.rows < rows and grid.across == 1:
            lines += [Text(), *grid.blocks(style)[0]]
    else:
        lines = _game_lines(frame, columns, rows, style)
    return _cropped(lines[:rows], columns)


def picture(frame: Frame, columns: int | None, style: Style, *, live: bool = False) -> Lines:
    """The boards with a line or two about them, as they are printed one after the other; `live`
    with the keys.

    Without a number of columns everything is as wide as it needs to be.
    """
    room = columns or 80
    if frame.sheet:
        lines = sheet_lines(frame.sheet, room, 24, style)
    else:
        grid = arrangement(frame.boards, columns or UNLIMITED, UNLIMITED)
        if columns is None:
            grid = replace(grid, across=1)
        last = keys_line(frame, room, style) if live else game_line(frame, style)
        lines = [*grid.placed(grid.blocks(style)), score_line(frame, style, live=live), last]
    return _cropped(lines, columns or UNLIMITED)


def _game_lines(frame: Frame, columns: int, rows: int, style: Style) -> Lines:
    """The boards, the panels beside or below them, and what stands below."""
    least = 1 if rows < 8 else 3 if rows < 16 else 5
    least = min(least + len(words(frame, columns, style)), rows // 2)
    if len({board.weight for board in frame.boards}) > 1:
        below = foot(frame, columns, least, style)
        return [*_weighted(frame.boards, columns, rows - len(below), style), *below]
    grid = arrangement(frame.boards, columns, rows - least)
    below = foot(frame, columns, max(rows - grid.down * grid.rows, least), style)
    if grid.across == 1 and columns - grid.columns - GAP >= NARROWEST:
        return [*_boards_and_panels(grid, columns, rows - len(below), style), *below]
    lines = [*grid.placed(grid.blocks(style)), *below]
    if grid.across == 1 or grid.columns < NARROWEST:
        for board in grid.boards:
            lines += panels(board, min(columns, WIDEST), rows - len(lines), style)
        return lines
    room = (rows - len(lines)) // grid.down
    return lines + grid.placed([panels(each, grid.columns, room, style) for each in grid.boards])


def _weighted(boards: Sequence[Board], columns: int, rows: int, style: Style) -> Lines:
    """The first board, and another one beside it; below it, if it would keep less than half of the
    columns."""
    first, other = boards[:2]
    titled = any(board.title for board in boards)

    def block(board: Board, cell: int, columns: int, rows: int) -> Lines:
        head = [header(board, columns, style)] * titled
        return head + board_lines(board, style, cell, (columns, max(rows - titled, 1)))

    for cell in (2, 1):
        width = _size(other, cell)[0]
        rest = columns - GAP - max(width, len(other.title))
        if rest >= columns // 2:
            rest = min(rest, max(_size(first, cell)[0], columns // 2))
            blocks = [block(first, cell, rest, rows), block(other, cell, width, rows)]
            return side_by_side(blocks, rest, GAP)
    below = block(other, 1, columns, rows // 2)
    return [*block(first, 1, columns, rows - len(below)), *below]


def _boards_and_panels(grid: BoardGrid, columns: int, rows: int, style: Style) -> Lines:
    """Boards below each other with their panels beside them; what is left of panels goes below the
    board."""
    lines: Lines = []
    room = min(columns - grid.columns - GAP, WIDEST)
    spare = max(rows - grid.down * grid.rows, 0)
    for board, block in zip(grid.boards, grid.blocks(style), strict=True):
        beside = grid.rows + spare
        below = spare - 1 if grid.columns >= NARROWEST and spare else 0
        shown = panels(board, room, beside, style, below)
        if len(shown) > beside:
            block += [Text(), *shown[beside:]]
        group = side_by_side([block, shown[:beside]], grid.columns, GAP)
        spare -= len(group) - grid.rows
        lines += group
    return lines


def _cropped(lines: Lines, columns: int) -> Lines:
    for line in lines:
        line.truncate(columns)
    return lines
