"""`pacgrid play`: play yourself, watch agents, or have them play many games."""

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pacgrid.cli.html import HtmlOption, page_shelves
from pacgrid.cli.output import JsonOutput
from pacgrid.cli.pictures import (
    CellOption,
    PlotOption,
    Plotter,
    RateOption,
    RecordOption,
    SheetOption,
    picture_shelves,
)
from pacgrid.cli.series import Series, Shelf
from pacgrid.cli.setup import SetupError, arrange
from pacgrid.cli.stage import View, open_stage
from pacgrid.cli.summary import Result, Summary, as_json, result_text, summary_table
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.machine import processors
from pacgrid.record import Record
from pacgrid.view.keyboard import NAME
from pacgrid.view.wish import Wish

LINGER = 1.5
"""Seconds that a window shows the result of a game when more games follow."""


def play(
    *,
    layout: Annotated[
        str, typer.Option("--layout", "-l", help="A layout: its name, or a file.")
    ] = "medium",
    pacman: Annotated[
        str,
        typer.Option("--pacman", "-p", help="Who plays Pac-Man: an agent, or you at the keyboard."),
    ] = NAME,
    ghosts: Annotated[
        list[str] | None,
        typer.Option(
            "--ghosts",
            "-g",
            help="Who plays the ghosts; repeat it for several agents, dealt to the ghosts in turn."
            " Default: directional_ghost.",
        ),
    ] = None,
    num_ghosts: Annotated[
        int | None, typer.Option(min=0, help="Play with the first so many ghosts only.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1,
    seed: Annotated[
        int, typer.Option("--seed", "-s", help="Seed of the first game; the next has the next.")
    ] = 0,
    view: Annotated[
        View | None,
        typer.Option(
            "--view",
            "-v",
            help="Where to draw. Default: window; for several games, and for pictures, none.",
        ),
    ] = None,
    speed: Annotated[float, typer.Option(min=0.1, help="Rounds a second, when drawn.")] = 6,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Save the game's record to this file; several games get numbers in its name."
        ),
    ] = None,
    record: RecordOption = None,
    sheet: SheetOption = None,
    html: HtmlOption = None,
    plot: PlotOption = None,
    fps: RateOption = 24,
    cell: CellOption = None,
    json_path: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the results as JSON; - is stdout."),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Moves of Pac-Man after which a game ends. Default: 1000; when you play, no end.",
        ),
    ] = None,
    move_seconds: Annotated[
        float | None, typer.Option(min=0, help="Seconds for a move; who takes more loses.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            help="Processes for games that aren't drawn. Default: one for each core.",
        ),
    ] = None,
) -> None:
    """Play Pac-Man yourself, watch agents play, or have them play many games.

    An agent is a name from `pacgrid agents`, or a file: my_agent.py, my_agent.py:MyAgent:depth=3.
    """
    person = NAME in (pacman, *(ghosts or ()))
    setup = arrange(
        Layout.load(layout),
        pacman,
        ghosts or (),
        num_ghosts=num_ghosts,
        limits=Limits(
            rounds=rounds or (None if person else Limits.rounds), move_seconds=move_seconds
        ),
    )
    unseen = not person and (games > 1 or record or sheet or plot or html)
    view = view or (View.NONE if unseen else View.WINDOW)
    if view is View.NONE and person:
        raise SetupError("--view none: you play, so you need to see it; or name a --pacman agent")
    shelves = [Shelf(save, games)] if save else []
    shelves += picture_shelves(
        setup.layout, games, record=record, sheet=sheet, speed=speed, rate=fps, cell=cell
    )
    shelves += page_shelves(html, games)
    plotter = Plotter(plot) if plot else None
    series = Series(setup, games, seed, tuple(shelves), glimpses=plotter is not None)
    output = JsonOutput(json_path)
    console = Console(stderr=output.is_stdout)
    # What agents print must not end up among the JSON.
    with redirect_stdout(sys.stderr) if output.is_stdout else nullcontext():
        if view is View.NONE:
            results = unwatched(series, jobs or processors(), console)
        else:
            results = watched(series, view, speed, console)
    summary = Summary.of(results) if games > 1 or json_path or plotter else None
    if summary and games > 1:
        console.print(summary_table(summary, setup.agents, setup.layout.name))
    if summary:
        output.write(as_json(results, summary, setup.agents, setup.layout.name))
    if summary and plotter:
        plotter.write(results, summary, setup.agents, setup.layout)


def unwatched(series: Series, jobs: int, console: Console) -> list[Result]:
    """Play all games, with a progress bar on a terminal; of a single game tell the result."""
    if series.games == 1:
        record = series.play(1)
        console.print(result_text(record), soft_wrap=True)
        return [series.result_of(record)]
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    errors = Console(stderr=True)
    with Progress(
        *columns, console=errors, transient=True, disable=not errors.is_terminal
    ) as progress:
        return list(progress.track(series.results(jobs), total=series.games))


def watched(series: Series, view: View, speed: float, console: Console) -> list[Result]:
    """Show the games, and more if the person wants; tell the result of each."""
    results: list[Result] = []
    linger = LINGER if series.games > 1 and not series.setup.has_person else None
    number, last = 1, series.games
    with open_stage(view, console, speed=speed, linger=linger) as viewer:
        while number <= last:
            show = series.setup.show(series.seed + number - 1)
            try:
                wish = viewer.watch(show)
            except KeyboardInterrupt:  # what was played is kept
                _finish(series, number, show.record, console)
                raise
            results.append(_finish(series, number, show.record, console))
            if wish is Wish.QUIT:
                break
            number += 1
            last += wish is Wish.AGAIN
    return results


def _finish(series: Series, number: int, record: Record, console: Console) -> Result:
    """Tell the result of a watched game, and write the files that are wanted of it."""
    console.print(result_text(record), soft_wrap=True)
    series.keep(number, record)
    return series.result_of(record)
