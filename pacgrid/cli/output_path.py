"""The files that commands write: numbered files of games, JSON, and checks before they are made."""

import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import typer

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.console import note_written
from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record
from pacgrid.records.record_writer import RecordWriter


class OutputError(PacgridError):
    """A file that can't be written."""


def _save(record: Record, path: Path, _: GameAnalysis | None) -> None:
    record.save(path)


@dataclass(frozen=True)
class OutputPath:
    """The file, or the numbered files, that the games of a series are written to.

    A single game is written to `path` itself; the games of a series are numbered, `games-07.jsonl`
    for `games.jsonl`. Can be sent to another process.

    Raises OutputError at once if nothing can be written there.
    """

    path: Path
    games: int = 1
    write_game: Callable[[Record, Path, GameAnalysis | None], None] = _save
    """Writes the file of a game that is over, with its analysis if there is one."""
    _writers: dict[int, RecordWriter] = field(default_factory=dict, init=False, compare=False)
    """The writers of games in progress, by number."""

    def __post_init__(self) -> None:
        check_writable(self.path)

    def for_agent(self, number: int) -> "OutputPath":
        """The path for the games of the `number`-th of several agents: `game-2.jsonl`."""
        return replace(self, path=self.path.with_stem(f"{self.path.stem}-{number}"))

    def file(self, number: int) -> Path:
        """The file of game `number`, counted from 1."""
        if self.games == 1 and number == 1:
            return self.path
        name = f"{self.path.stem}-{number:0{len(str(self.games))}}"
        return self.path.with_name(name + (self.path.suffix or ".jsonl"))

    def record_writer(self, number: int) -> RecordWriter | None:
        """What saves the record of game `number` while it is played; None for films and pages,
        which are made when the game is over."""
        if self.write_game is not _save:
            return None
        return self._writers.setdefault(number, RecordWriter(self.file(number)))

    def write(
        self, number: int, record: Record, analysis: GameAnalysis | None = None
    ) -> Path | None:
        """Write the file of game `number`, which is over. Returns None if it was quit before its
        first ply, so there is nothing to write."""
        file, writer = self.file(number), self._writers.pop(number, None)
        if writer:
            return file if writer.close(record) else None
        self.write_game(record, file, analysis)
        return file


def record_writer(output_paths: Iterable[OutputPath], number: int) -> RecordWriter | None:
    """What saves the record of game `number` while it is played, if a path is for records."""
    writers = (output_path.record_writer(number) for output_path in output_paths)
    return next(filter(None, writers), None)


def write_files(
    output_paths: Iterable[OutputPath],
    number: int,
    record: Record,
    analysis: GameAnalysis | None = None,
) -> list[Path]:
    """Write the files of game `number`, which is over. Returns those that were written."""
    files = (output_path.write(number, record, analysis) for output_path in output_paths)
    return [file for file in files if file]


def check_writable(path: Path) -> None:
    """Raises OutputError if no file can be written to `path`."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not path.parent.is_dir():
            raise OutputError(
                f"{path}: there is no directory {path.parent}; make it first"
            ) from None
        mode = stat.S_IFREG
    except OSError as error:
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise OutputError(f"{path}: is a directory; name a file in it")
    if stat.S_ISREG(mode) and not os.access(path.parent, os.W_OK):
        raise OutputError(f"{path}: can't be written: {os.strerror(errno.EACCES)}")


def write_text(path: Path, text: str) -> None:
    """Write a file, whole or not at all, and say so. Raises OutputError."""
    with refusing(path):
        atomic_write(path, text)
    note_written(path)


@contextmanager
def refusing(path: Path, verb: str = "written") -> Iterator[None]:
    """Raises OutputError for an OSError of what writes to `path`, or does what `verb` says."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: can't be {verb}: {error.strerror}") from None


class JsonOutput:
    """Writes JSON to a file, to stdout for `-`, or nowhere for None.

    Raises OutputError at once if the file can't be written.
    """

    def __init__(self, target: str | None) -> None:
        self._target = target
        if target and not self.is_stdout:
            check_writable(Path(target))

    @property
    def is_stdout(self) -> bool:
        return self._target == "-"

    @contextmanager
    def alone_on_stdout(self) -> Iterator[None]:
        """What agents print goes to stderr meanwhile, so that it doesn't mix with the JSON."""
        with redirect_stdout(sys.stderr) if self.is_stdout else nullcontext():
            yield

    def write(self, data: dict[str, Any]) -> None:
        """Write `data`, whole or not at all. Raises OutputError."""
        text = json.dumps(data, indent=2) + "\n"
        if self.is_stdout:
            typer.echo(text, nl=False)
        elif self._target:
            write_text(Path(self._target), text)
