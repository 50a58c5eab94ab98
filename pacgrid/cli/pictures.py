"""Films, contact sheets and plots of games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.console import note, note_written
from pacgrid.cli.output_path import check_writable
from pacgrid.cli.series_summary import Result, Summary
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.description import pairing
from pacgrid.records.record import Record
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK, Theme

if TYPE_CHECKING:
    from pacgrid.render.sprites import Bytes


class PictureError(PacgridError):
    """A picture that can't be made."""


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


def check_plot(path: Path) -> None:
    """Raises PictureError or OutputError if no plot can be drawn there."""
    if path.suffix.lower() != ".png":
        raise PictureError(f"{path}: a plot's name must end in .png")
    check_writable(path)
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        raise PictureError(f"{path}: plots need matplotlib: pip install 'pacgrid[plot]'") from None


def write_plot(
    path: Path, results: Sequence[Result], agents: Sequence[str], setup: GameSetup
) -> None:
    """Draw the games of a series. Raises FilmError."""
    from pacgrid.records.series_stats import SeriesStats
    from pacgrid.render.pictures.plot import plot_games
    from pacgrid.render.pictures.recording import output_file

    stats = SeriesStats.of(result.stats for result in results if result.stats)
    title = plot_title(Summary.of(results), agents, setup.title)
    with output_file(path) as file:
        plot_games(stats, setup.first_state.maze, title, file)
    note_written(path)


def write_analysis_plot(record: Record, path: Path, analysis: GameAnalysis | None) -> None:
    """Draw the value and the regret of a game's moves. Raises FilmError."""
    from pacgrid.render.pictures.analysis_plot import plot_analysis
    from pacgrid.render.pictures.recording import output_file

    assert analysis
    with output_file(path) as file:
        plot_analysis(record, analysis, file)


def plot_title(summary: Summary, agents: Sequence[str], layout: str) -> str:
    """The title of the plot of a series."""
    games = "1 game" if summary.games == 1 else f"{summary.games} games"
    low, high = summary.win_interval
    return (
        f"{one_line(pairing(agents))} on {one_line(layout) or 'a layout'}\n"
        f"won {summary.win_rate:.1%} of {games} (95 % interval {low:.1%} to {high:.1%})"
    )


def _with_bar(pictures: "Iterable[Bytes]", total: int) -> "Iterator[Bytes]":
    """Pass on the pictures; on a terminal, show a progress bar."""
    from pacgrid.cli.progress import progress_bar

    with progress_bar("pictures") as progress:
        yield from progress.track(pictures, total=total, description="")
