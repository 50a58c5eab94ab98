"""`pacgrid replay`: a saved game, shown again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.html import HtmlOption, page_shelves
from pacgrid.cli.options import OverlayOption, SpeedOption, ThemeOption
from pacgrid.cli.pictures import (
    CellOption,
    RateOption,
    RecordOption,
    SheetOption,
    picture_shelves,
    tell,
)
from pacgrid.cli.series import Shelf
from pacgrid.cli.stage import Look, View, open_stage
from pacgrid.cli.watching import tell_result
from pacgrid.record import CutOffError, Record
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
    except CutOffError as error:
        tell(str(error))
        record = error.record
    colours, overlays = THEMES[theme], tuple(overlay or ())
    shelves = picture_shelves(
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
    shelves += page_shelves(html, 1)
    view = view or (View.NONE if shelves else View.WINDOW)
    shelves += [Shelf(save, 1)] if save else []
    console = Console()
    if view is View.NONE:
        _finish(record, shelves, console)
        return
    with open_stage(view, console, Look(speed, None, colours, overlays)) as viewer:
        try:
            while viewer.watch(Replay(record)) is Wish.AGAIN:
                pass
        except (KeyboardInterrupt, DisplayLostError):  # what was played is kept
            _finish(viewer.shows[0].record, shelves, console)
            raise
    _finish(viewer.shows[0].record, shelves, console)


def _finish(record: Record, shelves: Sequence[Shelf], console: Console) -> None:
    """Write what is wanted of the game as it ended here, and tell its result."""
    for shelf in shelves:
        shelf.write(record, shelf.path)
    tell_result(record, console)
