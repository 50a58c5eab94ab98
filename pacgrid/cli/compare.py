"""`pacgrid compare`: agents in the very same games, side by side."""

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.comparison import comparison_json, comparison_table
from pacgrid.cli.console import SafeConsole
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
from pacgrid.cli.series import OutputPath, Series
from pacgrid.cli.viewers import View, ViewOptions
from pacgrid.cli.watching import LINGER, unwatched, watched
from pacgrid.common.cpus import available_cpus
from pacgrid.game import Limits
from pacgrid.layout import Layout
from pacgrid.view.keyboard import NAME
from pacgrid.view.themes import THEMES, ThemeName

MOST = 4
"""Agents that can be compared at a time."""


def compare(
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENTS...", help="Two to four agents that play Pac-Man."),
    ],
    *,
    layout: LayoutOption = "medium",
    ghosts: GhostsOption = None,
    num_ghosts: NumGhostsOption = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games each of them plays.")
    ] = 1,
    seed: SeedOption = 0,
    view: ViewOption = None,
    speed: SpeedOption = 6,
    theme: ThemeOption = ThemeName.CLASSIC,
    overlay: OverlayOption = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Save the games' records: game.json is game-1.json for the first agent,"
            " game-2.json for the second."
        ),
    ] = None,
    json_path: JsonOption = None,
    rounds: RoundsOption = None,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
) -> None:
    """Compare agents in the same games: the same layout, ghosts and seeds.

    One game is shown side by side. Many end in a table, with what each agent scores more or less
    than the first in the same games.
    """
    if not 2 <= len(agents) <= MOST:
        raise SetupError(f"compare takes 2 to {MOST} agents, not {len(agents)}")
    if [*agents, *(ghosts or ())].count(NAME) > 1 or NAME in (ghosts or ()):
        raise SetupError("there is one keyboard: it can steer one Pac-Man")
    person = NAME in agents
    view = view or (View.NONE if games > 1 and not person else View.WINDOW)
    if view is View.NONE and person:
        raise SetupError("--view none: you play, so you need to see it")
    limits = Limits(rounds=rounds or (None if person else Limits.rounds), move_seconds=move_seconds)
    place = Layout.load(layout)
    output_path = OutputPath(save, games) if save else None
    together = [
        Series(
            arrange(place, agent, ghosts or (), num_ghosts=num_ghosts, limits=limits),
            games,
            seed,
            (output_path.beside(number),) if output_path else (),
        )
        for number, agent in enumerate(agents, start=1)
    ]
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    look = ViewOptions(
        speed, LINGER if games > 1 and not person else None, THEMES[theme], tuple(overlay or ())
    )
    # What agents print must not end up among the JSON.
    with redirect_stdout(sys.stderr) if output.is_stdout else nullcontext():
        if view is View.NONE:
            results = [unwatched(series, jobs or available_cpus(), console) for series in together]
        else:
            results = watched(together, view, look, console)
    console.print(comparison_table(agents, results, together[0].setup))
    output.write(comparison_json(agents, results, together[0].setup))
