"""`--html`: a page that plays the game."""

from pathlib import Path
from typing import Annotated

import typer

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.output_path import OutputPath
from pacgrid.records.record import Record

HtmlOption = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Write a page that plays the game in a browser, even offline.",
    ),
]


def page_output_paths(path: Path | None, games: int) -> list[OutputPath]:
    """The paths of the games' pages; empty without `--html`."""
    if path is None:
        return []
    path = path if path.suffix or games == 1 else path.with_suffix(".html")
    return [OutputPath(path, games, _write)]


def _write(record: Record, path: Path, analysis: GameAnalysis | None) -> None:
    from pacgrid.render.web.page import write_page

    write_page(path, record, analysis=analysis)
