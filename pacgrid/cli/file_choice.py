"""`--save`: the files of games, which are records, films or pages by their suffixes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.console import note
from pacgrid.cli.options import OptionError
from pacgrid.cli.output_path import OutputPath
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record
from pacgrid.session.frame import Overlay
from pacgrid.session.session import Settings
from pacgrid.session.themes import Theme

if TYPE_CHECKING:
    from pacgrid.render.board_painter import Bytes


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
