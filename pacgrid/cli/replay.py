"""`pacgrid replay`: a saved game, shown again."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.stage import View, open_stage
from pacgrid.cli.summary import result_text
from pacgrid.record import Record
from pacgrid.view.show import Replay
from pacgrid.view.wish import Wish


def replay(
    file: Annotated[Path, typer.Argument(help="A record saved by pacgrid play --save.")],
    *,
    view: Annotated[
        View, typer.Option("--view", "-v", help="Where to draw; none tells the result only.")
    ] = View.WINDOW,
    speed: Annotated[float, typer.Option(min=0.1, help="Rounds a second.")] = 6,
) -> None:
    """Show a saved game again."""
    record = Record.load(file)
    console = Console()
    if view is not View.NONE:
        with open_stage(view, console, speed=speed) as viewer:
            while viewer.watch(Replay(record)) is Wish.AGAIN:
                pass
    console.print(result_text(record), soft_wrap=True)
