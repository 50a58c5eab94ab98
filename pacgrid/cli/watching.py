"""Play series of games, watched or not."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pacgrid.cli.analysis import analysed, print_analysis
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.notes import note_written
from pacgrid.cli.output_path import OutputError
from pacgrid.cli.series import Series
from pacgrid.cli.summary import Result, result_text
from pacgrid.records.description import display_name
from pacgrid.records.record import Record
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import GameSource
from pacgrid.session.next_action import NextAction
from pacgrid.session.renderer import Renderer
from pacgrid.session.session import Session
from pacgrid.session.settings import Settings

LINGER = 1.5
"""Seconds that a result is shown when more games follow."""


def play_unwatched(series: Series, jobs: int, console: Console) -> list[Result]:
    """Play all games, with a progress bar on a terminal; print the result of a single game."""
    if series.games == 1:
        record = series.play(1)
        print_result(record, console)
        results = [_result(series, record, console)]
    else:
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
        errors = SafeConsole(stderr=True)
        with Progress(
            *columns, console=errors, transient=True, disable=not errors.is_terminal
        ) as progress:
            played = progress.track(series.results(jobs), total=series.games)
            results = sorted(played, key=lambda result: result.seed)
    for output_path in series.output_paths:
        note_written(output_path.file(1), output_path.file(series.games))
    return results


def play_watched(
    all_series: Sequence[Series],
    renderer: Renderer,
    settings: Settings,
    console: Console,
    *,
    linger: float | None = None,
) -> list[list[Result]]:
    """Show the games of one series, or of several side by side; R adds one more game.

    Prints the result of each game, and returns the results by series.
    """
    results: list[list[Result]] = [[] for _ in all_series]
    number, last = 1, all_series[0].games
    while number <= last:
        session = GameSession(
            *(series.live_game(number) for series in all_series),
            settings=settings,
            real_time=renderer.real_time,
            enter_effect="next game" if number < last else "close",
            linger=linger,
        )
        try:
            show(renderer, session)
        finally:  # saves what was played, even after Ctrl-C
            finished = finish_games(all_series, number, session.games, console)
        for results_of_one, result in zip(results, finished, strict=True):
            results_of_one.append(result)
        if session.next_action is NextAction.QUIT:
            break
        number += 1
        last += session.next_action is NextAction.PLAY_AGAIN
    return results


def show(renderer: Renderer, session: Session) -> None:
    """Show a session until it is over, then close it."""
    try:
        renderer.show(session)
    finally:
        session.close()


def finish_games(
    all_series: Sequence[Series], number: int, games: Sequence[GameSource], console: Console
) -> list[Result]:
    """Write the files of game `number` of each series, and print its result, if it was started."""
    results = []
    for series, game in zip(all_series, games, strict=True):
        if game.moves or game.over:
            files = series.write_files(number, game.record)
            name = display_name(game.agents[0]) if len(games) > 1 else ""
            print_result(game.record, console, name)
            for file in files:
                note_written(file)
        results.append(_result(series, game.record, console))
    return results


def _result(series: Series, record: Record, console: Console) -> Result:
    """What a summary needs to know about a game. If the series is analysed, prints what the moves
    of its only game cost."""
    if series.judge is None or series.games > 1:
        return series.result_of(record)
    analysis = analysed(record, series.judge)
    print_analysis(record, analysis, console)
    return series.result_of(record, analysis)


def print_result(record: Record, console: Console, pacman: str = "") -> None:
    """Print how a game ended, after the name of Pac-Man's agent if it is given.

    Raises OutputError.
    """
    try:
        console.print(result_text(record, pacman), soft_wrap=True)
    except BrokenPipeError:  # the reader of the output is gone
        raise
    except OSError as error:
        raise OutputError(f"the result can't be printed: {error.strerror}") from None
