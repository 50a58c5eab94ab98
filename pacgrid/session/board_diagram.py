"""The board of any game as a diagram: squares, pieces, and a list of actions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import cos, pi, sin
from string import ascii_lowercase
from typing import Any

from pacgrid.games.board_state import BoardState
from pacgrid.search import GameState
from pacgrid.session.amounts import short
from pacgrid.session.diagram import (
    Anchor,
    Diagram,
    Disc,
    Part,
    Point,
    Polygon,
    Stroke,
    Target,
    TextLine,
    TextRun,
    Words,
    rectangle,
)
from pacgrid.session.themes import Ink

LETTER_WIDTH = 0.55
"""A letter is this part of its line's height wide."""
MARGIN = 0.6
ROW_HEIGHT = 0.55
"""The height of a row in the list of actions."""
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
        self, board: "BoardSquares", *, margin: float = MARGIN, coordinates: bool = True
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

    def _contents(self, column: int, row: int, square: "Square") -> Iterator[Part]:
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
        left, right = self.edges[column : column + 2]
        return rectangle(left, self.margin + row, right, self.margin + row + 1, -inset)

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
                corners = rectangle(x, y, x + self.list_width, y + ROW_HEIGHT)
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


NO_SQUARE = " "
MOST_LISTED = 10
"""With at most so many actions, all are listed, whichever piece is selected."""


@dataclass(frozen=True)
class Square:
    """What is in a square, for both forms of the diagram."""

    text: str
    agent: int | None
    """The agent whose piece or name it is."""
    changed: bool
    selected: bool
    """Whether the selected action changes it."""
    note: str
    """The value or the number of an action that is shown here."""
    note_ink: Ink


class BoardSquares:
    """The squares of one position, and the actions that have no squares of their own.

    The arguments are those of `board_diagram`.
    """

    def __init__(
        self,
        state: BoardState,
        selected: Any,
        targets: tuple[Any, ...],
        before: BoardState | None,
        values: Mapping[Any, float],
    ) -> None:
        self.state = state
        self.selected = selected
        self.targets = targets
        self.values = values
        self.has_coordinates = bool(getattr(state, "has_coordinates", False))
        self.is_chequered = bool(getattr(state, "is_chequered", False))
        grid = state.grid()
        old = before.grid() if before else grid
        actions = targets or tuple(values)
        cells = {state.cell(action): action for action in actions}
        has_own = len(cells) == len(actions) and None not in cells
        self.shown_at = cells if has_own else self._moves_of_selected()
        """The action that is shown in each square."""
        self.listed = () if has_own else self._listed(actions)
        preview = selected in targets and state.cell(selected) is not None
        new = state.successor(selected).grid() if preview else grid
        self.longest = [max(map(len, column)) for column in zip(*grid, strict=True)]
        """The length of the longest text in each column."""
        self.is_table = max(self.longest) > 2
        """Whether squares have words rather than marks."""
        self.rows = tuple(
            tuple(
                self._square(
                    (column, row),
                    text,
                    changed=text != _text_at(old, column, row),
                    selected=text != _text_at(new, column, row),
                )
                for column, text in enumerate(texts)
            )
            for row, texts in enumerate(grid)
        )

    def _listed(self, actions: tuple[Any, ...]) -> tuple[Any, ...]:
        """All actions; if these are many, those of the selected piece, if one is."""
        of_piece = self._of_selected_piece() if len(actions) > MOST_LISTED else ()
        return tuple(of_piece) or actions

    def _moves_of_selected(self) -> dict[tuple[int, int] | None, Any]:
        """Where the selected piece can go; of several actions that lead to one square, the
        first."""
        return {self.state.cell(action): action for action in reversed(self._of_selected_piece())}

    def _of_selected_piece(self) -> list[Any]:
        """The actions of the piece that the selected action moves."""
        if self.selected not in self.targets or not (start := self.start(self.selected)):
            return []
        return [action for action in self.targets if self.start(action) == start]

    def start(self, action: Any) -> tuple[int, int] | None:
        """Where the piece stands that `action` moves, if it moves one."""
        found: tuple[int, int] | None = None
        return self.state.start_cell(action) if hasattr(self.state, "start_cell") else found

    def pieces(self) -> Mapping[tuple[int, int], int]:
        """Where there are pieces to select: the number of the first action of each among
        `targets`."""
        found: dict[tuple[int, int], int] = {}
        for number, action in enumerate(self.targets):
            if start := self.start(action):
                found.setdefault(start, number)
        return found

    def note(self, action: Any) -> tuple[str, Ink]:
        """The value of `action`, or the number of the key that plays it."""
        if action in self.values:
            value, best = self.values[action], max if self.state.to_move == 0 else min
            return short(value), Ink.BEST if value == best(self.values.values()) else Ink.VALUE
        number = self.targets.index(action) + 1
        return str(number) if number <= 9 else "·", Ink.FAINT

    def click_cells(self, action: Any) -> Iterable[tuple[int, int]]:
        """The squares where a click plays `action`, which has a square of its own."""
        if hasattr(self.state, "click_cells"):
            cells: Iterable[tuple[int, int]] = self.state.click_cells(action)
            return cells
        cell = self.state.cell(action)
        return [cell] if cell else []

    def _square(self, cell: tuple[int, int], text: str, *, changed: bool, selected: bool) -> Square:
        names = [player if self.is_table else player[0] for player in self.state.players]
        agent = names.index(text) if text in names else AGENTS.get(text)
        note, ink = "", Ink.FAINT
        if cell in self.shown_at:
            note, ink = self.note(self.shown_at[cell])
        return Square(text, agent, changed, selected, note, ink)


def _text_at(grid: tuple[tuple[str, ...], ...], column: int, row: int) -> str:
    """The text in a square of `grid`, which may be smaller."""
    return grid[row][column] if row < len(grid) and column < len(grid[row]) else NO_SQUARE


MOST_LINES = 19
"""With so many lines, a board and a list below it fit into a terminal of 24; with more, the list is
to the right of the board."""


def board_text(board: BoardSquares) -> Iterator[TextLine]:
    """The squares row by row, and the list of actions."""
    squares, listed = list(_square_lines(board)), [*_action_lines(board)]
    if not listed or len(squares) + len(listed) <= MOST_LINES:
        yield from (*squares, *listed)
        return
    width = max(map(_length, squares))
    height = max(len(squares), MOST_LINES // 2)
    columns = [listed[start : start + height] for start in range(0, len(listed), height)]
    for line in range(height):
        yield _beside(
            [(squares, width), *((each, max(map(_length, each))) for each in columns)], line
        )


def _square_lines(board: BoardSquares) -> Iterator[TextLine]:
    most = max(3, max(board.longest) + 2)
    widths = [length + 2 if board.is_table else most for length in board.longest]
    ruled, rows = board.has_coordinates, len(board.rows)
    for row, squares in enumerate(board.rows):
        if ruled and row:
            yield (TextRun("   " + "┼".join("─" * width for width in widths), Ink.FAINT),)
        line = [TextRun(f"{rows - row:>2} " if ruled else "   ", Ink.FAINT)]
        for column, square in enumerate(squares):
            line += [TextRun("│", Ink.FAINT)] * bool(ruled and column)
            line.append(_square_run(square, widths[column]))
        yield tuple(line)
    if ruled:
        names = (
            letter.center(width) for letter, width in zip(ascii_lowercase, widths, strict=False)
        )
        yield (TextRun("   " + " ".join(names), Ink.FAINT),)


def _action_lines(board: BoardSquares) -> Iterator[TextLine]:
    for action in board.listed:
        note, ink = board.note(action)
        name = board.state.action_name(action)
        yield (TextRun(f"{note:>5}  ", ink), TextRun(f" {name} ", inverse=action == board.selected))


def _beside(columns: Sequence[tuple[Sequence[TextLine], int]], number: int) -> TextLine:
    """That line of each column, as wide as the column says."""
    line: TextLine = ()
    for lines, width in columns:
        part = lines[number] if number < len(lines) else ()
        line += (*part, TextRun(" " * (width - _length(part))))
    return line


def _length(line: TextLine) -> int:
    return sum(len(run.text) for run in line)


def _square_run(square: Square, letters: int) -> TextRun:
    text = (square.text or square.note).strip().center(letters)
    if not square.text:
        return TextRun(text, square.note_ink, inverse=square.selected)
    return TextRun(text, strong=square.changed, agent=square.agent, inverse=square.selected)


_FOOT = ((0.28, 0.27), (0.28, 0.36))
_PAWN_HEAD = [
    (0.15 * sin(angle), -0.17 + 0.15 * cos(angle))
    for angle in (pi * (1 - 0.78 * step / 8) for step in range(9))
]
_RIGHT_HALVES: dict[str, Sequence[Point]] = {
    "♟": (*_PAWN_HEAD, (0.11, 0.12), (0.25, 0.24), (0.25, 0.36)),
    "♜": (
        *((0, -0.24), (0.06, -0.24), (0.06, -0.32), (0.15, -0.32), (0.15, -0.24), (0.19, -0.24)),
        *((0.19, -0.32), (0.28, -0.32), (0.28, -0.13), (0.17, -0.05), (0.19, 0.19), *_FOOT),
    ),
    "♝": (
        *((0, -0.3), (0.09, -0.22), (0.16, -0.08), (0.15, 0.02), (0.08, 0.09), (0.12, 0.2)),
        *_FOOT,
    ),
    "♛": (
        *((0, -0.3), (0.07, -0.04), (0.17, -0.29), (0.19, -0.02), (0.33, -0.22), (0.21, 0.14)),
        *((0.2, 0.2), *_FOOT),
    ),
    "♚": (
        *((0, -0.12), (0.1, -0.23), (0.24, -0.2), (0.3, -0.06), (0.2, 0.13), (0.2, 0.2), *_FOOT),
    ),
}
"""The outlines of the right halves, from the top down, around the middle of a square."""
_KNIGHT: Sequence[Point] = (
    *((-0.24, 0.36), (-0.24, 0.27), (-0.15, 0.2), (0, 0.02), (-0.13, 0.04), (-0.21, 0.1)),
    *((-0.3, 0.06), (-0.29, -0.02), (-0.17, -0.2), (-0.12, -0.36), (-0.03, -0.28)),
    *((0.1, -0.26), (0.2, -0.14), (0.25, 0.03), (0.22, 0.2), *_FOOT),
)
_DISC_RADIUS = 0.36
AGENTS = {
    **dict.fromkeys("♙♘♗♖♕♔", 0),
    **dict.fromkeys("♟♞♝♜♛♚", 1),
    "●": 0,
    "○": 1,
}
"""The agent whose piece each text is."""


def piece(text: str, middle: Point) -> Iterator[Part]:
    """The parts that draw one of `AGENTS` in a square around `middle`."""
    agent = AGENTS[text]
    if text in "●○":
        yield Disc(middle, _DISC_RADIUS, agent=agent, width=0.03)
        return
    kind = text.translate(str.maketrans("♙♘♗♖♕♔", "♟♞♝♜♛♚"))
    yield Polygon(_around(middle, _outline(kind)), agent=agent, width=0.03)
    for points in _LINES.get(kind, ()):
        yield Stroke(_around(middle, points), width=0.035)
    for center, radius in _BALLS.get(kind, ()):
        (at,) = _around(middle, [center])
        fill = Ink.TEXT if kind == "♞" else None
        yield Disc(at, radius, fill, agent=None if fill else agent, width=0.03)


_LINES: dict[str, Sequence[Sequence[Point]]] = {
    "♚": (((0, -0.42), (0, -0.12)), ((-0.08, -0.34), (0.08, -0.34)), ((-0.2, 0.18), (0.2, 0.18))),
    "♛": (((-0.2, 0.18), (0.2, 0.18)),),
    "♝": (((0, -0.16), (0, 0)), ((-0.06, -0.09), (0.06, -0.09))),
}
_BALLS: dict[str, Sequence[tuple[Point, float]]] = {
    "♛": tuple(
        ((x, y), 0.045)
        for x, y in ((-0.33, -0.24), (-0.17, -0.31), (0, -0.33), (0.17, -0.31), (0.33, -0.24))
    ),
    "♝": (((0, -0.33), 0.05),),
    "♞": (((-0.1, -0.16), 0.03),),
}


def _outline(kind: str) -> Sequence[Point]:
    if kind == "♞":
        return _KNIGHT
    right = _RIGHT_HALVES[kind]
    return (*right, *((-x, y) for x, y in reversed(right)))


def _around(middle: Point, points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((middle[0] + x, middle[1] + y) for x, y in points)
