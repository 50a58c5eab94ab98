"""`pacgrid play`: play yourself, watch agents, or have them play many games."""

import sys
from contextlib import nullcontext, redirect_stdout
from typing import Annotated

import typer

from pacgrid.cli.completion import complete_agent
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.html import HtmlOption
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    GhostsOption,
    JobsOption,
    JsonOption,
    LayoutOption,
    MoveSecondsOption,
    NumGhostsOption,
    OptionError,
    OverlayOption,
    PositionOption,
    RoundsOption,
    SaveOption,
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
    game_output_paths,
)
from pacgrid.cli.position import load_board
from pacgrid.cli.series import Series
from pacgrid.cli.summary import Summary, as_json, summary_table
from pacgrid.cli.viewers import View, ViewOptions
from pacgrid.cli.watching import LINGER, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.game import Limits
from pacgrid.session.keyboard import NAME
from pacgrid.session.themes import THEMES, ThemeName


def play(
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Pac-Man's agent. Default: you, at the keyboard.",
            autocompletion=complete_agent,
        ),
    ] = None,
    *,
    layout: LayoutOption = None,
    position: PositionOption = None,
    pacman: Annotated[
        str | None,
        typer.Option(
            "--pacman",
            "-p",
            metavar="AGENT",
            help="The same as AGENT.",
            autocompletion=complete_agent,
        ),
    ] = None,
    ghosts: GhostsOption = None,
    num_ghosts: NumGhostsOption = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")
    ] = 1,
    seed: SeedOption = 0,
    view: ViewOption = None,
    speed: SpeedOption = 6,
    theme: ThemeOption = ThemeName.DARK,
    overlay: OverlayOption = None,
    save: SaveOption = None,
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
            help="Keep what agents think in records, pages and films. Default: for a single game.",
        ),
    ] = None,
    json_path: JsonOption = None,
    rounds: RoundsOption = None,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
) -> None:
    """Play Pac-Man yourself, watch agents play, or have them play many games.

    An agent is a name from `pacgrid agents` or a file: my_agent.py.
    Options follow a colon: minimax:depth=3, my_agent.py:MyAgent:depth=3.

    The files of several games are numbered: game-1.json, game-2.json.
    The exit code is 1 if an agent forfeits a game.
    """
    if agent and pacman and agent != pacman:
        raise OptionError(f"two agents for Pac-Man: {agent} and --pacman {pacman}; name one")
    pacman = agent or pacman or NAME
    person = NAME in (pacman, *(ghosts or ()))
    board, start = load_board(layout, position)
    matchup = Matchup.of(
        board,
        pacman,
        ghosts or (),
        num_ghosts=num_ghosts,
        limits=Limits(
            rounds=rounds or (None if person else Limits.rounds), move_seconds=move_seconds
        ),
        start=start,
    )
    unseen = not person and (games > 1 or record or sheet or plot or html)
    view = view or (View.NONE if unseen else View.WINDOW)
    if view is View.NONE and person:
        raise OptionError("--view none: you play, so choose window or terminal, or name an agent")
    if thoughts is None:
        thoughts = games == 1 and bool(save or html or overlay or view is not View.NONE)
    colours, overlays = THEMES[theme], tuple(overlay or ())
    output_paths = game_output_paths(
        board,
        games,
        save=save,
        film=record,
        sheet=sheet,
        html=html,
        speed=speed,
        rate=fps,
        cell=cell,
        theme=colours,
        overlays=overlays,
    )
    plotter = Plotter(plot) if plot else None
    series = Series(matchup, games, seed, output_paths, plotter is not None, thoughts)
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    options = ViewOptions(speed, LINGER if games > 1 and not person else None, colours, overlays)
    # What agents print must not end up among the JSON.
    with redirect_stdout(sys.stderr) if output.is_stdout else nullcontext():
        if view is View.NONE:
            results = play_unwatched(series, jobs or available_cpus(), console)
        else:
            (results,) = play_watched([series], view, options, console)
    summary = Summary.of(results) if games > 1 or json_path or plotter else None
    if summary and games > 1:
        console.print(summary_table(summary, matchup.agents, board.name))
    if summary:
        output.write(as_json(results, summary, matchup.agents, board.name))
    if summary and plotter:
        plotter.write(results, summary, matchup.agents, board)
    if any(result.forfeit is not None for result in results):
        raise typer.Exit(1)
