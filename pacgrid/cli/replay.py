"""`pacgrid replay`: show a saved game again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.analysis import (
    AnalyseOption,
    NodesOption,
    SolutionOption,
    analysed,
    chosen_judge,
    print_analysis,
)
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.html import HtmlOption
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.notes import note, note_written
from pacgrid.cli.options import (
    BrowserOption,
    HostOption,
    OptionError,
    OverlayOption,
    PortOption,
    SpeedOption,
    ThemeOption,
    ViewOption,
    chosen_settings,
    chosen_view,
    refuse_with_game,
    web_options,
)
from pacgrid.cli.output_path import OutputPath, record_writer, write_files
from pacgrid.cli.pictures import (
    AnalysisPlotter,
    CellOption,
    RateOption,
    RecordOption,
    SheetOption,
    game_output_paths,
)
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.watching import print_result, show
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_file import own_errors
from pacgrid.records.record import Record, TruncatedRecordError
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.next_action import NextAction
from pacgrid.session.themes import ThemeName


def replay(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record that `pacgrid play --save` wrote.")
    ],
    *,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help="The file of the game, if it is your own: my_game.py:target=21."
        ),
    ] = None,
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
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Plot the analysis in a .png."),
    ] = None,
    html: HtmlOption = None,
    analyse: AnalyseOption = False,
    solution: SolutionOption = None,
    nodes: NodesOption = None,
    analysis_file: Annotated[
        Path | None,
        typer.Option(
            "--analysis", metavar="FILE", help="Show the analysis that --json wrote to a file."
        ),
    ] = None,
    json_path: Annotated[
        str | None,
        typer.Option(
            "--json", metavar="FILE", help="Write the analysis as JSON; - prints only that."
        ),
    ] = None,
    fps: RateOption = 24,
    cell: CellOption = None,
) -> None:
    """Show a saved game again, or make a film or a page of it.

    A truncated record is shown as far as it goes. With --save, that part becomes
    a complete record.

    With --analyse, each move has its regret: how many points it cost, compared
    with the best one.
    """
    judge = chosen_judge(solution, nodes, analyse=analyse)
    if analysis_file and judge:
        raise OptionError("--analysis shows a saved analysis; leave out --analyse")
    if json_path and not judge:
        raise OptionError("--json writes an analysis; add --analyse")
    if plot and not (judge or analysis_file):
        raise OptionError("--plot plots an analysis; add --analyse")
    output = JsonOutput(json_path)
    record = _loaded(file, game)
    setup = record.setup
    if not setup.in_real_time:
        refuse_with_game(context, "solution", "nodes")
    is_analysed = analyse or bool(analysis_file)
    settings = chosen_settings(setup, speed, theme, overlay, analysed=is_analysed)
    output_paths = game_output_paths(
        setup,
        1,
        settings,
        save=save,
        film=record_path,
        sheet=sheet,
        html=html,
        rate=fps,
        cell=cell,
    )
    if plot:
        output_paths += (OutputPath(plot, 1, AnalysisPlotter(plot).write),)
    web = web_options(host, port, browser=browser)
    unwatched = bool(record_path or sheet or html or plot or json_path)
    view = chosen_view(view, web, person=False, unwatched=unwatched)
    console = SafeConsole(stderr=output.is_stdout)
    analysis = None
    if analysis_file:
        from pacgrid.analysis.analysis_file import load_analysis

        analysis = load_analysis(analysis_file, record)
    elif judge:
        from pacgrid.analysis.analysis_file import analysis_json

        analysis = analysed(record, judge)
        output.write(analysis_json(analysis, record))
    if view is View.NONE:
        _finish(record, analysis, output_paths, console)
        return
    with own_errors(setup.title), open_renderer(view, console, web) as renderer:
        writer, again = record_writer(output_paths, 1), True
        while again:
            replayed = ReplayedGame(record, writer, analysis)
            session = GameSession(replayed, settings=settings, real_time=renderer.real_time)
            try:
                show(renderer, session)
            finally:  # after Ctrl-C, too
                shown = session.games[0]  # a new one after a takeover
                record, analysis = shown.record, shown.analysis
                again = session.next_action is NextAction.PLAY_AGAIN
                if not again:
                    _finish(record, analysis, output_paths, console)


def _loaded(file: Path, game: str | None) -> Record:
    """The record in a file, or what is left of it, of the `game` that is a person's own file."""
    try:
        return Record.load(file, BoardSetup.load(game) if game else None)
    except TruncatedRecordError as error:
        note(str(error))
        return error.record


def _finish(
    record: Record,
    analysis: GameAnalysis | None,
    output_paths: Sequence[OutputPath],
    console: Console,
) -> None:
    """Write the files of the game, and print its result and its analysis."""
    files = write_files(output_paths, 1, record, analysis)
    print_result(record, console)
    if analysis:
        print_analysis(record, analysis, console)
    for file in files:
        note_written(file)
