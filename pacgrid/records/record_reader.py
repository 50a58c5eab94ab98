"""Reads a record, and checks that it is a game by the rules."""

import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    PositiveInt,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import from_json

from pacgrid.agent import Report
from pacgrid.common.files import open_regular_file
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_setup import Ending, GameError, GameSetup
from pacgrid.games.pacman import PacmanSetup, drawn_layout
from pacgrid.layout import Layout, LayoutError, LayoutWarning, read_rows
from pacgrid.records.record_lines import FORMAT, VERSION
from pacgrid.records.thought import Move, Thought
from pacgrid.state import IllegalMoveError, State

_Model = TypeVar("_Model", bound=BaseModel)

ENDINGS_BY_RULES = (Ending.WON, Ending.CAUGHT, Ending.LOST, Ending.DRAWN)
MAX_BYTES = 1 << 28
MAX_LINE_BYTES = 1 << 22
"""What an agent thought of every cell of the largest board takes a quarter of it."""
MAX_MOVES = 200_000
"""Those of a game of ten agents in 20,000 rounds."""


def read_record(path: str | Path, setup: GameSetup | None = None) -> tuple[dict[str, Any], str]:
    """The fields of the `Record` saved in `path`; and, if its end is missing, what was recovered.

    Raises RecordError, as `Record.load` says.
    """
    try:
        with open_regular_file(path) as file:
            source = _Source.parse(str(path), file)
    except OSError as error:
        raise RecordError(f"{path}: can't be read: {error.strerror}") from None
    fields = _fields(source, setup)
    if source.result is not None:
        return fields, ""
    count = len(fields["moves"])
    return fields, f"{path}: truncated; recovered {count} {'move' if count == 1 else 'moves'}"


@dataclass(frozen=True)
class _Source:
    """The JSON values of a record, and where they are in its file."""

    path: str
    header: Any
    moves: Any
    result: Any
    """None: the end of the file is missing."""
    has_lines: bool = True
    """Whether each ply has its line; in old versions, the whole file is one object."""

    @classmethod
    def parse(cls, path: str, file: BinaryIO) -> "_Source":
        """Raises OSError, or RecordError if the file isn't the beginning of a record or exceeds a
        limit."""
        if os.fstat(file.fileno()).st_size > MAX_BYTES:
            raise RecordError(f"{path}: can't be read: larger than {MAX_BYTES:,} bytes")
        first = file.readline(MAX_LINE_BYTES + 1)
        header = _json(first)
        if not isinstance(header, dict) or "moves" in header:
            return cls._parse_old(path, first + file.read(MAX_BYTES))
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
        complete = bool(moves) and isinstance(moves[-1], dict) and "ending" in moves[-1]
        result = moves.pop() if complete else None
        if len(moves) > MAX_MOVES:
            raise RecordError(_too_long(f"{path}:{MAX_MOVES + 2}"))
        return cls(path, header, moves, result)

    @classmethod
    def _parse_old(cls, path: str, text: bytes) -> "_Source":
        data, complete = old_record(text)
        if not data:
            raise RecordError(f"{path}: is damaged or not a pacgrid record")
        _check_format(path, data)
        if not complete and "moves" not in data:
            raise RecordError(f"{path}: truncated before its first move; nothing can be recovered")
        moves = data.get("moves")
        if isinstance(moves, list):
            if len(moves) > MAX_MOVES:
                raise RecordError(_too_long(f"{path}: moves"))
            moves = list(map(new_move, moves))
        return cls(path, data, moves, data if complete else None, has_lines=False)

    def checked(
        self, schema: type[_Model], value: Any, *keys: str | int, place: "Place | None" = None
    ) -> _Model:
        """The `value` at these `keys`, which has the right types. Raises RecordError."""
        try:
            return schema.model_validate(value, context=place)
        except ValidationError as error:
            first = error.errors()[0]
            reason = first["msg"].removeprefix("Value error, ")
            raise RecordError(f"{self.place(*keys, *first['loc'])}: {reason}") from None

    def place(self, *keys: str | int) -> str:
        """Where a value of a `SavedRecord` is: `FILE:LINE: KEY`, or `FILE: KEY` in old versions."""
        part, *rest = keys
        if not self.has_lines:
            line, rest = "", [*keys] if part == "moves" else rest
        elif part == "moves":
            line, rest = f":{int(rest[0]) + 2}", rest[1:]
        else:
            line = ":1" if part == "header" else f":{len(self.moves) + 2}"
        return ": ".join(filter(None, (self.path + line, ".".join(map(str, rest)))))


def _too_long(place: str) -> str:
    return f"{place}: more than {MAX_MOVES:,} moves; save a game of fewer rounds"


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
    if isinstance(version := header.get("version"), int) and version > VERSION:
        raise RecordError(
            f"{path}: record version {version} is newer than {VERSION}; upgrade pacgrid"
        )


def _fields(source: _Source, given: GameSetup | None) -> dict[str, Any]:
    """The fields of the record of the game, played again. Raises RecordError if it breaks the
    rules."""
    header = source.checked(SavedHeader, source.header, "header")
    if not isinstance(source.moves, list):
        raise RecordError(f"{source.place('moves')}: Input should be a valid list")
    setup = _board(source, header, given) if header.game else _pacman(source, header)
    state, moves = setup.first_state, list[Move]()
    for number, value in enumerate(source.moves):
        place = Place(setup, state)
        saved = source.checked(SavedMove, value, "moves", number, place=place)
        try:
            state = state.successor(saved.action)
        except IllegalMoveError as error:
            reason = str(error).split("\n")[0]
            raise RecordError(f"{source.place('moves', number)}: {reason}") from None
        moves.append(saved.move(place))
    result = source.result and source.checked(SavedResult, source.result, "result")
    by_rules = setup.ending(state) if state.is_terminal else None
    fields = {
        "setup": setup,
        "agents": tuple(header.agents),
        "seed": header.seed,
        "moves": tuple(moves),
        "score": state.score,
        "ending": by_rules or Ending.QUIT,
        "taken_over": header.taken_over,
    }
    if result is None:
        return fields | {"taken_over": min(header.taken_over, len(moves))}
    forfeit = result.forfeit
    score = state.score if forfeit is None else setup.forfeit_score(state, forfeit)
    if contradiction := _contradiction(header, len(moves), score, result, by_rules):
        raise RecordError(f"{source.place('result')}: {contradiction}")
    return fields | dict(result) | {"score": score}


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
    count = len(header.agents)
    where = source.place("header", "start" if header.start else "layout")
    if header.layout is None:
        raise RecordError(f"{where}: Field required")
    try:
        if header.start:
            start = State.parse(header.start, where)
            layout, room = drawn_layout(start), start.num_agents
        else:
            start = None
            layout = _parsed("\n".join(header.layout.rows), where)
            room = len(layout.ghosts) + 1
    except LayoutError as error:
        raise RecordError(str(error)) from None
    if start and start.to_move:
        raise RecordError(f"{where}: Pac-Man must be to move")
    if count > room or (start and count < room):
        raise RecordError(f"{where}: has room for {room} agents, not {count}")
    return PacmanSetup(replace(layout, name=header.layout.name), count, start)


def _parsed(rows: str, source: str) -> Layout:
    """The layout, in which Pac-Man needn't reach all food. Raises LayoutError."""
    read_rows(rows, source)  # other defects were mended before the game
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LayoutWarning)
        return Layout.parse(rows, source=source, lenient=True)


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


class RecordError(PacgridError):
    """A file that is not a record, or a record whose game breaks the rules."""


class TruncatedRecordError(RecordError):
    """A record whose end is missing."""

    def __init__(self, message: str, record: Any) -> None:
        super().__init__(message)
        self.record = record
        """The game up to there, as if it had been quit: a `Record`."""


_MOST = 1 << 128
Whole = Annotated[int, Field(ge=-_MOST, le=_MOST)]
_LONGEST_NAME = 4096


def _not_too_long(name: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise ValueError(f"has {len(name):,} letters; the most are {_LONGEST_NAME:,}")
    return name


Name = Annotated[str, AfterValidator(_not_too_long)]
"""Not with `max_length`, which refuses half a surrogate pair; a file's name may have one."""


@dataclass(frozen=True)
class Place:
    """Where a move was played; pydantic's context for it."""

    setup: GameSetup
    state: Any

    def action_of(self, text: object) -> Any:
        """Raises ValueError."""
        return self.setup.action_of(self.state, text)


def _action_of(text: object, info: ValidationInfo) -> Any:
    place: Any = info.context  # a `Place`
    return place.action_of(text)


def _variation(texts: list[str], info: ValidationInfo) -> tuple[Any, ...]:
    """The actions up to the first one that can't be played."""
    place: Any = info.context
    actions = []
    for text in texts:
        action = place.action_of(text)
        actions.append(action)
        if place.state.is_terminal or action not in place.state.legal_actions():
            break
        place = Place(place.setup, place.state.successor(action))
    return tuple(actions)


ActionText = Annotated[Any, PlainValidator(_action_of)]
Variation = Annotated[
    list[str],
    BeforeValidator(lambda texts: [*texts] if isinstance(texts, str) else texts),
    AfterValidator(_variation),
]
"""Until version 4 a text of letters."""


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
    values: dict[ActionText, float] = {}
    principal_variation: Variation = []
    features: dict[str, float] = {}
    expanded: list[tuple[int, int, PositiveInt]] = []
    depths: list[PositiveInt] = []
    trouble: str = ""
    action_details: dict[str, dict[ActionText, float]] = {}
    details: dict[str, float] = {}

    def thought(self, kind: type) -> Thought:
        """Where actions are of this type."""
        report = Report(
            values=self.values,
            principal_variation=tuple[Any, ...](self.principal_variation),
            features=self.features,
            action_details=self.action_details,
            details=self.details,
        )
        return replace(
            Thought.of(report, None, self.trouble, kind),
            expanded={(x, y): count for x, y, count in self.expanded},
            depths=tuple(self.depths),
        )


class SavedMove(_Schema):
    action: ActionText
    seconds: Annotated[float, Field(ge=0)]
    cpu_seconds: Annotated[float, Field(ge=0)]
    nodes: Whole | None = None
    thought: SavedThought | None = None

    def move(self, place: Place) -> Move:
        """The move, without the parts of its thought that are impossible there."""
        thought = None
        if self.thought:
            thought = self.thought.thought(place.setup.action_type).possible_in(place.state)
            thought = None if thought.is_empty else thought
        return Move(self.action, self.seconds, self.cpu_seconds, self.nodes, thought)


class SavedResult(_Schema):
    score: Annotated[float, Field(ge=-_MOST, le=_MOST)]
    ending: Ending
    forfeit: Whole | None = None
    message: str = ""
    details: str = ""


_MOVE_PARTS = ("action", "seconds", "cpu_seconds", "nodes", "thought")
_RENAMED = {"line": "principal_variation", "looked": "expanded"}
_ENDS = (b"]]}", b"[]}")  # of complete records only: a thought ends with depths or trouble


def old_record(text: bytes) -> tuple[Any, bool]:
    """The JSON value of an old record, and whether it is complete.

    If its end is missing, the last move is left out, since it may be incomplete; there is
    no `"moves"` if the text ends before them. None if the text isn't the beginning of a record,
    or is damaged in the middle.
    """
    try:
        return json.loads(text), True
    except (ValueError, RecursionError):
        return _truncated(text), False


def new_move(move: Any) -> Any:
    """The JSON value of a move as it is saved today."""
    if not isinstance(move, list):
        return move
    parts = dict(zip(_MOVE_PARTS, move, strict=False))
    if isinstance(thought := parts.get("thought"), dict):
        parts["thought"] = {_RENAMED.get(name, name): part for name, part in thought.items()}
    return parts


def _truncated(text: bytes) -> Any:
    if text.rstrip().endswith(_ENDS):
        return None
    try:
        data = from_json(text, allow_partial=True)
    except ValueError:
        return None
    if isinstance(data, dict) and isinstance(moves := data.get("moves"), list):
        data["moves"] = moves[:-1]
    return data
