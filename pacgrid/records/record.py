"""The record of one game: everything that was played, saved as JSON and replayed."""

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
"""2 has thoughts, 3 has games that start from a drawn position."""
MAX_BYTES = 1 << 28


class RecordError(PacgridError):
    """A file that is not a record, or whose game can't have been played."""


class TruncatedRecordError(RecordError):
    """A file with the beginning of a record: its end is missing."""

    def __init__(self, message: str, record: "Record") -> None:
        super().__init__(message)
        self.record = record
        """The game as far as it is there, as if it were quit then."""


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
    """States the agent looked at, where it says so in its report."""
    thought: Thought | None = None
    """What it thought, in a game whose thoughts are kept."""


@dataclass(frozen=True)
class Record:
    """A game from its start to its end."""

    layout: Layout
    agents: tuple[str, ...]
    """What each agent is called, Pac-Man first."""
    seed: int
    moves: tuple[Move, ...]
    score: int
    """The final game points; a Pac-Man who forfeits has paid for being caught."""
    ending: Ending
    forfeit: int | None = None
    """The agent that lost the game by failing, by an illegal action or by taking too long."""
    message: str = ""
    """What the forfeit was, in a line."""
    details: str = ""
    """The failed agent's own lines, if it raised an exception."""
    taken_over: int = 0
    """The ply from which on these agents played; the moves before it were played by others."""
    start: State | None = None
    """The position it started from, if that isn't the start of the layout."""

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
        """The moves that this agent made itself: none of those from before it took over."""
        seats = len(self.agents)
        rounds_of_others = -(-(self.taken_over - agent) // seats)
        return self.moves[rounds_of_others * seats + agent :: seats]

    @property
    def first_state(self) -> State:
        """The position the game started from."""
        return self.start or State.initial(self.layout, ghosts=len(self.agents) - 1)

    def states(self) -> Iterator[State]:
        """Every state of the game, from the first to the last."""
        actions = (move.action for move in self.moves)
        return accumulate(actions, State.successor, initial=self.first_state)

    def _repr_html_(self) -> str | None:
        """The player that a notebook shows."""
        return markup(self)

    def save(self, path: str | Path) -> None:
        """Write the record to `path`, whole or not at all.

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
            # They come last, so that of a file that was cut off only moves are lost.
            "moves": [_SavedMove.of(move).data for move in self.moves],
        }
        try:
            atomic_write(path, json.dumps(data))
        except OSError as error:
            raise RecordError(f"{path}: can't be written: {error.strerror}") from None
        except ValueError:  # a name with a null in it
            raise RecordError(f"{str(path)!r} can't be the name of a file") from None

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The record saved in `path`.

        Raises:
            TruncatedRecordError: the end of the file is missing; has the game up to there.
            RecordError: not a record, of a newer version, or its moves break the rules.
        """
        from pydantic import ValidationError

        data, whole = _read(path)
        if isinstance(version := data.get("version"), int) and version > VERSION:
            raise RecordError(
                f"{path}: has version {version} and this pacgrid reads {VERSION}; upgrade it"
            )
        if not whole and "moves" not in data:
            raise RecordError(f"{path}: cut off before its first move")
        try:
            saved = _checker().validate_python(data)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            what = first["msg"].removeprefix("Value error, ")
            raise RecordError(": ".join(filter(None, (str(path), place, what)))) from None
        record = cls._rebuild(saved, path, whole=whole)
        if not whole:
            many = len(record.moves)
            were = "move was" if many == 1 else "moves were"
            raise TruncatedRecordError(f"{path}: cut off; {many} {were} saved", record)
        return record

    @classmethod
    def _rebuild(cls, saved: "_Saved", path: str | Path, *, whole: bool) -> Self:
        try:
            start = State.parse(saved.start, str(path)) if saved.start else None
            layout = saved.layout.parsed(str(path)) if not start else drawn_layout(start)
        except LayoutError as error:
            raise RecordError(f"in the layout of {error}") from None
        many, room = len(saved.agents), len(layout.ghosts) + 1
        if start and start.to_move:
            raise RecordError(f"{path}: start: a game starts with a move of Pac-Man")
        if start and many != start.num_agents:
            raise RecordError(f"{path}: start: has {start.num_agents} agents, not {many}")
        if not start and many > room:
            raise RecordError(f"{path}: the layout has room for {room} agents, not {many}")
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
            raise RecordError(f"{path}: move {len(states)} can't be played: {reason}") from None
        record = replace(record, moves=tuple(map(_fitted, record.moves, states)))
        if not whole:
            return record._as_far_as(states[-1])
        if contradiction := record._contradiction(states[-1]):
            raise RecordError(f"{path}: {contradiction}")
        return record

    def _as_far_as(self, last: State) -> Self:
        """The record of a game of which no more is known than that it came to the state `last`."""
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
        """What of the result can't be, after a game that came to the state `last`; or nothing."""
        points = last.score + (LOSS_POINTS if self.forfeit == 0 else 0)
        over = {Ending.WON: last.is_win, Ending.CAUGHT: last.is_loss}.get(self.ending)
        if self.score != points:
            return f"score: says {self.score}, and the moves come to {points}"
        if over is False or (over is None and last.is_terminal):
            return f"ending: says {self.ending}, and the moves don't end so"
        forfeited = self.ending in (Ending.RAISED, Ending.ILLEGAL, Ending.OVERRAN)
        if forfeited != (self.forfeit in range(len(self.agents))):
            return f"forfeit: says {self.forfeit}, and the ending is {self.ending}"
        if self.taken_over > len(self.moves):
            return f"taken_over: says {self.taken_over}, and the moves come to {len(self.moves)}"
        return ""


def _read(path: str | Path) -> tuple[dict[str, Any], bool]:
    """The data of the record in `path`, and whether it is whole. Raises RecordError."""
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


def _fitted(move: Move, state: State) -> Move:
    """`move` without what its thought says that can't be in `state`, where it was played."""
    if move.thought is None:
        return move
    thought = move.thought.fitted(state)
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
        """What is written."""
        return [*self[:-1], self.thought.data] if self.thought else [*self[:-1]]

    @property
    def move(self) -> Move:
        thought = self.thought.thought if self.thought else None
        return Move(action_of(self.letter), self.seconds, self.cpu_seconds, self.nodes, thought)


@dataclass
class _Saved:
    """The shape of a record's JSON, for pydantic to check."""

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
            raise ValueError("a game has at least one agent")
        if self.taken_over < 0:
            raise ValueError("taken_over counts plies from 0")


@cache
def _checker() -> "TypeAdapter[_Saved]":
    from pydantic import TypeAdapter

    return TypeAdapter(_Saved)
