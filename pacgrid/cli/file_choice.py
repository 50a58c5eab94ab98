"""The options that name the files of games: records, films, contact sheets and pages."""

from dataclasses import dataclass

from pacgrid.cli.html import HtmlOption, page_output_paths
from pacgrid.cli.options import SaveOption
from pacgrid.cli.output_path import OutputPath
from pacgrid.cli.pictures import (
    CellOption,
    FilmRecorder,
    RateOption,
    RecordOption,
    SheetMaker,
    SheetOption,
)
from pacgrid.games.game_setup import GameSetup
from pacgrid.session.settings import Settings


@dataclass(frozen=True)
class FileChoice:
    """The files that are written of each game."""

    save: SaveOption = None
    record: RecordOption = None
    sheet: SheetOption = None
    html: HtmlOption = None
    fps: RateOption = 24
    cell: CellOption = None

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
            paths.append(OutputPath(self.sheet, games, SheetMaker(self.sheet, theme).write))
        return (*paths, *page_output_paths(self.html, games))
