"""Playing series of games, with somebody watching or with nobody."""

from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.series import Series
from pacgrid.cli.summary import Result, result_text
from pacgrid.cli.viewers import View, ViewOptions, open_viewer
from pacgrid.records.record import Record
from pacgrid.view.loss import DisplayLostError
from pacgrid.view.show import Show
from pacgrid.view.wish import Wish

LINGER = 1.5
"""Seconds that a result is shown when more games follow."""


def unwatched(series: Series, jobs: int, console: Console) -> list[Result]:
    """Play all games, with a progress bar on a terminal; of a single game tell the result."""
    if series.games == 1:
        record = series.play(1)
        console.print(result_text(record), soft_wrap=True)
        return [series.result_of(record)]
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    errors = SafeConsole(stderr=True)
    with Progress(
        *columns, console=errors, transient=True, disable=not errors.is_terminal
    ) as progress:
        return list(progress.track(series.results(jobs), total=series.games))


def watched(
    together: Sequence[Series], view: View, look: ViewOptions, console: Console
) -> list[list[Result]]:
    """Show the games of one series, or of several side by side, and more if the person wants.

    Tells the result of each game; the results are by series.
    """
    results: list[list[Result]] = [[] for _ in together]
    number, last = 1, together[0].games
    with open_viewer(view, console, look) as viewer:
        while number <= last:
            shows = [series.show(number) for series in together]
            try:
                wish = viewer.watch(*shows)
            except (KeyboardInterrupt, DisplayLostError):  # what was played is kept
                finish_all(together, number, viewer.shows, console)
                raise
            played = finish_all(together, number, viewer.shows, console)
            for found, result in zip(results, played, strict=True):
                found.append(result)
            if wish is Wish.QUIT:
                break
            number += 1
            last += wish is Wish.AGAIN
    return results


def finish_all(
    together: Sequence[Series], number: int, shows: Sequence[Show], console: Console
) -> list[Result]:
    """Finish game `number` of each series."""
    pairs = zip(together, shows, strict=True)
    return [finish(series, number, show.record, console) for series, show in pairs]


def finish(series: Series, number: int, record: Record, console: Console) -> Result:
    """Write the files that are wanted of a watched game, and tell its result."""
    series.keep(number, record)
    tell_result(record, console)
    return series.result_of(record)


def tell_result(record: Record, console: Console) -> None:
    """Tell how a watched game ended, if the terminal is still there."""
    with suppress(OSError):
        console.print(result_text(record), soft_wrap=True)
