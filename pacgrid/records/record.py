"""The record of one game: every move, saved and replayed."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from pathlib import Path

from pacgrid.action import Action
from pacgrid.common.files import atomic_write
from pacgrid.common.markup import markup
from pacgrid.common.sanitize import one_line, sanitize_fields
from pacgrid.errors import PacgridError
from pacgrid.layout import WALL, Layout
from pacgrid.records.record_lines import record_lines
from pacgrid.records.thought import Thought
from pacgrid.state import State


class RecordError(PacgridError):
    """A file that is not a record, or a record whose game breaks the rules."""


class TruncatedRecordError(RecordError):
    """A record whose end is missing."""

    def __init__(self, message: str, record: "Record") -> None:
        super().__init__(message)
        self.record = record
        """The game up to there, as if it had been quit."""


class Ending(StrEnum):
    """Why a game ended."""

    WON = "won"
    CAUGHT = "caught"
    ROUND_LIMIT = "round limit"
    RAISED = "agent failed"
    ILLEGAL = "illegal action"
    OVERRAN = "out of time"
    QUIT = "quit"


@dataclass(frozen=True)
class Move:
    """One ply as it was played."""

    action: Action
    seconds: float
    """Wall-clock seconds the agent took."""
    cpu_seconds: float
    nodes: int | None = None
    """How many states the agent expanded, if it reports that."""
    thought: Thought | None = None
    """What it thought, if the game keeps thoughts."""


@dataclass(frozen=True)
class Record:
    """A game from its start to its end."""

    layout: Layout
    agents: tuple[str, ...]
    """The agents' names, Pac-Man first."""
    seed: int
    moves: tuple[Move, ...]
    score: int
    """The final score. A Pac-Man who forfeits pays as if caught."""
    ending: Ending
    forfeit: int | None = None
    """The agent that lost by an exception, an illegal action or taking too long."""
    message: str = ""
    """The reason for the forfeit, in one line."""
    details: str = ""
    """The agent's own lines of the traceback, if it raised an exception."""
    taken_over: int = 0
    """The ply at which these agents took over from others; 0 if they played the whole game."""
    start: State | None = None
    """The first position, if that isn't the start of the layout."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", tuple(map(one_line, self.agents)))
        sanitize_fields(self, lines=["message"], blocks=["details"])

    @property
    def won(self) -> bool:
        """Pac-Man ate everything, or a ghost forfeited."""
        return self.ending is Ending.WON or bool(self.forfeit)

    @property
    def rounds(self) -> int:
        """How many moves Pac-Man made."""
        return -(-len(self.moves) // len(self.agents))

    def moves_of(self, agent: int) -> tuple[Move, ...]:
        """The moves that this agent made itself, after any takeover."""
        num_agents = len(self.agents)
        rounds_of_others = -(-(self.taken_over - agent) // num_agents)
        return self.moves[rounds_of_others * num_agents + agent :: num_agents]

    @property
    def first_state(self) -> State:
        """The position the game started from."""
        return self.start or State.initial(self.layout, ghosts=len(self.agents) - 1)

    def states(self) -> Iterator[State]:
        """Every state of the game, first to last."""
        actions = (move.action for move in self.moves)
        return accumulate(actions, State.successor, initial=self.first_state)

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
    def load(cls, path: str | Path) -> "Record":
        """The record saved in `path`, by this version of pacgrid or an older one.

        Raises:
            TruncatedRecordError: the end of the file is missing; the error holds the rest.
            RecordError: not a record, a newer version, or its moves break the rules.
        """
        from pacgrid.records.record_reader import read_record

        return read_record(path)


def drawn_layout(position: State, name: str = "") -> Layout:
    """The layout of a game that starts from `position`: the board as it is drawn there."""
    rows = (line for line in str(position).split("\n") if line.startswith(WALL))
    return Layout(tuple(rows), name)
