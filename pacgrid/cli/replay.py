"""`pacgrid replay`: show a saved game again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.html import HtmlOption
from pacgrid.cli.notes import note, note_written
from pacgrid.cli.options import (
    BrowserOption,
    HostOption,
    OverlayOption,
    PortOption,
    SpeedOption,
    ThemeOption,
    ViewOption,
    chosen_settings,
    chosen_view,
    web_options,
)
from pacgrid.cli.output_path import OutputPath, record_writer, write_files
from pacgrid.cli.pictures import (
    CellOption,
    RateOption,
    RecordOption,
    SheetOption,
    game_output_paths,
)
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.watching import print_result, show
from pacgrid.records.record import Record, TruncatedRecordError
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.next_action import NextAction
from pacgrid.session.themes import ThemeName


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record that `pacgrid play --save` wrote.")
    ],
    *,
    view: ViewOption = None,
    host: HostOption = None,
    port: PortOption = None,
    browser: BrowserOption = True,
    speed: SpeedOption = None,
    theme: ThemeOption = ThemeName.DARK,
    overlay: OverlayOption = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Save the game again, with what follows if you take over."
        ),
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
    settings = chosen_settings(speed, theme, overlay)
    output_paths = game_output_paths(
        record.layout,
        1,
        save=save,
        film=record_path,
        sheet=sheet,
        html=html,
        speed=settings.speed,
        rate=fps,
        cell=cell,
        theme=settings.theme,
        overlays=tuple(overlay or ()),
    )
    web = web_options(host, port, browser=browser)
    view = chosen_view(view, web, person=False, unwatched=bool(record_path or sheet or html))
    console = SafeConsole()
    if view is View.NONE:
        _finish(record, output_paths, console)
        return
    with open_renderer(view, console, web) as renderer:
        writer, again = record_writer(output_paths, 1), True
        while again:
            game = ReplayedGame(record, writer)
            session = GameSession(game, settings=settings, real_time=renderer.real_time)
            try:
                show(renderer, session)
            finally:  # after Ctrl-C, too
                record = session.games[0].record  # a new one after a takeover
                again = session.next_action is NextAction.PLAY_AGAIN
                if not again:
                    _finish(record, output_paths, console)


def _finish(record: Record, output_paths: Sequence[OutputPath], console: Console) -> None:
    """Write the files of the game, and print its result."""
    files = write_files(output_paths, 1, record)
    print_result(record, console)
    for file in files:
        note_written(file)
