"""Play series of games, watched or not."""

from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.notes import note_written
from pacgrid.cli.series import Series
from pacgrid.cli.summary import Result, result_text
from pacgrid.cli.viewers import View, ViewOptions, open_viewer
from pacgrid.records.record import Record
from pacgrid.session.game_source import GameSource
from pacgrid.session.loss import DisplayLostError
from pacgrid.session.next_action import NextAction

LINGER = 1.5
"""Seconds that a result is shown when more games follow."""


def play_unwatched(series: Series, jobs: int, console: Console) -> list[Result]:
    """Play all games, with a progress bar on a terminal; print the result of a single game."""
    if series.games == 1:
        record = series.play(1)
        print_result(record, console)
        results = [series.result_of(record)]
    else:
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
        errors = SafeConsole(stderr=True)
        with Progress(
            *columns, console=errors, transient=True, disable=not errors.is_terminal
        ) as progress:
            results = list(progress.track(series.results(jobs), total=series.games))
    for output_path in series.output_paths:
        note_written(output_path.file(1), output_path.file(series.games))
    return results


def play_watched(
    all_series: Sequence[Series], view: View, options: ViewOptions, console: Console
) -> list[list[Result]]:
    """Show the games of one series, or of several side by side, and more if the person wants.

    Prints the result of each game, and returns the results by series.
    """
    results: list[list[Result]] = [[] for _ in all_series]
    number, last = 1, all_series[0].games
    with open_viewer(view, console, options) as viewer:
        while number <= last:
            shows = [series.show(number) for series in all_series]
            try:
                wish = viewer.watch(*shows)
            except (KeyboardInterrupt, DisplayLostError):  # what was played is kept
                _finish_all(all_series, number, viewer.shows, console)
                raise
            finished = _finish_all(all_series, number, viewer.shows, console)
            for results_of_one, result in zip(results, finished, strict=True):
                results_of_one.append(result)
            if wish is NextAction.QUIT:
                break
            number += 1
            last += wish is NextAction.PLAY_AGAIN
    return results


def _finish_all(
    all_series: Sequence[Series], number: int, shows: Sequence[GameSource], console: Console
) -> list[Result]:
    """Finish game `number` of each series."""
    pairs = zip(all_series, shows, strict=True)
    return [_finish(series, number, show.record, console) for series, show in pairs]


def _finish(series: Series, number: int, record: Record, console: Console) -> Result:
    """Write the files of a watched game, and print its result."""
    files = series.write_files(number, record)
    print_result(record, console)
    for file in files:
        note_written(file)
    return series.result_of(record)


def print_result(record: Record, console: Console) -> None:
    """Print how a game ended, if the terminal is still there."""
    with suppress(OSError):
        console.print(result_text(record), soft_wrap=True)
