"""Play series of games, watched or not."""

from collections.abc import Sequence
from functools import partial

from rich.console import Console

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.cli.analysis import analysed, print_analysis
from pacgrid.cli.console import note, note_written
from pacgrid.cli.output_path import OutputError
from pacgrid.cli.progress import progress_bar
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result, result_text
from pacgrid.records.description import display_name
from pacgrid.records.record import Record
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import GameSource
from pacgrid.session.session import NextAction, Renderer, Session, Settings

LINGER = 1.5
"""Seconds that a result is shown when more games follow."""


def play_unwatched(series: Series, jobs: int, console: Console) -> list[Result]:
    """Play all games, with a progress bar on a terminal; print the result of a single game."""
    if series.games == 1:
        try:
            record, analysis = series.play(1, partial(_analysed, series))
        except KeyboardInterrupt as error:
            for place in getattr(error, "__notes__", ()):
                note(place)
            raise
        print_result(record, console)
        if analysis:
            print_analysis(record, analysis, console)
        results = [series.result_of(record, analysis)]
    else:
        with progress_bar("games") as progress:
            played = progress.track(series.results(jobs), total=series.games, description="")
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
    number, last, judge = 1, all_series[0].games, all_series[0].judge
    while number <= last:
        session = GameSession(
            *(series.live_game(number) for series in all_series),
            settings=settings,
            real_time=renderer.real_time,
            enter_effect="next game" if number < last else "close",
            linger=linger,
            analyse=judge.analyse if judge and last == 1 else None,
        )
        try:
            show(renderer, session)
        finally:  # saves what was played, even after Ctrl-C
            finished = finish_games(all_series, number, session.games, console)
            for game, place in zip(session.games, session.left_behind, strict=True):
                if place:
                    note(f"{game.mover(len(game.moves))} was still thinking ({place})")
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
    """Write the files of game `number` of each series, and print its result, if it was started. If
    the series is analysed, and has only one game, prints what its moves cost, too."""
    results = []
    for series, game in zip(all_series, games, strict=True):
        record, analysis = game.record, game.analysis
        if game.moves or game.over:
            try:
                if series.judge and not analysis:
                    analysis = _analysed(series, record)
            finally:  # an analysis that fails, or is interrupted, loses no game
                files = series.write_files(number, record, analysis)
            name = display_name(game.agents[0]) if len(games) > 1 else ""
            print_result(record, console, name)
            if analysis and series.games == 1:
                print_analysis(record, analysis, console)
            for file in files:
                note_written(file)
        results.append(series.result_of(record, analysis))
    return results


def _analysed(series: Series, record: Record) -> GameAnalysis:
    assert series.judge
    return analysed(record, series.judge)


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
