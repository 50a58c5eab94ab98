"""Reads a record, and checks that it is a game by the rules."""

import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import ValidationError

from pacgrid.common.files import open_regular_file
from pacgrid.layout import Layout, LayoutError, LayoutWarning, read_rows
from pacgrid.records.old_records import new_move, old_record
from pacgrid.records.record import (
    Ending,
    Move,
    Record,
    RecordError,
    TruncatedRecordError,
    drawn_layout,
)
from pacgrid.records.record_lines import FORMAT, VERSION
from pacgrid.records.record_schema import SavedHeader, SavedRecord
from pacgrid.state import LOSS_POINTS, IllegalMoveError, State

MAX_BYTES = 1 << 28
MAX_LINE_BYTES = 1 << 22
"""What an agent thought of every cell of the largest board takes a quarter of it."""
MAX_MOVES = 200_000
"""Those of a game of ten agents in 20,000 rounds."""


def read_record(path: str | Path) -> Record:
    """The record saved in `path`. Raises RecordError, as `Record.load` says."""
    try:
        with open_regular_file(path) as file:
            source = _Source.parse(str(path), file)
    except OSError as error:
        raise RecordError(f"{path}: can't be read: {error.strerror}") from None
    record = _record(source, source.checked())
    if source.result is None:
        count = len(record.moves)
        moves = "move" if count == 1 else "moves"
        raise TruncatedRecordError(f"{path}: truncated; recovered {count} {moves}", record)
    return record


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

    def checked(self) -> SavedRecord:
        """The values, which have the right types. Raises RecordError."""
        try:
            return SavedRecord(header=self.header, moves=self.moves, result=self.result)
        except ValidationError as error:
            first = error.errors()[0]
            reason = first["msg"].removeprefix("Value error, ")
            raise RecordError(f"{self.place(*first['loc'])}: {reason}") from None

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


def _record(source: _Source, saved: SavedRecord) -> Record:
    """The game, played again. Raises RecordError if it breaks the rules."""
    layout, start = _board(source, saved.header)
    record = Record(
        layout=layout,
        agents=tuple(saved.header.agents),
        seed=saved.header.seed,
        moves=tuple(saved_move.move for saved_move in saved.moves),
        score=0,
        ending=Ending.QUIT,
        taken_over=saved.header.taken_over,
        start=start,
    )
    states: list[State] = []
    try:
        states.extend(record.states())
    except IllegalMoveError as error:
        reason = str(error).split("\n")[0]
        raise RecordError(f"{source.place('moves', len(states) - 1)}: {reason}") from None
    record = replace(record, moves=tuple(map(_possible, record.moves, states)))
    if saved.result is None:
        return _quit_at(record, states[-1])
    record = replace(record, **dict(saved.result))
    if contradiction := _contradiction(record, states[-1]):
        raise RecordError(f"{source.place('result')}: {contradiction}")
    return record


def _board(source: _Source, header: SavedHeader) -> tuple[Layout, State | None]:
    """The layout, and the position to start from if there is one. Raises RecordError."""
    count = len(header.agents)
    where = source.place("header", "start" if header.start else "layout")
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
    return replace(layout, name=header.layout.name), start


def _parsed(rows: str, source: str) -> Layout:
    """The layout, in which Pac-Man needn't reach all food. Raises LayoutError."""
    read_rows(rows, source)  # other defects were mended before the game
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LayoutWarning)
        return Layout.parse(rows, source=source, lenient=True)


def _possible(move: Move, state: State) -> Move:
    """`move`, played in `state`, without the parts of its thought that are impossible there."""
    if move.thought is None:
        return move
    thought = move.thought.possible_in(state)
    return replace(move, thought=None if thought.is_empty else thought)


def _quit_at(record: Record, last: State) -> Record:
    """The record of a game that is known only up to the state `last`."""
    ending = Ending.WON if last.is_win else Ending.CAUGHT if last.is_loss else Ending.QUIT
    taken_over = min(record.taken_over, len(record.moves))
    return replace(record, score=last.score, ending=ending, taken_over=taken_over)


def _contradiction(record: Record, last: State) -> str:
    """Which part of the record contradicts its last state; "" if none does."""
    points = last.score + (LOSS_POINTS if record.forfeit == 0 else 0)
    over = {Ending.WON: last.is_win, Ending.CAUGHT: last.is_loss}.get(record.ending)
    if record.score != points:
        return f"score is {record.score}, but the moves give {points}"
    if over is False or (over is None and last.is_terminal):
        return f"ending is {record.ending!s}, but the moves end otherwise"
    forfeited = record.ending in (Ending.RAISED, Ending.ILLEGAL, Ending.OVERRAN)
    if forfeited != (record.forfeit in range(len(record.agents))):
        return f"forfeit is {record.forfeit}, but ending is {record.ending}"
    if record.taken_over > len(record.moves):
        return f"taken_over is {record.taken_over}, but there are {len(record.moves)} moves"
    return ""
