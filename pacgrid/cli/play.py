"""`pacgrid play`: play yourself, watch agents, or have them play many games."""

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.html import HtmlOption, page_output_paths
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.matchup import SetupError, arrange
from pacgrid.cli.options import (
    GhostsOption,
    JobsOption,
    JsonOption,
    LayoutOption,
    MoveSecondsOption,
    NumGhostsOption,
    OverlayOption,
    RoundsOption,
    SeedOption,
    SpeedOption,
    ThemeOption,
    ViewOption,
)
from pacgrid.cli.pictures import (
    CellOption,
    PlotOption,
    Plotter,
    RateOption,
    RecordOption,
    SheetOption,
    picture_output_paths,
)
from pacgrid.cli.series import OutputPath, Series
from pacgrid.cli.summary import Summary, as_json, summary_table
from pacgrid.cli.viewers import View, ViewOptions
from pacgrid.cli.watching import LINGER, unwatched, watched
from pacgrid.common.cpus import available_cpus
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.view.keyboard import NAME
from pacgrid.view.themes import THEMES, ThemeName


def play(
    *,
    layout: LayoutOption = "medium",
    pacman: Annotated[
        str,
        typer.Option("--pacman", "-p", help="Who plays Pac-Man: an agent, or you at the keyboard."),
    ] = NAME,
    ghosts: GhostsOption = None,
    num_ghosts: NumGhostsOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1,
    seed: SeedOption = 0,
    view: ViewOption = None,
    speed: SpeedOption = 6,
    theme: ThemeOption = ThemeName.CLASSIC,
    overlay: OverlayOption = None,
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
    thoughts: Annotated[
        bool | None,
        typer.Option(
            "--thoughts/--no-thoughts",
            help="Keep what agents think, for overlays and in what is saved. Default: of a single"
            " game that is shown, saved, or made a page or a film with overlays of.",
        ),
    ] = None,
    json_path: JsonOption = None,
    rounds: RoundsOption = None,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
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
    if thoughts is None:
        thoughts = games == 1 and bool(save or html or overlay or view is not View.NONE)
    colours, overlays = THEMES[theme], tuple(overlay or ())
    output_paths = [OutputPath(save, games)] if save else []
    output_paths += picture_output_paths(
        setup.layout,
        games,
        record=record,
        sheet=sheet,
        speed=speed,
        rate=fps,
        cell=cell,
        theme=colours,
        overlays=overlays,
    )
    output_paths += page_output_paths(html, games)
    plotter = Plotter(plot) if plot else None
    series = Series(
        setup, games, seed, tuple(output_paths), keep_stats=plotter is not None, thoughts=thoughts
    )
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    look = ViewOptions(speed, LINGER if games > 1 and not person else None, colours, overlays)
    # What agents print must not end up among the JSON.
    with redirect_stdout(sys.stderr) if output.is_stdout else nullcontext():
        if view is View.NONE:
            results = unwatched(series, jobs or available_cpus(), console)
        else:
            (results,) = watched([series], view, look, console)
    summary = Summary.of(results) if games > 1 or json_path or plotter else None
    if summary and games > 1:
        console.print(summary_table(summary, setup.agents, setup.layout.name))
    if summary:
        output.write(as_json(results, summary, setup.agents, setup.layout.name))
    if summary and plotter:
        plotter.write(results, summary, setup.agents, setup.layout)
