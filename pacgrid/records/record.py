"""The record of one game: every move, saved and replayed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from pacgrid.common.files import atomic_write
from pacgrid.common.markup import markup
from pacgrid.common.sanitize import one_line, sanitize_fields
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.games.pacman import PacmanSetup
from pacgrid.layout import Layout
from pacgrid.records.record_lines import record_lines
from pacgrid.records.record_reader import RecordError, TruncatedRecordError, read_record
from pacgrid.records.thought import Move


@dataclass(frozen=True)
class Record:
    """A game from its start to its end."""

    setup: GameSetup
    """Which game."""
    agents: tuple[str, ...]
    """The agents' names, Pac-Man first."""
    seed: int
    moves: tuple[Move, ...]
    score: Any
    """The final score; of Pac-Man's game, an `int`. A Pac-Man who forfeits pays as if caught."""
    ending: Ending
    forfeit: int | None = None
    """The agent that lost by an exception, an illegal action or taking too long."""
    message: str = ""
    """The reason for the forfeit, in one line."""
    details: str = ""
    """The agent's own lines of the traceback, if it raised an exception."""
    taken_over: int = 0
    """The ply at which these agents took over from others; 0 if they played the whole game."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", tuple(map(one_line, self.agents)))
        sanitize_fields(self, lines=["message"], blocks=["details"])

    @property
    def layout(self) -> Layout:
        """The layout of Pac-Man's game. Raises AttributeError for another game."""
        if isinstance(self.setup, PacmanSetup):
            return self.setup.layout
        raise AttributeError(f"{self.setup.title} has no layout; only Pac-Man has one")

    @property
    def won(self) -> bool:
        """Pac-Man, or MAX in another game, won, or an opponent forfeited."""
        return self.ending is Ending.WON or bool(self.forfeit)

    @property
    def rounds(self) -> int:
        """How many moves Pac-Man made."""
        return -(-len(self.moves) // len(self.agents))

    def moves_of(self, agent: int) -> tuple[Move, ...]:
        """The moves that this agent made itself, after any takeover."""
        return tuple(
            move
            for ply, (state, move) in enumerate(zip(self.states(), self.moves, strict=False))
            if state.to_move == agent and ply >= self.taken_over
        )

    @property
    def first_state(self) -> Any:
        """The position the game started from; of Pac-Man's game, a `State`."""
        return self.setup.first_state

    def states(self) -> Iterator[Any]:
        """Every state of the game, first to last."""
        actions = (move.action for move in self.moves)
        return accumulate(actions, _successor, initial=self.first_state)

    @cached_property
    def last_state(self) -> Any:
        """The state in which the game ended."""
        *_, last = self.states()
        return last

    def _repr_html_(self) -> str | None:
        """The replay that a notebook shows."""
        return markup(self)

    def save(self, path: str | Path) -> None:
        """Write the record to `path` atomically.

        Raises:
            RecordError: the file can't be written.
        """
        try:
            atomic_write(path, "".join(record_lines(self)))
        except OSError as error:
            raise RecordError(f"{path}: can't be written: {error.strerror}") from None
        except ValueError:  # the name holds a null character
            raise RecordError(f"{str(path)!r} can't be the name of a file") from None

    @classmethod
    def load(cls, path: str | Path, setup: GameSetup | None = None) -> "Record":
        """The record saved in `path`, by this version of pacgrid or an older one.

        Args:
            setup: the game, if it was played with a person's own file: a record only names that.

        Raises:
            TruncatedRecordError: the end of the file is missing; the error holds the rest.
            RecordError: not a record, a newer version, or its moves break the rules.
        """
        parts, problem = read_record(path, setup)
        record = cls(**parts)
        if problem:
            raise TruncatedRecordError(problem, record)
        return record


def _successor(state: Any, action: Any) -> Any:
    return state.successor(action)
