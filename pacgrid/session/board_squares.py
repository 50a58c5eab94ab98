"""What is in each square of a board, and which actions are listed beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pacgrid.games.board_state import BoardState
from pacgrid.session.amounts import short
from pacgrid.session.marks import Ink
from pacgrid.session.pieces import AGENTS

NO_SQUARE = " "
MOST_LISTED = 10
"""So many actions are listed whichever piece is selected."""


@dataclass(frozen=True)
class Square:
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
        """By square: the action that is shown there."""
        self.listed = () if has_own else self._listed(actions)
        preview = selected in targets and state.cell(selected) is not None
        new = state.successor(selected).grid() if preview else grid
        self.longest = [max(map(len, column)) for column in zip(*grid, strict=True)]
        """By column: the length of the longest text."""
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
