"""The result of a game, as it is stored."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from pydantic import TypeAdapter

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.games.game_setup import Ending

from .pairing import Role


class ForfeitKind(StrEnum):
    """Why a game was forfeited."""

    LOAD = "couldn't be loaded"
    ILLEGAL = "illegal action"
    EXCEPTION = "exception"
    OVERRUN = "out of time"
    DIED = "its process ended"


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    score: int | None
    """Pac-Man's points; of a forfeit, the score that the rules fix. None: it wasn't finished, and
    counts nowhere."""
    ending: Ending | None = None
    rounds: int = 0
    """How many rounds were begun."""
    forfeit: Role | None = None
    """Who forfeited it, if anybody did."""
    kind: ForfeitKind | None = None
    reason: str = ""
    """Why it was forfeited, or wasn't finished, in one line."""
    moves: str = ""
    """All actions that were played, ghosts' included, as in a record: `NESW`, and `-` to stop."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["reason", "moves"])

    @classmethod
    def unfinished(cls, failure: Failure) -> Self:
        """The result of a game that nobody could finish."""
        return cls(None, reason=failure.message)

    @property
    def won(self) -> bool:
        """Whether Pac-Man won, by a forfeit of the ghosts, too."""
        return self.ending is Ending.WON or self.forfeit is Role.GHOSTS

    @property
    def compact(self) -> Self:
        """The same without moves: what is kept in memory."""
        return replace(self, moves="")


_RESULT: TypeAdapter[GameResult] = TypeAdapter(GameResult)


def dump_result(result: GameResult) -> str:
    """`result` as JSON."""
    return _RESULT.dump_json(result, exclude_defaults=True).decode()


def read_result(text: str) -> GameResult:
    """Reverses `dump_result`. Raises ValueError if `text` is invalid."""
    return _RESULT.validate_json(text)
