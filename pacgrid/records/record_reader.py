"""Reads a record, and checks that it is a game by the rules."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PositiveInt, ValidationError

from pacgrid.agent import Report
from pacgrid.common.files import open_regular_file
from pacgrid.common.sanitize import one_line
from pacgrid.errors import GameError, IllegalMoveError, LayoutError, RecordError
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.games.pacman import PacmanSetup, drawn_layout
from pacgrid.layout import Layout
from pacgrid.records.thought import Move, Thought
from pacgrid.state import State

_Model = TypeVar("_Model", bound=BaseModel)

FORMAT = "pacgrid record"
VERSION = 5

ENDINGS_BY_RULES = (Ending.WON, Ending.CAUGHT, Ending.LOST, Ending.DRAWN)
MAX_BYTES = 1 << 28
MAX_LINE_BYTES = 1 << 22
"""What an agent thought of every cell of the largest board takes a quarter of it."""
MAX_MOVES = 200_000
"""Ten agents make so many moves in 20,000 rounds."""


def read_record(path: str | Path, setup: GameSetup | None = None) -> dict[str, Any]:
    """The fields of the `Record` saved in `path`.

    Raises RecordError, as `Record.load` says.
    """
    try:
        with open_regular_file(path) as file:
            source = _Source.parse(str(path), file)
    except OSError as error:
        raise RecordError(f"{path}: can't be read: {error.strerror}") from None
    return _fields(source, setup)


@dataclass(frozen=True)
class _Source:
    """The JSON values of a record, and where they are in its file."""

    path: str
    header: Any
    moves: list[Any]
    result: Any
    """None if the end of the file is missing."""

    @classmethod
    def parse(cls, path: str, file: BinaryIO) -> "_Source":
        """Raises OSError, or RecordError if the file isn't the beginning of a record or exceeds a
        limit."""
        if os.fstat(file.fileno()).st_size > MAX_BYTES:
            raise RecordError(f"{path}: can't be read: larger than {MAX_BYTES:,} bytes")
        first = file.readline(MAX_LINE_BYTES + 1)
        if (header := _json(first)) is None:
            raise RecordError(f"{path}: is damaged or not a pacgrid record")
        _check_format(path, header)
        moves = []
        for number, line in enumerate(islice(_lines(file), MAX_MOVES + 2), start=2):
            if len(line) > MAX_LINE_BYTES:
                raise RecordError(
                    f"{path}:{number}: longer than {MAX_LINE_BYTES:,} bytes; leave out the thought"
                )
            if (move := _json(line)) is not None:
                moves.append(move)
            elif line.endswith(b"\n"):  # otherwise the last line was cut off
                raise RecordError(f"{path}:{number}: is not valid JSON")
        has_result = bool(moves) and isinstance(moves[-1], dict) and "ending" in moves[-1]
        if len(moves) - has_result > MAX_MOVES:
            most = f"{MAX_MOVES:,} moves; save a game of fewer rounds"
            raise RecordError(f"{path}:{MAX_MOVES + 2}: more than {most}")
        result = moves.pop() if has_result else None
        return cls(path, header, moves, result)

    def checked(self, schema: type[_Model], value: Any, *keys: str | int) -> _Model:
        """The `value` at these `keys`, which has the right types. Raises RecordError."""
        try:
            return schema.model_validate(value)
        except ValidationError as error:
            first = error.errors()[0]
            reason = first["msg"].removeprefix("Value error, ")
            raise RecordError(f"{self.place(*keys, *first['loc'])}: {reason}") from None

    def place(self, *keys: str | int) -> str:
        """Where a value of a record is: `FILE:LINE: KEY`."""
        part, *rest = keys
        if part == "moves":
            line, rest = int(rest[0]) + 2, rest[1:]
        else:
            line = 1 if part == "header" else len(self.moves) + 2
        return ": ".join(filter(None, (f"{self.path}:{line}", ".".join(map(str, rest)))))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines that are left; of one that is too long, only the beginning."""
    return iter(partial(file.readline, MAX_LINE_BYTES + 1), b"")


def _json(text: bytes) -> Any:
    """The JSON value; None if there is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _check_format(path: str, header: Any) -> None:
    """Raises RecordError for what this version can't read."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise RecordError(f"{path}: is not a pacgrid record")
    if isinstance(version := header.get("version"), int) and version != VERSION:
        is_newer = version > VERSION
        age, advice = ("newer", "upgrade pacgrid") if is_newer else ("older", "play it again")
        raise RecordError(f"{path}: record version {version} is {age} than {VERSION}; {advice}")


def _fields(source: _Source, given: GameSetup | None) -> dict[str, Any]:
    """The fields of the record of the game, played again. Raises RecordError if it breaks the
    rules."""
    header = source.checked(SavedHeader, source.header, "header")
    setup = _board(source, header, given) if header.game else _pacman(source, header)
    state, moves = setup.first_state, list[Move]()
    for number, value in enumerate(source.moves):
        saved = source.checked(SavedMove, value, "moves", number)
        try:
            action = setup.action_of(state, saved.action)
            after = state.successor(action)
        except IllegalMoveError as error:
            reason = str(error).split("\n")[0]
            raise RecordError(f"{source.place('moves', number)}: {reason}") from None
        except ValueError as error:
            raise RecordError(f"{source.place('moves', number, 'action')}: {error}") from None
        thought = saved.thought.thought(setup, state) if saved.thought else None
        moves.append(Move(action, saved.seconds, saved.cpu_seconds, saved.nodes, thought))
        state = after
    if source.result is None:
        raise RecordError(f"{source.path}: its end is missing; save the game again")
    result = source.checked(SavedResult, source.result, "result")
    by_rules = setup.ending(state) if state.is_terminal else None
    forfeit = result.forfeit
    score = state.score if forfeit is None else setup.forfeit_score(state, forfeit)
    if contradiction := _contradiction(header, len(moves), score, result, by_rules):
        raise RecordError(f"{source.place('result')}: {contradiction}")
    return {
        "setup": setup,
        "agents": tuple(header.agents),
        "seed": header.seed,
        "moves": tuple(moves),
        "taken_over": header.taken_over,
        **dict(result),
        "score": score,
    }


def _board(source: _Source, header: "SavedHeader", given: GameSetup | None) -> GameSetup:
    """Another game than Pac-Man. Raises RecordError."""
    game, where = header.game, source.place("header", "game")
    assert game
    try:
        setup = BoardSetup.recorded(game.name, game.tree) if given is None else given
    except GameError as error:
        raise RecordError(f"{where}: {one_line(game.name)}: {error}") from None
    title = one_line(game.name)
    options = [text.partition(".py")[2] for text in (title, setup.title)]
    if not isinstance(setup, BoardSetup) or setup.digest != game.digest or len({*options}) > 1:
        changed = game.digest and getattr(setup, "digest", "") and options[0] == options[1]
        reason = "that file has changed since" if changed else f"{setup.title} is another game"
        raise RecordError(f"{where}: is a game of {title}; {reason}")
    if len(header.agents) != (room := setup.first_state.num_agents):
        raise RecordError(f"{where}: has room for {room} agents, not {len(header.agents)}")
    return setup


def _pacman(source: _Source, header: "SavedHeader") -> PacmanSetup:
    """The layout, and the position to start from if there is one. Raises RecordError."""
    where = source.place("header", "start" if header.start else "layout")
    if header.layout is None:
        raise RecordError(f"{where}: Field required")
    start = None
    try:
        if header.start:
            start = State.parse(header.start, where)
            layout = drawn_layout(start)
        else:
            rows = "\n".join(header.layout.rows)
            layout = Layout.parse(rows, source=where, lenient=True)
    except LayoutError as error:
        raise RecordError(str(error)) from None
    try:
        return PacmanSetup(replace(layout, name=header.layout.name), len(header.agents), start)
    except ValueError as error:
        reason, _, _ = str(error).partition(":\n")
        raise RecordError(f"{where}: {reason}") from None


def _contradiction(
    header: "SavedHeader", moves: int, score: float, saved: "SavedResult", by_rules: Ending | None
) -> str:
    """Which part of the result contradicts the moves, after which the game had ended `by_rules`;
    "" if none does."""
    if saved.score != score:
        return f"score is {saved.score:.12g}, but the moves give {score:.12g}"
    if by_rules != (saved.ending if saved.ending in ENDINGS_BY_RULES else None):
        return f"ending is {saved.ending!s}, but the moves end otherwise"
    forfeited = saved.ending in (Ending.RAISED, Ending.ILLEGAL, Ending.OVERRAN)
    if forfeited != (saved.forfeit in range(len(header.agents))):
        return f"forfeit is {saved.forfeit}, but ending is {saved.ending}"
    if header.taken_over > moves:
        return f"taken_over is {header.taken_over}, but there are {moves} moves"
    return ""


_MOST = 1 << 128
Whole = Annotated[int, Field(ge=-_MOST, le=_MOST)]
_LONGEST_NAME = 4096


def _not_too_long(name: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise ValueError(f"has {len(name):,} letters; the most are {_LONGEST_NAME:,}")
    return name


Name = Annotated[str, AfterValidator(_not_too_long)]
"""Not with `max_length`, which refuses half a surrogate pair; a file's name may have one."""


class _Schema(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)


class SavedLayout(_Schema):
    name: Name
    rows: list[str]


class OtherGame(_Schema):
    """A game that isn't Pac-Man."""

    name: Name
    tree: str = ""
    digest: str = ""


class SavedHeader(_Schema):
    format: Literal["pacgrid record"]
    version: int
    layout: SavedLayout | None = None
    game: OtherGame | None = None
    agents: list[Name] = Field(min_length=1)
    seed: Whole
    taken_over: Annotated[int, Field(ge=0, le=_MOST)] = 0
    start: str = ""


class SavedThought(_Schema):
    values: dict[str, float] = {}
    principal_variation: list[str] = []
    features: dict[str, float] = {}
    expanded: list[tuple[int, int, PositiveInt]] = []
    depths: list[PositiveInt] = []
    trouble: str = ""
    action_details: dict[str, dict[str, float]] = {}
    details: dict[str, float] = {}

    def thought(self, setup: GameSetup, state: Any) -> Thought | None:
        """The thought about `state`, without the parts that are impossible there."""

        def by_action(numbers: Mapping[str, float]) -> dict[Any, float]:
            return {_action(setup, state, text): number for text, number in numbers.items()}

        report = Report(
            values=by_action(self.values),
            principal_variation=_variation(setup, state, self.principal_variation),
            features=self.features,
            action_details={name: by_action(each) for name, each in self.action_details.items()},
            details=self.details,
        )
        thought = replace(
            Thought.of(report, None, self.trouble, setup.action_type),
            expanded={(x, y): count for x, y, count in self.expanded},
            depths=tuple(self.depths),
        ).possible_in(state)
        return None if thought.is_empty else thought


def _action(setup: GameSetup, state: Any, text: str) -> Any:
    """The action that is written so; None, which isn't legal, if there is none."""
    try:
        return setup.action_of(state, text)
    except ValueError:
        return None


def _variation(setup: GameSetup, state: Any, texts: Iterable[str]) -> tuple[Any, ...]:
    """The actions up to the first one that can't be played."""
    actions: list[Any] = []
    for text in texts:
        action = _action(setup, state, text)
        if state.is_terminal or action not in state.legal_actions():
            break
        actions.append(action)
        state = state.successor(action)
    return tuple(actions)


class SavedMove(_Schema):
    action: Any
    seconds: Annotated[float, Field(ge=0)]
    cpu_seconds: Annotated[float, Field(ge=0)]
    nodes: Whole | None = None
    thought: SavedThought | None = None


class SavedResult(_Schema):
    score: Annotated[float, Field(ge=-_MOST, le=_MOST)]
    ending: Ending
    forfeit: Whole | None = None
    message: str = ""
    details: str = ""
