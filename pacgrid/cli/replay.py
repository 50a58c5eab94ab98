"""`pacgrid replay`: a saved game, shown again."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.html import HtmlOption, page_shelves
from pacgrid.cli.pictures import (
    CellOption,
    RateOption,
    RecordOption,
    SheetOption,
    picture_shelves,
    tell,
)
from pacgrid.cli.stage import View, open_stage
from pacgrid.cli.summary import result_text
from pacgrid.record import CutOffError, Record
from pacgrid.view.show import Replay
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
    speed: Annotated[float, typer.Option(min=0.1, help="Rounds a second.")] = 6,
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
    shelves = picture_shelves(
        record.layout, 1, record=record_path, sheet=sheet, speed=speed, rate=fps, cell=cell
    )
    shelves += page_shelves(html, 1)
    view = view or (View.NONE if shelves else View.WINDOW)
    console = Console()
    if view is not View.NONE:
        with open_stage(view, console, speed=speed) as viewer:
            while viewer.watch(Replay(record)) is Wish.AGAIN:
                pass
    console.print(result_text(record), soft_wrap=True)
    for shelf in shelves:
        shelf.write(record, shelf.path)
