"""The options that name the files of games: records, films and pages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.console import note
from pacgrid.cli.output_path import OutputPath
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record
from pacgrid.session.frame import Overlay
from pacgrid.session.session import Settings
from pacgrid.session.themes import Theme

if TYPE_CHECKING:
    from pacgrid.render.sprites import Bytes


@dataclass(frozen=True)
class FileChoice:
    """The files that are written of each game."""

    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game's record, for `pacgrid replay`."),
    ] = None
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Record a film: .gif or .mp4."),
    ] = None
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a page that plays the game in a browser, even offline.",
        ),
    ] = None
    fps: Annotated[
        float,
        typer.Option(metavar="N", min=1, max=100, help="Frames per second of a film."),
    ] = 24
    cell: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Pixels per cell of a film."),
    ] = None

    @property
    def has_pictures(self) -> bool:
        """Whether there are others than records: games for them needn't be watched."""
        return bool(self.record or self.html)

    def output_paths(
        self, setup: GameSetup, games: int, settings: Settings
    ) -> tuple[OutputPath, ...]:
        """Where the files of so many games go, which look as in `settings`.

        Raises FilmError or OutputError at once for what can't be made.
        """
        paths = [OutputPath(self.save, games)] if self.save else []
        if self.record:
            recorder = FilmRecorder(
                self.record,
                setup,
                settings.speed,
                self.fps,
                cell=self.cell,
                progress=games == 1,
                theme=settings.theme,
                overlays=tuple(sorted(settings.overlays)),
            )
            paths.append(OutputPath(self.record, games, recorder.write))
        if page := self.html:
            page = page if page.suffix or games == 1 else page.with_suffix(".html")
            paths.append(OutputPath(page, games, _write_page))
        return tuple(paths)


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
    rate: float
    """Frames per second."""
    cell: int | None
    progress: bool
    theme: Theme
    overlays: tuple[Overlay, ...]

    def __post_init__(self) -> None:
        from pacgrid.render.pictures.film import painter_for
        from pacgrid.render.pictures.recording import writer_for

        writer_for(self.path, self.rate)
        painter_for(self.setup, self.cell, self.theme)

    def write(self, record: Record, path: Path, analysis: GameAnalysis | None = None) -> None:
        """Record a game. Raises FilmError."""
        from pacgrid.render.pictures.film import Film
        from pacgrid.render.pictures.recording import write_film

        film = Film(
            record,
            speed=self.speed,
            rate=self.rate,
            cell=self.cell,
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
    from pacgrid.cli.progress import progress_bar

    with progress_bar("pictures") as progress:
        yield from progress.track(pictures, total=total, description="")
