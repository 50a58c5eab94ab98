"""The board of any game as a diagram."""

from collections.abc import Iterator, Mapping, Sequence
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
    Run,
    Target,
    TextLine,
    Words,
)
from pacgrid.session.marks import Ink

LETTER_WIDTH = 0.55
"""Of a letter, as a share of the height of its line."""
MARGIN = 0.6
ROW_HEIGHT = 0.55
"""Of the list of actions."""
MOST_ROWS = 10
PAWNS = {"♙": 0, "♟": 1}
NO_SQUARE = " "


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
        targets: actions that can be clicked; a target's number is the action's in `targets`.
        before: the position one ply before; squares that changed since are highlighted.
        values: the value of each action, to be shown where the action leads.
    """
    if not hasattr(state, "grid"):
        return text_diagram(str(state))
    drawing = _Drawing(state, selected, tuple(targets), before, values or {})  # type: ignore[arg-type]
    return drawing.diagram()


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
    text_lines = tuple((Run(line),) for line in lines)
    return Diagram(width, 0.5 * len(lines) + MARGIN, parts, text_lines, description=text)


@dataclass(frozen=True)
class _Square:
    """What is in a square, for both forms of the diagram."""

    text: str
    agent: int | None
    """Whose it is."""
    changed: bool
    selected: bool
    """Whether the selected action changes it."""
    note: str
    """The value or the number of an action that is shown here."""
    note_ink: Ink


class _Drawing:
    """The board of one position, and a list of the actions that have no squares of their own."""

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
        grid = state.grid()
        old = before.grid() if before else grid
        actions = targets or tuple(values)
        cells = {state.cell(action): action for action in actions}
        has_own = len(cells) == len(actions) and None not in cells
        self.shown_at = cells if has_own else {}
        """By square: the action that is shown there."""
        self.listed = () if has_own else actions
        preview = selected in targets and state.cell(selected) is not None
        new = state.successor(selected).grid() if preview else grid
        longest = [max(map(len, column)) for column in zip(*grid, strict=True)]
        self.is_table = max(longest) > 2
        """Whether squares have words rather than marks."""
        widths = (max(1, 0.5 + 0.4 * LETTER_WIDTH * length) for length in longest)
        self.edges = tuple(accumulate(widths, initial=MARGIN))
        """Where columns begin and end."""
        self.squares = tuple(
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
        self.letters = max(3, max(longest) + 2)
        """The width of a column of text."""
        names = [len(state.action_name(action)) for action in self.listed]
        self.list_width = max(2.4, 1.3 + 0.4 * LETTER_WIDTH * max(names, default=0))
        left, step = self.edges[-1] + MARGIN, self.list_width + 0.2
        self.list_corners = [
            (left + step * (number // MOST_ROWS), self._row_top(number))
            for number in range(len(self.listed))
        ]

    def diagram(self) -> Diagram:
        corners = self.list_corners
        bottom = max([MARGIN + len(self.squares), *(y + ROW_HEIGHT for _, y in corners)])
        return Diagram(
            max([self.edges[-1], *(x + self.list_width for x, _ in corners)]) + MARGIN,
            bottom + MARGIN,
            (*self._squares(), *self._coordinates(), *self._list()),
            tuple(self._text()),
            tuple(self._targets()),
            description=str(self.state),
        )

    def _square(
        self, cell: tuple[int, int], text: str, *, changed: bool, selected: bool
    ) -> _Square:
        names = [player if self.is_table else player[0] for player in self.state.players]
        agent = names.index(text) if text in names else PAWNS.get(text)
        note, ink = "", Ink.FAINT
        if cell in self.shown_at:
            note, ink = self._note(self.shown_at[cell])
        return _Square(text, agent, changed, selected, note, ink)

    def _note(self, action: Any) -> tuple[str, Ink]:
        """The value of `action`, or the number of the key that plays it."""
        if action in self.values:
            value, best = self.values[action], max if self.state.to_move == 0 else min
            return short(value), Ink.BEST if value == best(self.values.values()) else Ink.VALUE
        number = self.targets.index(action) + 1
        return str(number) if number <= 9 else "·", Ink.FAINT

    def _row_top(self, number: int) -> float:
        return MARGIN + ROW_HEIGHT * (number % MOST_ROWS)

    # As shapes.

    def _squares(self) -> Iterator[Part]:
        for row, squares in enumerate(self.squares):
            for column, square in enumerate(squares):
                corners = self._corners(column, row)
                if square.changed:
                    yield Polygon(corners, Ink.VALUE, outline=None, opacity=0.25)
                if square.text != NO_SQUARE:
                    yield Polygon(corners, outline=Ink.FAINT, width=0.03)
                if square.selected:
                    corners = self._corners(column, row, inset=0.06)
                    yield Polygon(corners, Ink.BEST, Ink.BEST, opacity=0.15, width=0.04)
                yield from self._contents(column, row, square)

    def _contents(self, column: int, row: int, square: _Square) -> Iterator[Part]:
        left, right = self.edges[column : column + 2]
        middle = ((left + right) / 2, MARGIN + row + 0.5)
        if square.text == "●":
            yield Disc(middle, 0.27, Ink.TEXT, outline=None)
        elif square.text in PAWNS:
            yield _pawn(middle, square.agent)
        elif square.text:
            size = 0.4 if self.is_table else 0.8
            yield Words(square.text, middle, size, agent=square.agent, strong=True)
        if square.note:
            corner = (right - 0.15, MARGIN + row + 0.84)
            at, size = (corner, 0.24) if square.text else (middle, 0.36)
            yield Words(square.note, at, size, square.note_ink)

    def _corners(self, column: int, row: int, inset: float = 0) -> tuple[Point, ...]:
        left, right = self.edges[column] + inset, self.edges[column + 1] - inset
        top, bottom = MARGIN + row + inset, MARGIN + row + 1 - inset
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def _coordinates(self) -> Iterator[Part]:
        if not getattr(self.state, "has_coordinates", False):
            return
        rows = len(self.squares)
        for column in range(len(self.squares[0])):
            at = (MARGIN + column + 0.5, MARGIN + rows + 0.3)
            yield Words(ascii_lowercase[column], at, 0.28, Ink.FAINT)
        for row in range(rows):
            yield Words(str(rows - row), (MARGIN - 0.3, MARGIN + row + 0.5), 0.28, Ink.FAINT)

    def _list(self) -> Iterator[Part]:
        for action, (x, y) in zip(self.listed, self.list_corners, strict=True):
            middle = y + ROW_HEIGHT / 2
            if action == self.selected:
                right, bottom = x + self.list_width, y + ROW_HEIGHT
                corners = ((x, y), (right, y), (right, bottom), (x, bottom))
                yield Polygon(corners, Ink.BEST, Ink.BEST, opacity=0.15, width=0.04)
            note, ink = self._note(action)
            name = self.state.action_name(action)
            yield Words(note, (x + 0.75, middle), 0.34, ink, Anchor.END)
            yield Words(name, (x + 1, middle), 0.4, anchor=Anchor.START)

    def _targets(self) -> Iterator[Target]:
        for number, action in enumerate(self.targets):
            if self.listed:
                yield Target(number, self.list_corners[number], (self.list_width, ROW_HEIGHT))
            elif cell := self.state.cell(action):
                left, right = self.edges[cell[0] : cell[0] + 2]
                yield Target(number, (left, MARGIN + cell[1]), (right - left, 1))

    # As text.

    def _text(self) -> Iterator[TextLine]:
        ruled = getattr(self.state, "has_coordinates", False)
        rows, columns = len(self.squares), len(self.squares[0])
        for row, squares in enumerate(self.squares):
            if ruled and row:
                yield (Run("   " + "┼".join(["─" * self.letters] * columns), Ink.FAINT),)
            line = [Run(f" {rows - row} " if ruled else "   ", Ink.FAINT)]
            for column, square in enumerate(squares):
                line += [Run("│", Ink.FAINT)] * bool(ruled and column)
                line.append(self._run(square))
            yield tuple(line)
        if ruled:
            letters = (letter.center(self.letters) for letter in ascii_lowercase[:columns])
            yield (Run("   " + " ".join(letters), Ink.FAINT),)
        for action in self.listed:
            note, ink = self._note(action)
            name = self.state.action_name(action)
            yield (Run(f"{note:>5}  ", ink), Run(f" {name} ", inverse=action == self.selected))

    def _run(self, square: _Square) -> Run:
        text = (square.text or square.note).strip().center(self.letters)
        if not square.text:
            return Run(text, square.note_ink, inverse=square.selected)
        return Run(text, strong=square.changed, agent=square.agent, inverse=square.selected)


def _text_at(grid: tuple[tuple[str, ...], ...], column: int, row: int) -> str:
    """The text in a square of `grid`, which may be smaller."""
    return grid[row][column] if row < len(grid) and column < len(grid[row]) else NO_SQUARE


def _pawn(middle: Point, agent: int | None) -> Polygon:
    """A pawn: a head on a body that widens towards its foot."""
    x, y = middle
    angles = (-pi * (0.22 + 1.56 * step / 16) for step in range(17))
    head = [(x + 0.15 * sin(angle), y - 0.17 + 0.15 * cos(angle)) for angle in angles]
    foot = [(0.11, 0.12), (0.25, 0.24), (0.25, 0.36), (-0.25, 0.36), (-0.25, 0.24), (-0.11, 0.12)]
    body = [(x + dx, y + dy) for dx, dy in foot]
    return Polygon((*head, *body), agent=agent, width=0.03)
