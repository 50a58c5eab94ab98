"""The record of one game: every move, saved as JSON and replayed."""

import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from pacgrid.action import Action
from pacgrid.common.files import atomic_write, read_regular_file
from pacgrid.common.sanitize import one_line, sanitize_fields
from pacgrid.errors import PacgridError
from pacgrid.layout import WALL, Layout, LayoutError, LayoutWarning
from pacgrid.notebook import markup
from pacgrid.records.recovery import recover_truncated
from pacgrid.records.thought import Thought
from pacgrid.records.thought_json import FINITE, Letter, SavedThought, action_of, letter_of
from pacgrid.state import LOSS_POINTS, IllegalMoveError, State

if TYPE_CHECKING:
    from pydantic import TypeAdapter

VERSION = 3
"""2 adds thoughts, 3 games that start from a drawn position."""
MAX_BYTES = 1 << 28


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
        data = {
            "format": "pacgrid record",
            "version": VERSION if self.start else 2,
            "layout": {"name": self.layout.name, "rows": self.layout.rows},
            "agents": self.agents,
            "seed": self.seed,
            "score": self.score,
            "ending": self.ending,
            "forfeit": self.forfeit,
            "message": self.message,
            "details": self.details,
            "taken_over": self.taken_over,
            **({"start": str(self.start)} if self.start else {}),
            # Moves come last, so that a truncated file loses only moves.
            "moves": [_SavedMove.of(move).data for move in self.moves],
        }
        try:
            atomic_write(path, json.dumps(data))
        except OSError as error:
            raise RecordError(f"{path}: can't be written: {error.strerror}") from None
        except ValueError:  # the name holds a null character
            raise RecordError(f"{str(path)!r} can't be the name of a file") from None

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The record saved in `path`.

        Raises:
            TruncatedRecordError: the end of the file is missing; the error holds the rest.
            RecordError: not a record, a newer version, or its moves break the rules.
        """
        from pydantic import ValidationError

        data, complete = _read(path)
        if isinstance(version := data.get("version"), int) and version > VERSION:
            raise RecordError(
                f"{path}: record version {version} is newer than {VERSION}; upgrade pacgrid"
            )
        if not complete and "moves" not in data:
            raise RecordError(f"{path}: truncated before its first move; nothing can be recovered")
        try:
            saved = _checker().validate_python(data)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"]))
            reason = first["msg"].removeprefix("Value error, ")
            raise RecordError(": ".join(filter(None, (str(path), key, reason)))) from None
        record = cls._rebuild(saved, path, complete=complete)
        if not complete:
            count = len(record.moves)
            moves = "move" if count == 1 else "moves"
            raise TruncatedRecordError(f"{path}: truncated; recovered {count} {moves}", record)
        return record

    @classmethod
    def _rebuild(cls, saved: "_Saved", path: str | Path, *, complete: bool) -> Self:
        try:
            start = State.parse(saved.start, str(path)) if saved.start else None
            layout = saved.layout.parsed(str(path)) if not start else drawn_layout(start)
        except LayoutError as error:
            raise RecordError(f"in the layout of {error}") from None
        count, most = len(saved.agents), len(layout.ghosts) + 1
        if start and start.to_move:
            raise RecordError(f"{path}: start: Pac-Man must be to move")
        if start and count != start.num_agents:
            raise RecordError(f"{path}: start: has {start.num_agents} agents, not {count}")
        if not start and count > most:
            raise RecordError(f"{path}: the layout has room for {most} agents, not {count}")
        record = cls(
            layout=replace(layout, name=saved.layout.name),
            agents=tuple(saved.agents),
            seed=saved.seed,
            moves=tuple(saved_move.move for saved_move in saved.moves),
            score=saved.score,
            ending=saved.ending,
            forfeit=saved.forfeit,
            message=saved.message,
            details=saved.details,
            taken_over=saved.taken_over,
            start=start,
        )
        states: list[State] = []
        try:
            states.extend(record.states())
        except IllegalMoveError as error:
            reason = str(error).split("\n")[0]
            raise RecordError(f"{path}: move {len(states)} is illegal: {reason}") from None
        record = replace(record, moves=tuple(map(_possible, record.moves, states)))
        if not complete:
            return record._quit_at(states[-1])
        if contradiction := record._contradiction(states[-1]):
            raise RecordError(f"{path}: {contradiction}")
        return record

    def _quit_at(self, last: State) -> Self:
        """The record of a game that is known only up to the state `last`."""
        ending = Ending.WON if last.is_win else Ending.CAUGHT if last.is_loss else Ending.QUIT
        return replace(
            self,
            score=last.score,
            ending=ending,
            forfeit=None,
            message="",
            details="",
            taken_over=min(self.taken_over, len(self.moves)),
        )

    def _contradiction(self, last: State) -> str:
        """Which part of the result contradicts the final state `last`; "" if none does."""
        points = last.score + (LOSS_POINTS if self.forfeit == 0 else 0)
        over = {Ending.WON: last.is_win, Ending.CAUGHT: last.is_loss}.get(self.ending)
        if self.score != points:
            return f"score is {self.score}, but the moves give {points}"
        if over is False or (over is None and last.is_terminal):
            return f"ending is {self.ending!s}, but the moves end otherwise"
        forfeited = self.ending in (Ending.RAISED, Ending.ILLEGAL, Ending.OVERRAN)
        if forfeited != (self.forfeit in range(len(self.agents))):
            return f"forfeit is {self.forfeit}, but ending is {self.ending}"
        if self.taken_over > len(self.moves):
            return f"taken_over is {self.taken_over}, but there are {len(self.moves)} moves"
        return ""


def _read(path: str | Path) -> tuple[dict[str, Any], bool]:
    """The data of the record in `path`, and whether it is complete. Raises RecordError."""
    try:
        text = read_regular_file(path, MAX_BYTES)
    except OSError as error:
        raise RecordError(f"{path}: can't be read: {error.strerror}") from None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        if part := recover_truncated(text):
            return part, False
        raise RecordError(f"{path}: is damaged or not a pacgrid record") from None
    if not isinstance(data, dict) or data.get("format") != "pacgrid record":
        raise RecordError(f"{path}: is not a pacgrid record")
    return data, True


def _possible(move: Move, state: State) -> Move:
    """`move`, played in `state`, without the parts of its thought that are impossible there."""
    if move.thought is None:
        return move
    thought = move.thought.possible_in(state)
    return replace(move, thought=None if thought.is_empty else thought)


def drawn_layout(position: State, name: str = "") -> Layout:
    """The layout of a game that starts from `position`: the board as it is drawn there."""
    rows = (line for line in str(position).split("\n") if line.startswith(WALL))
    return Layout(tuple(rows), name)


@dataclass
class _SavedLayout:
    name: str
    rows: list[str]

    def parsed(self, source: str) -> Layout:
        """Raises LayoutError."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LayoutWarning)
            return Layout.parse("\n".join(self.rows), source=source, lenient=True)


class _SavedMove(NamedTuple):
    letter: Letter
    seconds: float
    cpu_seconds: float
    nodes: int | None
    thought: SavedThought | None = None

    @classmethod
    def of(cls, move: Move) -> Self:
        return cls(
            letter_of(move.action),
            round(move.seconds, 6),
            round(move.cpu_seconds, 6),
            move.nodes,
            SavedThought.of(move.thought) if move.thought else None,
        )

    @property
    def data(self) -> list[Any]:
        """The JSON value of the move."""
        return [*self[:-1], self.thought.data] if self.thought else [*self[:-1]]

    @property
    def move(self) -> Move:
        thought = self.thought.thought if self.thought else None
        return Move(action_of(self.letter), self.seconds, self.cpu_seconds, self.nodes, thought)


@dataclass
class _Saved:
    """The schema of a record's JSON."""

    format: Literal["pacgrid record"]
    version: int
    layout: _SavedLayout
    agents: list[str]
    seed: int
    score: int
    ending: Ending
    forfeit: int | None
    message: str
    details: str
    moves: list[_SavedMove]
    taken_over: int = 0
    start: str = ""

    __pydantic_config__: ClassVar[Any] = FINITE

    def __post_init__(self) -> None:
        if not self.agents:
            raise ValueError("a game needs at least one agent")
        if self.taken_over < 0:
            raise ValueError("taken_over must not be negative")


@cache
def _checker() -> "TypeAdapter[_Saved]":
    from pydantic import TypeAdapter

    return TypeAdapter(_Saved)
