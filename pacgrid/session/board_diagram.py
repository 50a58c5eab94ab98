"""The board of any game as a diagram: squares, pieces, and a list of actions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import cos, pi, sin
from string import ascii_lowercase
from typing import Any

from pacgrid.games.game_setup import BoardState
from pacgrid.search import GameState
from pacgrid.session.frame import (
    Anchor,
    Diagram,
    Disc,
    Part,
    Point,
    Polygon,
    Target,
    TextLine,
    TextRun,
    Words,
    rectangle,
    short_side_by_side,
)
from pacgrid.session.themes import Ink

LETTER_WIDTH = 0.55
"""A letter is this part of its line's height wide."""
MARGIN = 0.6
ROW_HEIGHT = 0.55
MOST_ROWS = 10
"""The rows of the list beside a small board; beside a larger one, as many as it has room for."""
NO_SQUARE = " "
MOST_LISTED = 10
"""With at most so many actions, all are listed, whichever piece is selected."""
Cell = tuple[int, int]
"""A column and a row, row 0 at the top."""


def board_diagram(
    state: GameState,
    *,
    selected: Any = None,
    targets: Sequence[Any] = (),
    before: GameState | None = None,
    values: Mapping[Any, float] | None = None,
    margin: float = MARGIN,
) -> Diagram:
    """The board of `state`; of a game without `grid()`, its text.

    Args:
        selected: the action that is selected, if one is.
        targets: actions that can be clicked; a target's number is the action's in `targets`. Where
            pieces are moved, a click on a piece selects its first action, rather than play it: the
            target has the action's number plus the number of `targets`.
        before: the position one ply before; squares that changed since are highlighted.
        values: the value of each action, to be shown where the action leads.
        margin: the room around the squares; without any, there are no coordinates.
    """
    if not hasattr(state, "grid"):
        return text_diagram(str(state))
    return BoardDrawing(state, selected, tuple(targets), before, values or {}, margin).diagram()  # type: ignore[arg-type]


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


def number_keys(state: GameState) -> dict[Any, int]:
    """The number that plays each legal action: where a move fills an empty square, that of the
    square, which is the same in the whole game; elsewhere, that of the action."""
    actions = state.legal_actions()
    numbers = {action: number for number, action in enumerate(actions, 1)}
    if hasattr(state, "start_cell") or not hasattr(state, "cell"):
        return numbers
    board: BoardState = state  # type: ignore[assignment]
    grid, cells = board.grid(), {board.cell(action): action for action in actions}
    squares = [(column, row) for row, texts in enumerate(grid) for column in range(len(texts))]
    empty = [(column, row) for column, row in squares if not grid[row][column]]
    if len(squares) > 9 or len(cells) < len(actions) or not {*cells} <= {*empty}:
        return numbers
    return {cells[cell]: number for number, cell in enumerate(squares, 1) if cell in cells}


@dataclass(frozen=True)
class Square:
    text: str
    agent: int | None
    """The agent whose piece or name it is."""
    changed: bool
    selected: bool
    """Whether the selected action changes it."""
    note: str
    """The value or the number of an action that is shown here."""
    note_ink: Ink


class BoardDrawing:
    """The squares of one position, and a list of the actions that have no squares of their own.

    The arguments are those of `board_diagram`.
    """

    def __init__(
        self,
        state: BoardState,
        selected: Any,
        targets: tuple[Any, ...],
        before: BoardState | None,
        values: Mapping[Any, float],
        margin: float,
    ) -> None:
        self.state = state
        self.selected = selected
        self.targets = targets
        self._keys = number_keys(state) if targets else {}
        self.values = values
        self._texts = dict(zip(values, short_side_by_side(values.values()), strict=True))
        self.margin = margin
        self.has_coordinates = margin > 0 and bool(getattr(state, "has_coordinates", False))
        self.is_text = bool(getattr(state, "is_text", False))
        self.is_hexagonal = bool(getattr(state, "is_hexagonal", False))
        """Whether squares are hexagons, each row half of one to the right, as in Hex: player 0
        connects the top with the bottom, player 1 the left with the right."""
        grid = state.grid()
        old = before.grid() if before else grid
        actions = targets or tuple(values)
        placed = [action for action in actions if state.cell(action) is not None]
        cells = {state.cell(action): action for action in placed}
        has_own = len(cells) == len(placed)
        of_piece = self._of_selected_piece()
        self.shown_at = (
            cells if has_own else {state.cell(action): action for action in reversed(of_piece)}
        )
        """The action that is shown in each square: of those of a selected piece, the first."""
        is_long = of_piece and len(actions) > MOST_LISTED
        self.listed = tuple(of_piece) if is_long else actions
        if has_own:
            self.listed = tuple(action for action in actions if action not in placed)
        preview = selected in targets and state.cell(selected) is not None
        new = state.successor(selected).grid() if preview else grid
        self.longest = [max(map(len, column)) for column in zip(*grid, strict=True)]
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
        widths = (self._width(length) for length in self.longest)
        self.edges = tuple(accumulate(widths, initial=margin))
        names = [len(state.action_name(action)) for action in self.listed]
        self.list_width = max(2.4, 1.3 + 0.4 * LETTER_WIDTH * max(names, default=0))
        self.right = self.edges[-1] + self._shift(len(grid) - 1)
        left, step = self.right + margin, self.list_width + 0.2
        most = max(MOST_ROWS, int(len(grid) / ROW_HEIGHT))
        self.list_corners = [
            (left + step * (number // most), margin + ROW_HEIGHT * (number % most))
            for number in range(len(self.listed))
        ]

    def _width(self, length: int) -> float:
        return LETTER_WIDTH if self.is_text else max(1, 0.5 + 0.4 * LETTER_WIDTH * length)

    def _shift(self, row: int) -> float:
        return 0.5 * row if self.is_hexagonal else 0

    def _sides(self, column: int, row: int) -> tuple[float, float]:
        shift = self._shift(row)
        return self.edges[column] + shift, self.edges[column + 1] + shift

    def _square(self, cell: Cell, text: str, *, changed: bool, selected: bool) -> Square:
        names = [player if self.is_table else player[0] for player in self.state.players]
        agent = names.index(text) if text in names else AGENTS.get(text)
        if hasattr(self.state, "owner"):
            agent = self.state.owner(text)
        note, ink = self.note(self.shown_at[cell]) if cell in self.shown_at else ("", Ink.FAINT)
        return Square(text, agent, changed, selected, note, ink)

    def note(self, action: Any) -> tuple[str, Ink]:
        """The value of `action`, or the number of the key that plays it."""
        if action in self.values:
            value, best = self.values[action], max if self.state.to_move == 0 else min
            is_best = value == best(self.values.values())
            return self._texts[action], Ink.BEST if is_best else Ink.VALUE
        number = self._keys[action]
        return str(number) if number <= 9 else "·", Ink.FAINT

    def _start(self, action: Any) -> Cell | None:
        """Where the piece stands that `action` moves, if it moves one."""
        found: Cell | None = None
        return self.state.start_cell(action) if hasattr(self.state, "start_cell") else found

    def _of_selected_piece(self) -> list[Any]:
        if self.selected not in self.targets or not (start := self._start(self.selected)):
            return []
        return [action for action in self.targets if self._start(action) == start]

    def diagram(self) -> Diagram:
        corners = self.list_corners
        bottom = max([self.margin + len(self.rows), *(y + ROW_HEIGHT for _, y in corners)])
        return Diagram(
            max([self.right, *(x + self.list_width for x, _ in corners)]) + self.margin,
            bottom + self.margin,
            (*self._goals(), *self._squares(), *self._coordinates(), *self._list()),
            tuple(board_text(self)),
            tuple(self._targets()),
            description=str(self.state),
        )

    def _squares(self) -> Iterator[Part]:
        for row, squares in enumerate(self.rows):
            for column, square in enumerate(squares):
                corners = self._corners(column, row)
                if square.changed:
                    yield Polygon(corners, Ink.VALUE, outline=None, opacity=0.25)
                if square.text != NO_SQUARE and not self.is_text:
                    yield Polygon(corners, outline=Ink.FAINT, width=0.03)
                if square.selected:
                    yield _highlight(self._corners(column, row, inset=0.06))
                yield from self._contents(column, row, square)

    def _contents(self, column: int, row: int, square: Square) -> Iterator[Part]:
        left, right = self._sides(column, row)
        middle = ((left + right) / 2, self.margin + row + 0.5)
        if square.text == "•":
            yield Disc(middle, 0.27, Ink.TEXT, outline=None)
        elif square.text in AGENTS and square.agent is not None:
            yield from piece(square.text, middle, square.agent)
        elif square.text:
            size = 0.4 if self.is_table else 0.8 if len(square.text) == 1 else 0.5
            yield Words(square.text, middle, size, agent=square.agent, strong=True)
        if square.note:
            corner = (right - 0.15, self.margin + row + 0.84)
            at, size = (corner, 0.24) if square.text else (middle, 0.36)
            yield Words(square.note, at, size, square.note_ink)

    def _corners(self, column: int, row: int, inset: float = 0) -> tuple[Point, ...]:
        left, right = self._sides(column, row)
        top = self.margin + row
        if not self.is_hexagonal:
            return rectangle(left, top, right, top + 1, -inset)
        middle, left, right = (left + right) / 2, left + inset, right - inset
        high, low = top + 1 / 6, top + 5 / 6
        upper, lower = (middle, top - 1 / 6 + inset), (middle, top + 7 / 6 - inset)
        return upper, (right, high), (right, low), lower, (left, low), (left, high)

    def _goals(self) -> Iterator[Part]:
        """In Hex, the sides that each player connects, in the player's colour."""
        if not (self.is_hexagonal and self.margin):
            return
        rows, columns = range(len(self.rows)), range(len(self.rows[0]))
        top = [self._corners(column, 0) for column in columns]
        bottom = [self._corners(column, rows[-1]) for column in columns]
        left = [self._corners(0, row) for row in rows]
        right = [self._corners(columns[-1], row) for row in rows]
        yield _band([each[corner] for each in top for corner in (5, 0, 1)], (0, -GOAL), 0)
        yield _band([each[corner] for each in bottom for corner in (4, 3, 2)], (0, GOAL), 0)
        yield _band([each[corner] for each in left for corner in (5, 4)], (-GOAL, 0), 1)
        yield _band([each[corner] for each in right for corner in (1, 2)], (GOAL, 0), 1)

    def _coordinates(self) -> Iterator[Part]:
        if not self.has_coordinates:
            return
        rows, margin = len(self.rows), self.margin
        for column in range(len(self.rows[0])):
            at = (margin + column + 0.5, margin + rows + 0.3)
            yield Words(ascii_lowercase[column], at, 0.28, Ink.FAINT)
        for row in range(rows):
            yield Words(str(rows - row), (margin - 0.3, margin + row + 0.5), 0.28, Ink.FAINT)

    def _list(self) -> Iterator[Part]:
        for action, (x, y) in zip(self.listed, self.list_corners, strict=True):
            middle = y + ROW_HEIGHT / 2
            if action == self.selected:
                yield _highlight(rectangle(x, y, x + self.list_width, y + ROW_HEIGHT))
            note, ink = self.note(action)
            yield Words(note, (x + 0.75, middle), 0.34, ink, Anchor.END)
            yield Words(self.state.action_name(action), (x + 1, middle), 0.4, anchor=Anchor.START)

    def _targets(self) -> Iterator[Target]:
        """A click on a listed action or a square plays, on a piece it selects."""
        numbers = {action: number for number, action in enumerate(self.targets)}
        for action, corner in zip(self.listed, self.list_corners, strict=True):
            if action in numbers:
                yield Target(numbers[action], corner, (self.list_width, ROW_HEIGHT))
        for cell, action in self.shown_at.items() if self.targets else ():
            if cell:
                yield self._target(numbers[action], cell)
        pieces: dict[Cell, int] = {}
        for action, number in numbers.items():
            if start := self._start(action):
                pieces.setdefault(start, number)
        for cell, number in pieces.items():
            yield self._target(len(self.targets) + number, cell)

    def _target(self, number: int, cell: Cell) -> Target:
        column, row = cell
        left, right = self._sides(column, row)
        return Target(number, (left, self.margin + row), (right - left, 1))


GOAL = 0.2
"""How broad the colour is beside a side that a player connects."""


def _band(line: Sequence[Point], shift: Point, agent: int) -> Polygon:
    """What is between a line and the same line elsewhere, in the colour of `agent`."""
    other = [(x + shift[0], y + shift[1]) for x, y in reversed(line)]
    return Polygon((*line, *other), agent=agent, outline=None)


def _highlight(corners: tuple[Point, ...]) -> Polygon:
    return Polygon(corners, Ink.BEST, Ink.BEST, opacity=0.15, width=0.04)


def _text_at(grid: tuple[tuple[str, ...], ...], column: int, row: int) -> str:
    """The text in a square of `grid`, which may be smaller."""
    return grid[row][column] if row < len(grid) and column < len(grid[row]) else NO_SQUARE


MOST_LINES = 19
"""With so many lines, a board and a list below it fit into a terminal of 24; with more, the list is
to the right of the board."""


def board_text(board: BoardDrawing) -> Iterator[TextLine]:
    squares, listed = list(_square_lines(board)), [*_action_lines(board)]
    if not listed or len(squares) + len(listed) <= MOST_LINES:
        yield from (*squares, *listed)
        return
    width = max(map(_length, squares))
    height = max(len(squares), MOST_LINES // 2)
    columns = [listed[start : start + height] for start in range(0, len(listed), height)]
    beside = [(squares, width), *((each, max(map(_length, each))) for each in columns)]
    for number in range(height):
        line: TextLine = ()
        for lines, width in beside:
            part = lines[number] if number < len(lines) else ()
            line += (*part, TextRun(" " * (width - _length(part))))
        yield line


def _square_lines(board: BoardDrawing) -> Iterator[TextLine]:
    most = 1 if board.is_text else max(3, max(board.longest) + 2)
    widths = [length + 2 if board.is_table else most for length in board.longest]
    lettered, rows = board.has_coordinates, len(board.rows)
    ruled = lettered or getattr(board.state, "is_ruled", False)
    for row, squares in enumerate(board.rows):
        indent = "  " * row if board.is_hexagonal else ""
        if ruled and row:
            yield (TextRun(indent + "   " + "┼".join("─" * width for width in widths), Ink.FAINT),)
        line = [TextRun(indent + (f"{rows - row:>2} " if lettered else "   "), Ink.FAINT)]
        for column, square in enumerate(squares):
            line += [TextRun("│", Ink.FAINT)] * bool(ruled and column)
            line.append(_square_run(square, widths[column]))
        yield tuple(line)
    if lettered:
        names = (
            letter.center(width) for letter, width in zip(ascii_lowercase, widths, strict=False)
        )
        yield (TextRun("   " + " ".join(names), Ink.FAINT),)


def _action_lines(board: BoardDrawing) -> Iterator[TextLine]:
    for action in board.listed:
        note, ink = board.note(action)
        name = board.state.action_name(action)
        yield (TextRun(f"{note:>5}  ", ink), TextRun(f" {name} ", inverse=action == board.selected))


def _length(line: TextLine) -> int:
    return sum(len(run.text) for run in line)


def _square_run(square: Square, letters: int) -> TextRun:
    text = (square.text or square.note).strip().center(letters)
    if not square.text:
        return TextRun(text, square.note_ink, inverse=square.selected)
    return TextRun(text, strong=square.changed, agent=square.agent, inverse=square.selected)


_DISC_RADIUS = 0.36
AGENTS = {**dict.fromkeys("♙♘♗♖♕♔●◉", 0), **dict.fromkeys("♟♞♝♜♛♚○◎", 1)}
"""The agent whose piece each text is, unless the game says otherwise. `◉` and `◎` are kings of
checkers."""
_PAWN_HEAD = [
    (0.15 * sin(angle), -0.17 + 0.15 * cos(angle))
    for angle in (pi * (1 - 0.78 * step / 8) for step in range(9))
]
_FOOT = ((0.14, 0.12), (0.26, 0.24), (0.26, 0.36))
_FIGURES: Mapping[str, Sequence[Point]] = {
    "♙♟": (*_PAWN_HEAD, (0.11, 0.12), (0.25, 0.24), (0.25, 0.36)),
    "♖♜": (
        *((0.0, -0.26), (0.06, -0.26), (0.06, -0.34), (0.13, -0.34), (0.13, -0.26)),
        *((0.18, -0.26), (0.18, -0.34), (0.26, -0.34), (0.26, -0.14), (0.16, -0.06), *_FOOT),
    ),
    "♗♝": ((0.0, -0.38), (0.05, -0.32), (0.15, -0.16), (0.14, -0.04), (0.07, 0.02), *_FOOT),
    "♕♛": ((0.0, -0.37), (0.09, -0.14), (0.2, -0.34), (0.2, -0.12), (0.34, -0.24), *_FOOT),
    "♔♚": (
        *((0.0, -0.4), (0.05, -0.4), (0.05, -0.33), (0.12, -0.33), (0.12, -0.25), (0.05, -0.25)),
        *((0.05, -0.17), (0.26, -0.2), (0.3, -0.08), *_FOOT),
    ),
}
"""The outline of each figure's right half, from the top down, around the middle of a square."""
_KNIGHT = (
    *((-0.26, 0.36), (-0.26, 0.24), (-0.12, 0.1), (-0.02, -0.04), (-0.2, 0.04), (-0.28, -0.04)),
    *((-0.1, -0.26), (-0.08, -0.38), (0.02, -0.3), (0.16, -0.22), (0.24, 0.0), (0.26, 0.36)),
)


def piece(text: str, middle: Point, agent: int) -> Iterator[Part]:
    """What draws one of `AGENTS` in a square around `middle`, as a piece of `agent`."""
    if text in "●○◉◎":
        yield Disc(middle, _DISC_RADIUS, agent=agent, width=0.03)
        if text in "◉◎":
            yield Disc(middle, _DISC_RADIUS / 2, agent=agent, width=0.06)
        return
    half = next((half for texts, half in _FIGURES.items() if text in texts), ())
    outline = (*half, *((-x, y) for x, y in reversed(half))) or _KNIGHT
    points = tuple((middle[0] + x, middle[1] + y) for x, y in outline)
    yield Polygon(points, agent=agent, width=0.03)
