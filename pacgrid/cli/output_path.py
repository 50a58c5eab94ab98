"""`--save` and `--json`: the files that commands write, checked before anything is played."""

import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.console import note, note_written
from pacgrid.cli.options import OptionError
from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record
from pacgrid.records.record_writer import RecordWriter
from pacgrid.session.frame import Overlay
from pacgrid.session.session import Settings
from pacgrid.session.themes import Theme

if TYPE_CHECKING:
    from pacgrid.render.board_painter import Bytes


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


RECORDS = (".jsonl", ".json", "")
PAGES = (".html", ".htm")
FRAMES_PER_SECOND = 24
"""Of a film."""


@dataclass(frozen=True)
class FileChoice:
    """The files that are written of each game."""

    save: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Save the game as .jsonl, a record for `pacgrid replay`; .gif or .mp4, a film; or"
            " .html, a page that plays it in a browser, even offline. Repeat for several.",
        ),
    ] = None

    @property
    def has_pictures(self) -> bool:
        """Whether there are others than records: games for them needn't be watched."""
        return any(path.suffix.lower() not in RECORDS for path in self.save or ())

    @property
    def shows_thoughts(self) -> bool:
        """Whether a file can show what agents think: a film computes what it shows."""
        return any(path.suffix.lower() in (*RECORDS, *PAGES) for path in self.save or ())

    def output_paths(
        self, setup: GameSetup, games: int, settings: Settings
    ) -> tuple[OutputPath, ...]:
        """Where the files of so many games go, which look as in `settings`.

        Raises FilmError, OptionError or OutputError at once for what can't be made.
        """
        paths = self.save or []
        if twice := next((path for path in paths if paths.count(path) > 1), None):
            raise OptionError(f"--save names {twice} twice; leave one out")
        return tuple(_output_path(path, setup, games, settings) for path in paths)


def _output_path(path: Path, setup: GameSetup, games: int, settings: Settings) -> OutputPath:
    suffix = path.suffix.lower()
    if suffix in RECORDS:
        return OutputPath(path, games)
    if suffix in PAGES:
        return OutputPath(path, games, _write_page)
    overlays = tuple(sorted(settings.overlays))
    recorder = FilmRecorder(path, setup, settings.speed, games == 1, settings.theme, overlays)
    return OutputPath(path, games, recorder.write)


def _write_page(record: Record, path: Path, analysis: GameAnalysis | None) -> None:
    from pacgrid.render.web.page import write_page

    write_page(path, record, analysis=analysis)


@dataclass(frozen=True)
class FilmRecorder:
    """Records films of games. It can be sent to another process.

    Raises FilmError at once for a film that can't be made.
    """

    path: Path
    setup: GameSetup
    speed: float
    """Rounds, or moves, per second."""
    progress: bool
    theme: Theme
    overlays: tuple[Overlay, ...]

    def __post_init__(self) -> None:
        from pacgrid.render.pictures.film import painter_for
        from pacgrid.render.pictures.recording import writer_for

        writer_for(self.path, FRAMES_PER_SECOND)
        painter_for(self.setup, None, self.theme)

    def write(self, record: Record, path: Path, analysis: GameAnalysis | None = None) -> None:
        """Record a game. Raises FilmError."""
        from pacgrid.render.pictures.film import Film
        from pacgrid.render.pictures.recording import write_film

        film = Film(
            record,
            speed=self.speed,
            rate=FRAMES_PER_SECOND,
            theme=self.theme,
            overlays=self.overlays,
            analysis=analysis,
        )
        if not record.moves:
            note(f"{path}: the game has no moves, so the picture stands still")
        try:
            write_film(film, path, watch=_with_bar if self.progress else None)
        except KeyboardInterrupt:
            note(f"{path}: interrupted; nothing was written")
            raise


def _with_bar(pictures: "Iterable[Bytes]", total: int) -> "Iterator[Bytes]":
    """Pass on the pictures; on a terminal, show a progress bar."""
    from pacgrid.cli.console import progress_bar

    with progress_bar("pictures") as progress:
        yield from progress.track(pictures, total=total, description="")
