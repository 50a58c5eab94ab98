"""`pacgrid replay`: a saved game, shown again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.html import HtmlOption, page_output_paths
from pacgrid.cli.options import OverlayOption, SpeedOption, ThemeOption
from pacgrid.cli.pictures import (
    CellOption,
    RateOption,
    RecordOption,
    SheetOption,
    picture_output_paths,
    tell,
)
from pacgrid.cli.series import OutputPath
from pacgrid.cli.viewers import View, ViewOptions, open_viewer
from pacgrid.cli.watching import tell_result
from pacgrid.records.record import Record, TruncatedRecordError
from pacgrid.view.loss import DisplayLostError
from pacgrid.view.show import Replay
from pacgrid.view.themes import THEMES, ThemeName
from pacgrid.view.wish import Wish


def replay(
    file: Annotated[Path, typer.Argument(help="A record saved by pacgrid play --save.")],
    *,
    view: Annotated[
        View | None,
        typer.Option(
            "--view",
            "-v",
            help="Where to draw; none tells the result only. Default: window; for pictures none.",
        ),
    ] = None,
    speed: SpeedOption = 6,
    theme: ThemeOption = ThemeName.CLASSIC,
    overlay: OverlayOption = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Save the game as it ended here: with what was played after taking over, or as"
            " much as there is of a damaged file."
        ),
    ] = None,
    record_path: RecordOption = None,
    sheet: SheetOption = None,
    html: HtmlOption = None,
    fps: RateOption = 24,
    cell: CellOption = None,
) -> None:
    """Show a saved game again, or make pictures of it."""
    try:
        record = Record.load(file)
    except TruncatedRecordError as error:
        tell(str(error))
        record = error.record
    colours, overlays = THEMES[theme], tuple(overlay or ())
    output_paths = picture_output_paths(
        record.layout,
        1,
        record=record_path,
        sheet=sheet,
        speed=speed,
        rate=fps,
        cell=cell,
        theme=colours,
        overlays=overlays,
    )
    output_paths += page_output_paths(html, 1)
    view = view or (View.NONE if output_paths else View.WINDOW)
    output_paths += [OutputPath(save, 1)] if save else []
    console = SafeConsole()
    if view is View.NONE:
        _finish(record, output_paths, console)
        return
    with open_viewer(view, console, ViewOptions(speed, None, colours, overlays)) as viewer:
        try:
            while viewer.watch(Replay(record)) is Wish.AGAIN:
                pass
        except (KeyboardInterrupt, DisplayLostError):  # what was played is kept
            _finish(viewer.shows[0].record, output_paths, console)
            raise
    _finish(viewer.shows[0].record, output_paths, console)


def _finish(record: Record, output_paths: Sequence[OutputPath], console: Console) -> None:
    """Write what is wanted of the game as it ended here, and tell its result."""
    for output_path in output_paths:
        output_path.write(record, output_path.path)
    tell_result(record, console)
