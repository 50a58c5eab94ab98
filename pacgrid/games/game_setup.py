"""Games of any kind: a game with its options, and a position of another game than Pac-Man."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Protocol, Self

from pacgrid.common.markup import markup
from pacgrid.common.named_options import whole_number
from pacgrid.errors import GameError
from pacgrid.search import GameState
from pacgrid.state import State


class GameSetup(ABC):
    """A game with its options, before its first ply, and the words for what happens in it.

    Whatever plays, saves, shows or judges games of any kind asks it what differs between them.
    Its positions are a `GameState` each, and its agents' actions are of any type.

    Can be sent to another process.
    """

    title: str
    """The game as people name it; for Pac-Man, the layout."""
    first_state: Any
    """The position that the game starts from."""
    has_rounds: ClassVar[bool] = False
    """Whether all agents move in turn, so that a game is counted in rounds, not in plies."""
    in_real_time: ClassVar[bool] = False
    """Whether a person steers an agent while time passes; if not, the game waits for a person."""
    action_type: ClassVar[type] = object

    @property
    @abstractmethod
    def players(self) -> tuple[str, ...]:
        """What the agents are called, agent 0 first: `X` and `O`."""

    @abstractmethod
    def starting_from(self, state: Any) -> Self:
        """The same game, starting from another of its positions."""

    @abstractmethod
    def header(self) -> Mapping[str, Any]:
        """What a record says of the game, as JSON."""

    @abstractmethod
    def action_name(self, state: Any, action: Any) -> str:
        """What people call an action that is legal in `state`: `east`, `b2`."""

    @abstractmethod
    def action_text(self, state: Any, action: Any) -> str:
        """How a record writes an action that is legal in `state`."""

    @abstractmethod
    def action_of(self, state: Any, text: object) -> Any:
        """The action that a record writes so in `state`. Raises ValueError if there is none."""

    @abstractmethod
    def why_illegal(self, returned: Any, state: Any) -> str:
        """What is wrong with what an agent `returned` in `state`; "" if it is a legal action."""

    @abstractmethod
    def ending(self, state: Any) -> "Ending":
        """How the game has ended by its rules in `state`, which is terminal."""

    def forfeit_score(self, state: Any, agent: int) -> float:  # noqa: ARG002
        """The final score if `agent` forfeits in `state`."""
        score: float = state.score
        return score

    @abstractmethod
    def verdict(self, state: Any, ending: "Ending", forfeit: int | None) -> str:
        """How the game ended in `state`, in a word or two: `X wins`."""


class Ending(StrEnum):
    """Why a game ended."""

    WON = "won"
    CAUGHT = "caught"
    LOST = "lost"
    DRAWN = "drawn"
    ROUND_LIMIT = "round limit"
    RAISED = "agent failed"
    ILLEGAL = "illegal action"
    OVERRAN = "out of time"
    QUIT = "quit"


def needs_pacman(error: BaseException, state: object) -> str:
    """Why an agent that raised `error` in `state`, a position of another game, can't play it: it
    asked for something that only Pac-Man's states have; "" if it is no such error."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, type(state)):
        return ""
    if isinstance(state, State) or not error.name or not hasattr(State, error.name):
        return ""
    missing = f"it needs state.{error.name.lstrip('_')}, which only Pac-Man has"
    mend = "choose a search agent such as alpha_beta, or in yours call the evaluation it was given"
    return f"can't play this game: {missing}; {mend}"


MOST_WIN = 1000


class BoardState(GameState, Protocol):
    """A position of another game than Pac-Man: immutable, hashable, equal to the same position.

    `__str__` draws it. Where nobody chooses (`to_move == CHANCE`), it also has `distribution()`:
    the probability of each legal action. What else it may have:

    - `has_coordinates = True`: its board is drawn with letters and numbers at the border, as
      `square_name` has them;
    - `start_cell(action)`: the square, as `cell` gives it, of the piece that `action` moves; people
      then select a piece, and a square where it can go.

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
        player's colour; so have pawns (`♙` is agent 0's, `♟` agent 1's) and discs
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
    return checked_whole("win", win, 1, MOST_WIN)


def checked_whole(name: str, value: object, least: int, most: int) -> int:
    """`whole_number`, but raises GameError."""
    try:
        return whole_number(name, value, least, most)
    except ValueError as error:
        raise GameError(str(error)) from None
