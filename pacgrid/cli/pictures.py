"""Films of games."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.console import note
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK, Theme

if TYPE_CHECKING:
    from pacgrid.render.sprites import Bytes


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
    theme: Theme = DARK
    overlays: tuple[Overlay, ...] = ()

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
