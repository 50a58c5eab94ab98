"""The record of one game: everything that was played, saved as JSON and replayed."""

import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal, Self

from pacgrid.action import Action
from pacgrid.errors import PacgridError
from pacgrid.files import write_whole
from pacgrid.layout import Layout, LayoutError, LayoutWarning
from pacgrid.salvage import salvaged
from pacgrid.state import LOSS_POINTS, IllegalMoveError, State

VERSION = 1
_LETTERS = "NESW-"


class RecordError(PacgridError):
    """A file that is not a record, or whose game can't have been played."""


class CutOffError(RecordError):
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

    @property
    def won(self) -> bool:
        """Pac-Man ate everything, or a ghost forfeited."""
        return self.ending is Ending.WON or bool(self.forfeit)

    @property
    def rounds(self) -> int:
        """How many moves Pac-Man made."""
        return -(-len(self.moves) // len(self.agents))

    def states(self) -> Iterator[State]:
        """Every state of the game, from the first to the last."""
        start = State.initial(self.layout, ghosts=len(self.agents) - 1)
        actions = (move.action for move in self.moves)
        return accumulate(actions, State.successor, initial=start)

    def _repr_html_(self) -> str:
        """The player that a notebook shows."""
        player: str = import_module("pacgrid.view.page").frame(self)
        return player

    def save(self, path: str | Path) -> None:
        """Write the record to `path`, whole or not at all.

        Raises:
            RecordError: the file can't be written.
        """
        data = {
            "format": "pacgrid record",
            "version": VERSION,
            "layout": {"name": self.layout.name, "rows": self.layout.rows},
            "agents": self.agents,
            "seed": self.seed,
            "score": self.score,
            "ending": self.ending,
            "forfeit": self.forfeit,
            "message": self.message,
            "details": self.details,
            # They come last, so that of a file that was cut off only moves are lost.
            "moves": [
                [_LETTERS[m.action], round(m.seconds, 6), round(m.cpu_seconds, 6), m.nodes]
                for m in self.moves
            ],
        }
        try:
            write_whole(path, json.dumps(data))
        except OSError as error:
            raise RecordError(f"{path}: can't be written: {error.strerror}") from None
        except ValueError:  # a name with a null in it
            raise RecordError(f"{str(path)!r} can't be the name of a file") from None

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The record saved in `path`.

        Raises:
            CutOffError: the end of the file is missing; the error has the game up to there.
            RecordError: not a record, of a newer version, or its moves break the rules.
        """
        from pydantic import TypeAdapter, ValidationError

        data, whole = _read(path)
        if isinstance(version := data.get("version"), int) and version > VERSION:
            raise RecordError(
                f"{path}: has version {version} and this pacgrid reads {VERSION}; upgrade it"
            )
        if not whole and "moves" not in data:
            raise RecordError(f"{path}: cut off before its first move")
        try:
            saved = TypeAdapter(_Saved).validate_python(data)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise RecordError(f"{path}: {place}: {first['msg']}") from None
        record = cls._rebuild(saved, path, whole=whole)
        if not whole:
            many = len(record.moves)
            were = "move was" if many == 1 else "moves were"
            raise CutOffError(f"{path}: cut off; {many} {were} saved", record)
        return record

    @classmethod
    def _rebuild(cls, saved: "_Saved", path: str | Path, *, whole: bool) -> Self:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", LayoutWarning)
                parsed = Layout.parse("\n".join(saved.layout.rows), source=str(path), lenient=True)
        except LayoutError as error:
            raise RecordError(f"in the layout of {error}") from None
        room = len(parsed.ghosts) + 1
        if len(saved.agents) > room:
            many = len(saved.agents)
            raise RecordError(f"{path}: the layout has room for {room} agents, not {many}")
        record = cls(
            layout=Layout(parsed.rows, saved.layout.name),
            agents=tuple(saved.agents),
            seed=saved.seed,
            moves=tuple(
                Move(Action(_LETTERS.index(letter)), seconds, cpu, nodes)
                for letter, seconds, cpu, nodes in saved.moves
            ),
            score=saved.score,
            ending=saved.ending,
            forfeit=saved.forfeit,
            message=saved.message,
            details=saved.details,
        )
        ply, last = 0, None
        try:
            for ply, last in enumerate(record.states(), start=1):  # noqa: B007, names the bad ply
                pass
        except IllegalMoveError as error:
            reason = str(error).split("\n")[0]
            raise RecordError(f"{path}: move {ply} can't be played: {reason}") from None
        assert last is not None  # there is always the first state
        if not whole:
            return record._as_far_as(last)
        if contradiction := record._contradiction(last):
            raise RecordError(f"{path}: {contradiction}")
        return record

    def _as_far_as(self, last: State) -> Self:
        """The record of a game of which no more is known than that it came to the state `last`."""
        ending = Ending.WON if last.is_win else Ending.CAUGHT if last.is_loss else Ending.QUIT
        return replace(self, score=last.score, ending=ending, forfeit=None, message="", details="")

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
        return ""


def _read(path: str | Path) -> tuple[dict[str, Any], bool]:
    """The data of the record in `path`, and whether it is whole. Raises RecordError."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: can't be read: {error.strerror}") from None
    except ValueError:  # a name with a null in it
        raise RecordError(f"{str(path)!r} can't be the name of a file") from None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        if part := salvaged(text):
            return part, False
        raise RecordError(f"{path}: is damaged or not a pacgrid record") from None
    if not isinstance(data, dict) or data.get("format") != "pacgrid record":
        raise RecordError(f"{path}: is not a pacgrid record")
    return data, True


@dataclass
class _SavedLayout:
    name: str
    rows: list[str]


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
    moves: list[tuple[Literal["N", "E", "S", "W", "-"], float, float, int | None]]

    def __post_init__(self) -> Any:
        if not self.agents:
            raise ValueError("a game has at least one agent")
