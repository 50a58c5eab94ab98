"""`pacgrid replay`: show a saved game again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.html import HtmlOption
from pacgrid.cli.notes import note, note_written
from pacgrid.cli.options import OverlayOption, SpeedOption, ThemeOption
from pacgrid.cli.output_path import OutputPath, write_files
from pacgrid.cli.pictures import (
    CellOption,
    RateOption,
    RecordOption,
    SheetOption,
    game_output_paths,
)
from pacgrid.cli.viewers import View, ViewOptions, open_viewer
from pacgrid.cli.watching import print_result
from pacgrid.records.record import Record, TruncatedRecordError
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.loss import DisplayLostError
from pacgrid.session.next_action import NextAction
from pacgrid.session.themes import THEMES, ThemeName


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record that `pacgrid play --save` wrote.")
    ],
    *,
    view: Annotated[
        View | None,
        typer.Option(
            "--view",
            "-v",
            metavar="VIEW",
            help="Where to draw: window, terminal, or none for the result only. Default: window;"
            " none when a film or page is made.",
        ),
    ] = None,
    speed: SpeedOption = 6,
    theme: ThemeOption = ThemeName.DARK,
    overlay: OverlayOption = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game as it ended here, after you took over."),
    ] = None,
    record_path: RecordOption = None,
    sheet: SheetOption = None,
    html: HtmlOption = None,
    fps: RateOption = 24,
    cell: CellOption = None,
) -> None:
    """Show a saved game again, or make a film or a page of it.

    A truncated record is shown as far as it goes. With --save, that part becomes
    a complete record.
    """
    try:
        record = Record.load(file)
    except TruncatedRecordError as error:
        note(str(error))
        record = error.record
    colours, overlays = THEMES[theme], tuple(overlay or ())
    output_paths = game_output_paths(
        record.layout,
        1,
        save=save,
        film=record_path,
        sheet=sheet,
        html=html,
        speed=speed,
        rate=fps,
        cell=cell,
        theme=colours,
        overlays=overlays,
    )
    view = view or (View.NONE if record_path or sheet or html else View.WINDOW)
    console = SafeConsole()
    if view is View.NONE:
        _finish(record, output_paths, console)
        return
    with open_viewer(view, console, ViewOptions(speed, None, colours, overlays)) as viewer:
        try:
            while viewer.watch(ReplayedGame(record)) is NextAction.PLAY_AGAIN:
                pass
        except (KeyboardInterrupt, DisplayLostError):  # what was played is kept
            _finish(viewer.shows[0].record, output_paths, console)
            raise
    _finish(viewer.shows[0].record, output_paths, console)


def _finish(record: Record, output_paths: Sequence[OutputPath], console: Console) -> None:
    """Write the files of the game as it ended here, and print its result."""
    files = write_files(output_paths, 1, record)
    print_result(record, console)
    for file in files:
        note_written(file)
