"""`pacgrid replay`: show a saved game again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.analysis import AnalysisChoice, analysed, print_analysis
from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.options import OptionError, refuse_with_game
from pacgrid.cli.output_path import FileChoice, JsonOutput, OutputPath, record_writer, write_files
from pacgrid.cli.view import View, ViewChoice, open_renderer
from pacgrid.cli.watching import print_result, show
from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.game_loader import own_errors
from pacgrid.records.record import Record
from pacgrid.records.record_reader import TruncatedRecordError
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.session import NextAction


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
    shown: ViewChoice,
    files: FileChoice,
    judged: AnalysisChoice,
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
) -> None:
    """Show a saved game again, or make a film or a page of it.

    A truncated record is shown as far as it goes. With --save, that part becomes
    a complete record. If you take over, --save also saves what follows.

    With --analyse, each move has its regret: how many points it cost, compared
    with the best one.
    """
    judge = judged.judge()
    if analysis_file and judge:
        raise OptionError("--analysis shows a saved analysis; leave out --analyse")
    if json_path and not judge:
        raise OptionError("--json writes an analysis; add --analyse")
    output = JsonOutput(json_path)
    record = _loaded(file, game)
    setup = record.setup
    if not setup.in_real_time:
        refuse_with_game(context, "judge_by")
    settings = shown.settings(setup, analysed=judged.analyse or bool(analysis_file))
    output_paths = files.output_paths(setup, 1, settings)
    view = shown.chosen(person=False, unwatched=files.has_pictures or bool(json_path))
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
    with own_errors(setup.title), open_renderer(view, console, shown.web) as renderer:
        writer, again = record_writer(output_paths, 1), True
        while again:
            replayed = ReplayedGame(record, writer, analysis)
            session = GameSession(replayed, settings=settings, real_time=renderer.real_time)
            try:
                show(renderer, session)
            finally:  # after Ctrl-C, too
                last = session.games[0]  # a new one after a takeover
                record, analysis = last.record, last.analysis
                again = session.next_action is NextAction.PLAY_AGAIN
                if not again:
                    _finish(record, analysis, output_paths, console)


def _loaded(file: Path, game: str | None) -> Record:
    """The record in a file, or what is left of it, of the `game` that is a person's own file."""
    try:
        return Record.load(file, BoardSetup.load(game) if game else None)
    except TruncatedRecordError as error:
        note(str(error))
        record: Record = error.record
        return record


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
