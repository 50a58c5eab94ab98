"""A position of a game that can be searched, played and shown."""

from typing import Any, Protocol

from pacgrid.common.markup import markup
from pacgrid.games.game_setup import GameError
from pacgrid.search import GameState

MOST_WIN = 1000


class BoardState(GameState, Protocol):
    """A position of another game than Pac-Man: immutable, hashable, equal to the same position.

    `__str__` draws it. Where nobody chooses (`to_move == CHANCE`), it also has `distribution()`:
    the probability of each legal action. What else it may have:

    - `has_coordinates = True`: its board is drawn with letters and numbers at the border, as
      `square_name` has them;
    - `is_chequered = True`: its squares are light and dark;
    - `start_cell(action)`: the square, as `cell` gives it, of the piece that `action` moves; people
      then select a piece, and a square where it can go;
    - `click_cells(action)`: all squares where a click plays `action`, as `cell` gives them.

    If its class inherits from `DrawnBoard`, notebooks draw it.
    """

    def __hash__(self) -> int: ...
    @property
    def players(self) -> tuple[str, ...]:
        """What the agents are called, agent 0 first."""

    def evaluate(self) -> float:
        """An estimate of the position's value for MAX (agent 0), for a search that is cut off here.

        It lies between the lowest and the highest score of a finished game.
        """

    def action_name(self, action: Any) -> str:
        """What people call a legal action: `b2`."""

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """The text in each square, top row first; all rows have the same length.

        An empty text is an empty square, a space no square at all. A player's initial has the
        player's colour; so have the pieces of chess (`♙` is agent 0's, `♟` agent 1's) and discs
        (`●` and `○`). `•` is a piece that belongs to nobody.
        """

    def cell(self, action: Any) -> tuple[int, int] | None:
        """The square where a legal action is shown, as `(column, row)`, row 0 at the top."""


class DrawnBoard:
    """A position that notebooks draw: what a game's class inherits for that."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        return markup(self)


def square_name(column: int, row: int, rows: int) -> str:
    """The name of a square as in chess: `a1` is at the bottom left.

    >>> square_name(0, 2, rows=3), square_name(1, 1, rows=3)
    ('a1', 'b2')
    """
    return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{rows - row}"


def checked_win(win: object) -> int:
    """`win` itself, if a win can be worth that. Raises GameError."""
    if not isinstance(win, int) or isinstance(win, bool) or not 1 <= win <= MOST_WIN:
        raise GameError(f"win must be a whole number from 1 to {MOST_WIN:,}, not {win!r:.40}")
    return win
