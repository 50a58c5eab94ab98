"""The files that commands write."""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pacgrid.errors import PacgridError
from pacgrid.records.record import Record


class OutputError(PacgridError):
    """A file that can't be written."""


@dataclass(frozen=True)
class OutputPath:
    """Where the games of a series are written: their records, films or pages.

    A single game is written to `path` itself; the games of a series are numbered, `games-07.json`
    for `games.json`. Can be sent to another process.

    Raises OutputError at once if nothing can be written there.
    """

    path: Path
    games: int = 1
    writer: Callable[[Record, Path], None] = Record.save
    """Writes the file of one game."""

    def __post_init__(self) -> None:
        check_writable(self.path)

    def for_agent(self, number: int) -> "OutputPath":
        """The path for the games of the `number`-th of several agents: `game-2.json`."""
        return replace(self, path=self.path.with_stem(f"{self.path.stem}-{number}"))

    def file(self, number: int) -> Path:
        """The file of game `number`, counted from 1."""
        if self.games == 1 and number == 1:
            return self.path
        name = f"{self.path.stem}-{number:0{len(str(self.games))}}"
        return self.path.with_name(name + (self.path.suffix or ".json"))

    def write(self, number: int, record: Record) -> Path:
        """Write the file of game `number`."""
        file = self.file(number)
        self.writer(record, file)
        return file


def check_writable(path: Path) -> None:
    """Raises OutputError if no file can be written to `path`."""
    try:
        if path.is_dir():
            raise OutputError(f"{path}: is a directory; name a file in it")
        if not path.parent.is_dir():
            raise OutputError(f"{path}: there is no directory {path.parent}")
        is_device = path.exists() and not path.is_file()
    except OSError as error:
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None
    if not is_device and not os.access(path.parent, os.W_OK):
        raise OutputError(f"{path}: can't be written: {os.strerror(errno.EACCES)}")
