"""The options that name the files of games: records, films, contact sheets and pages."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.output_path import OutputPath
from pacgrid.cli.pictures import FilmRecorder
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record
from pacgrid.session.settings import Settings


@dataclass(frozen=True)
class FileChoice:
    """The files that are written of each game."""

    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game's record, for `pacgrid replay`."),
    ] = None
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Record a film: .gif, .mp4, .webp or .png."),
    ] = None
    sheet: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw a contact sheet (the game's key moments) in a .png.",
        ),
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
        return bool(self.record or self.sheet or self.html)

    def output_paths(
        self, setup: GameSetup, games: int, settings: Settings
    ) -> tuple[OutputPath, ...]:
        """Where the files of so many games go, which look as in `settings`.

        Raises FilmError or OutputError at once for what can't be made.
        """
        paths = [OutputPath(self.save, games)] if self.save else []
        speed, theme = settings.speed, settings.theme
        if self.record:
            overlays = tuple(sorted(settings.overlays))
            look = self.fps, self.cell, games == 1, theme, overlays
            recorder = FilmRecorder(self.record, setup, speed, *look)
            paths.append(OutputPath(self.record, games, recorder.write))
        if self.sheet:
            from pacgrid.render.pictures.sheet import check_sheet, write_sheet

            check_sheet(self.sheet)
            paths.append(OutputPath(self.sheet, games, partial(write_sheet, theme=theme)))
        if page := self.html:
            page = page if page.suffix or games == 1 else page.with_suffix(".html")
            paths.append(OutputPath(page, games, _write_page))
        return tuple(paths)


def _write_page(record: Record, path: Path, analysis: GameAnalysis | None) -> None:
    from pacgrid.render.web.page import write_page

    write_page(path, record, analysis=analysis)
