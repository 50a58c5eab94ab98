"""The whole of a terminal in lines: the boards, what agents think, and what stands below."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from pacgrid.render.terminal.board_text import board_text
from pacgrid.render.terminal.foot import foot, game_line, header, keys_line, score_line
from pacgrid.render.terminal.panels import NARROWEST, WIDEST, panels
from pacgrid.render.terminal.sheet import sheet_lines
from pacgrid.render.terminal.style import Lines, Style, cropped, side_by_side, wrapped
from pacgrid.session.frame import Board, Frame

LEAST_COLUMNS, LEAST_ROWS = 10, 4
"""Less than this is no game any more: Pac-Man would hardly see the next corner."""
GAP = 3
"""Columns between two blocks."""
LEAST_PART = 15, 7
"""Columns and rows: of several boards that don't fit, this much of each is worth showing."""
UNLIMITED = 10_000


@dataclass(frozen=True)
class Arrangement:
    """Boards in a grid, each with `columns` and `rows` of its own."""

    boards: tuple[Board, ...]
    cell: int
    """The columns of a cell."""
    across: int
    """How many boards stand next to each other."""
    columns: int
    rows: int

    def blocks(self, style: Style) -> list[Lines]:
        """The lines of each board; of several, with their headers."""
        many = len(self.boards) > 1
        room = self.columns, max(self.rows - many, 1)
        return [
            [header(board, self.columns, style)] * many
            + [*board_text(board.scene, style, cell=self.cell, room=room).split("\n")]
            for board in self.boards
        ]


def arrangement(boards: tuple[Board, ...], columns: int, rows: int) -> Arrangement:
    """The best one: whole boards if they fit, with square cells if they can have them.

    Otherwise as much as possible of each; if that isn't worth showing, only the first.
    """
    many = len(boards) > 1
    width = max(board.scene.maze.width for board in boards)
    height = max(board.scene.maze.height for board in boards) + many
    parts = []
    for cell in (2, 1):
        for across in range(len(boards), 0, -1):
            share = (columns - GAP * (across - 1)) // across, rows // -(-len(boards) // across)
            wide = cell * (width - 1) + 1
            seen = min(wide, share[0]), min(height, share[1])
            own = min(max(wide, WIDEST), share[0]) if many else seen[0]
            made = Arrangement(boards, cell, across, own, seen[1])
            if seen[0] == wide and (seen[1] == height or not many):
                return made
            if cell == 1 and seen[0] >= LEAST_PART[0] and seen[1] >= LEAST_PART[1]:
                parts.append((seen[0] * seen[1], across, made))
    if parts:
        return max(parts, key=lambda part: part[:2])[2]
    return Arrangement(boards[:1], 1, 1, min(width, columns), min(height, rows))


def screen(frame: Frame, columns: int, rows: int, style: Style) -> Lines:
    """What a terminal of that size shows: at most so many lines, none of them wider."""
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        return _too_small(columns, rows, style)
    if sheet := frame.sheet:
        lines = sheet_lines(sheet, columns, rows, style)
        grid = arrangement(frame.boards, columns, rows)
        if sheet.selected is not None and len(lines) + grid.rows < rows and grid.across == 1:
            lines += [style.words(), *grid.blocks(style)[0]]
        return lines
    least = 1 if rows < 8 else 3 if rows < 16 else 5
    grid = arrangement(frame.boards, columns, rows - least)
    blocks, width = grid.blocks(style), grid.columns
    down = -(-len(blocks) // grid.across)
    below = foot(frame, columns, max(rows - down * grid.rows, least), style)
    free = columns - width - GAP
    if grid.across == 1 and free >= NARROWEST:
        spare = max(rows - len(below) - down * grid.rows, 0)
        for number, block in enumerate(blocks):
            side = grid.rows + spare
            more = spare - 1 if width >= NARROWEST and spare else 0
            shown = panels(grid.boards[number], min(free, WIDEST), side, style, more)
            if len(shown) > side:
                block += [style.words(), *shown[side:]]  # what is left goes below the board
            blocks[number] = side_by_side([block, shown[:side]], [width, free], GAP)
            spare -= len(blocks[number]) - grid.rows
        lines = [*chain.from_iterable(blocks), *below]
    else:
        lines = [*_arranged(blocks, grid.across, width), *below]
        if grid.across > 1 and width >= NARROWEST:
            left = (rows - len(lines)) // down
            under = [panels(board, width, left, style) for board in grid.boards]
            lines += _arranged(under, grid.across, width)
        else:
            for board in grid.boards:
                lines += panels(board, min(columns, WIDEST), rows - len(lines), style)
    return [cropped(line, columns) for line in lines[:rows]]


def picture(frame: Frame, columns: int | None, style: Style, *, keys: bool = False) -> Lines:
    """The boards with a line or two about them, as they are printed one after the other.

    Without a number of columns everything is as wide as it needs to be.
    """
    if frame.sheet:
        return sheet_lines(frame.sheet, columns or 80, 24, style)
    grid = arrangement(frame.boards, columns or UNLIMITED, UNLIMITED)
    across = grid.across if columns else 1
    lines = _arranged(grid.blocks(style), across, grid.columns)
    lines.append(score_line(frame, style, live=keys))
    lines.append(keys_line(frame.keys, columns or 80, style) if keys else game_line(frame, style))
    return [cropped(line, columns or UNLIMITED) for line in lines]


def complaint(columns: int, rows: int | None = None) -> str:
    """Why nothing is drawn."""
    have = f"{columns} columns" + ("" if rows is None else f", {rows} rows")
    need = f"{LEAST_COLUMNS} columns" + ("" if rows is None else f", {LEAST_ROWS} rows")
    return f"the terminal is too small: {have}; it needs {need}"


def _too_small(columns: int, rows: int, style: Style) -> Lines:
    long = f"{complaint(columns, rows)}; enlarge it, or press Q to close"
    texts = [wrapped(text, columns) for text in (long, "too small: make it larger", "too small")]
    lines = next((lines for lines in texts if len(lines) <= rows), texts[-1])
    return [cropped(style.words(line), columns) for line in lines[:rows]]


def _arranged(blocks: Sequence[Lines], across: int, width: int) -> Lines:
    lines: Lines = []
    for start in range(0, len(blocks), across):
        group = blocks[start : start + across]
        lines += side_by_side(group, [width] * len(group), GAP)
    return lines
