"""The board of any game as a diagram."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from string import ascii_lowercase
from typing import Any

from pacgrid.search import GameState
from pacgrid.session.board_squares import NO_SQUARE, BoardSquares, Square
from pacgrid.session.board_text import board_text
from pacgrid.session.diagram import (
    Anchor,
    Diagram,
    Disc,
    Part,
    Point,
    Polygon,
    Target,
    TextRun,
    Words,
)
from pacgrid.session.marks import Ink
from pacgrid.session.pieces import AGENTS, piece

LETTER_WIDTH = 0.55
"""Of a letter, as a share of the height of its line."""
MARGIN = 0.6
ROW_HEIGHT = 0.55
"""Of the list of actions."""
MOST_ROWS = 10


def board_diagram(
    state: GameState,
    *,
    selected: Any = None,
    targets: Sequence[Any] = (),
    before: GameState | None = None,
    values: Mapping[Any, float] | None = None,
) -> Diagram:
    """The board of `state`; of a game without `grid()`, its text.

    Args:
        selected: the action that is selected, if one is.
        targets: actions that can be clicked; a target's number is the action's in `targets`. Where
            pieces are moved, a click on a piece selects its first action, rather than play it: the
            target has the action's number plus the number of `targets`.
        before: the position one ply before; squares that changed since are highlighted.
        values: the value of each action, to be shown where the action leads.
    """
    if not hasattr(state, "grid"):
        return text_diagram(str(state))
    board = BoardSquares(state, selected, tuple(targets), before, values or {})  # type: ignore[arg-type]
    return _Drawing(board).diagram()


def bare_board(state: GameState, before: GameState | None = None) -> Diagram:
    """The squares of a board, with nothing around them: to be drawn small, in something else.

    Args:
        before: as for `board_diagram`.
    """
    if not hasattr(state, "grid"):
        return text_diagram(str(state))
    board = BoardSquares(state, None, (), before, {})  # type: ignore[arg-type]
    return _Drawing(board, margin=0, coordinates=False).diagram()


def text_diagram(text: str) -> Diagram:
    """Lines of text as a diagram."""
    lines = text.split("\n")
    letter = 0.4 * LETTER_WIDTH
    parts = tuple(
        Words(
            line.strip(),
            (MARGIN + letter * (len(line) - len(line.lstrip())), MARGIN + 0.5 * row),
            anchor=Anchor.START,
        )
        for row, line in enumerate(lines)
    )
    width = letter * max(map(len, lines)) + 2 * MARGIN
    text_lines = tuple((TextRun(line),) for line in lines)
    return Diagram(width, 0.5 * len(lines) + MARGIN, parts, text_lines, description=text)


class _Drawing:
    """The board of one position, and a list of the actions that have no squares of their own."""

    def __init__(
        self, board: BoardSquares, *, margin: float = MARGIN, coordinates: bool = True
    ) -> None:
        self.board = board
        self.margin = margin
        self.has_coordinates = coordinates and board.has_coordinates
        self.state = board.state
        widths = (max(1, 0.5 + 0.4 * LETTER_WIDTH * length) for length in board.longest)
        self.edges = tuple(accumulate(widths, initial=self.margin))
        """Where columns begin and end."""
        names = [len(self.state.action_name(action)) for action in board.listed]
        self.list_width = max(2.4, 1.3 + 0.4 * LETTER_WIDTH * max(names, default=0))
        left, step = self.edges[-1] + self.margin, self.list_width + 0.2
        self.list_corners = [
            (left + step * (number // MOST_ROWS), self.margin + ROW_HEIGHT * (number % MOST_ROWS))
            for number in range(len(board.listed))
        ]

    def diagram(self) -> Diagram:
        corners = self.list_corners
        bottom = max([self.margin + len(self.board.rows), *(y + ROW_HEIGHT for _, y in corners)])
        return Diagram(
            max([self.edges[-1], *(x + self.list_width for x, _ in corners)]) + self.margin,
            bottom + self.margin,
            (*self._squares(), *self._coordinates(), *self._list()),
            tuple(board_text(self.board)),
            tuple(self._targets()),
            description=str(self.state),
        )

    def _squares(self) -> Iterator[Part]:
        for row, squares in enumerate(self.board.rows):
            for column, square in enumerate(squares):
                corners = self._corners(column, row)
                if square.changed:
                    yield Polygon(corners, Ink.VALUE, outline=None, opacity=0.25)
                if square.text != NO_SQUARE:
                    dark = self.board.is_chequered and (column + row) % 2 == 1
                    fill = Ink.FAINT if dark else None
                    yield Polygon(corners, fill, outline=Ink.FAINT, opacity=0.3, width=0.03)
                if square.selected:
                    corners = self._corners(column, row, inset=0.06)
                    yield Polygon(corners, Ink.BEST, Ink.BEST, opacity=0.15, width=0.04)
                yield from self._contents(column, row, square)

    def _contents(self, column: int, row: int, square: Square) -> Iterator[Part]:
        left, right = self.edges[column : column + 2]
        middle = ((left + right) / 2, self.margin + row + 0.5)
        if square.text == "•":
            yield Disc(middle, 0.27, Ink.TEXT, outline=None)
        elif square.text in AGENTS:
            yield from piece(square.text, middle)
        elif square.text:
            size = 0.4 if self.board.is_table else 0.8
            yield Words(square.text, middle, size, agent=square.agent, strong=True)
        if square.note:
            corner = (right - 0.15, self.margin + row + 0.84)
            at, size = (corner, 0.24) if square.text else (middle, 0.36)
            yield Words(square.note, at, size, square.note_ink)

    def _corners(self, column: int, row: int, inset: float = 0) -> tuple[Point, ...]:
        left, right = self.edges[column] + inset, self.edges[column + 1] - inset
        top, bottom = self.margin + row + inset, self.margin + row + 1 - inset
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def _coordinates(self) -> Iterator[Part]:
        if not self.has_coordinates:
            return
        rows = len(self.board.rows)
        for column in range(len(self.board.rows[0])):
            at = (self.margin + column + 0.5, self.margin + rows + 0.3)
            yield Words(ascii_lowercase[column], at, 0.28, Ink.FAINT)
        for row in range(rows):
            yield Words(
                str(rows - row), (self.margin - 0.3, self.margin + row + 0.5), 0.28, Ink.FAINT
            )

    def _list(self) -> Iterator[Part]:
        for action, (x, y) in zip(self.board.listed, self.list_corners, strict=True):
            middle = y + ROW_HEIGHT / 2
            if action == self.board.selected:
                right, bottom = x + self.list_width, y + ROW_HEIGHT
                corners = ((x, y), (right, y), (right, bottom), (x, bottom))
                yield Polygon(corners, Ink.BEST, Ink.BEST, opacity=0.15, width=0.04)
            note, ink = self.board.note(action)
            name = self.state.action_name(action)
            yield Words(note, (x + 0.75, middle), 0.34, ink, Anchor.END)
            yield Words(name, (x + 1, middle), 0.4, anchor=Anchor.START)

    def _targets(self) -> Iterator[Target]:
        board = self.board
        for action, corner in zip(board.listed, self.list_corners, strict=True):
            if action in board.targets:
                yield Target(board.targets.index(action), corner, (self.list_width, ROW_HEIGHT))
        for action in board.shown_at.values() if board.targets else ():
            number = board.targets.index(action)
            for column, row in board.click_cells(action):
                yield self._target(number, column, row)
        for (column, row), number in board.pieces().items():
            yield self._target(len(board.targets) + number, column, row)

    def _target(self, number: int, column: int, row: int) -> Target:
        left, right = self.edges[column : column + 2]
        return Target(number, (left, self.margin + row), (right - left, 1))
