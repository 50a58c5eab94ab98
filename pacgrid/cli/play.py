"""`pacgrid play`: play yourself, watch agents, or have them play many games."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

import typer
from rich.console import Console

from pacgrid.cli.analysis import AnalyseOption, NodesOption, SolutionOption, chosen_judge
from pacgrid.cli.completion import complete_agent
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.game_menu import play_chosen
from pacgrid.cli.html import HtmlOption
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    BrowserOption,
    FirstOption,
    GameOption,
    GhostsOption,
    HostOption,
    JobsOption,
    JsonOption,
    LayoutOption,
    MoveSecondsOption,
    NumGhostsOption,
    OptionError,
    OverlayOption,
    PacmanSeedOption,
    PlayRoundsOption,
    PortOption,
    PositionOption,
    SaveOption,
    SecondOption,
    SeedOption,
    SpeedOption,
    ThemeOption,
    ViewOption,
    chosen_limits,
    chosen_settings,
    chosen_view,
    refuse_with_game,
    web_options,
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
from pacgrid.cli.same_random import SameRandomMatchup, same_random_rounds
from pacgrid.cli.series import Series
from pacgrid.cli.summary import Result, Summary, as_json, summary_table
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.watching import LINGER, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.games.game_file import own_errors
from pacgrid.layout import Layout
from pacgrid.session.keyboard import NAME
from pacgrid.session.start_menu import GameChoice
from pacgrid.session.themes import ThemeName

_PACMAN_OPTIONS = (
    *("agent", "pacman", "layout", "position", "ghosts", "num_ghosts", "pacman_seed"),
    *("same_random", "solution", "nodes", "plot"),
)
"""The parameters that only Pac-Man's games have."""


def play(
    context: typer.Context,
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Pac-Man's agent. Default: you, at the keyboard.",
            autocompletion=complete_agent,
        ),
    ] = None,
    *,
    game: GameOption = None,
    first: FirstOption = None,
    second: SecondOption = None,
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
    pacman_seed: PacmanSeedOption = None,
    view: ViewOption = None,
    host: HostOption = None,
    port: PortOption = None,
    browser: BrowserOption = True,
    speed: SpeedOption = None,
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
            help="Save what agents think in records, pages and films. Default: for a single game.",
        ),
    ] = None,
    analyse: AnalyseOption = False,
    solution: SolutionOption = None,
    nodes: NodesOption = None,
    json_path: JsonOption = None,
    rounds: PlayRoundsOption = None,
    same_random: Annotated[
        bool,
        typer.Option(
            "--same-random",
            help="All agents share one random generator, seeded once, as in the CS 188 project."
            " For agents written for it.",
        ),
    ] = False,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
) -> None:
    """Play Pac-Man yourself, watch agents play, or have them play many games.

    Without an agent, a layout, a position or ghosts, a menu lets you choose.

    An agent is a name from `pacgrid agents` or a file: my_agent.py.
    Options follow a colon: minimax:depth=3, my_agent.py:MyAgent:depth=3.

    With --game, agents or people play another game: pacgrid play --game tictactoe

    The files of several games are numbered: game-1.jsonl, game-2.jsonl.
    The exit code is 1 if an agent forfeits a game.
    """
    if agent and pacman and agent != pacman:
        raise OptionError(f"two agents for Pac-Man: {agent} and --pacman {pacman}; name one")
    pacman = agent or pacman
    bare = not (game or pacman or layout or position or ghosts or num_ghosts is not None)
    person = NAME in ((first or NAME, second) if game else (pacman or NAME, *(ghosts or ())))
    if same_random:
        rounds = same_random_rounds(rounds, person=person, pacman_seed=pacman_seed)
    limits = chosen_limits(rounds, move_seconds, person=person)
    if game is not None:
        refuse_with_game(context, *_PACMAN_OPTIONS)
        matchup = Matchup.of_game(game, first, second, limits=limits)
    elif first or second:
        raise OptionError("--first and --second need --game; Pac-Man has --pacman and --ghosts")
    else:
        board, start = load_board(layout, position)
        matchup = (SameRandomMatchup if same_random else Matchup).of(
            board,
            pacman or NAME,
            ghosts or (),
            num_ghosts=num_ghosts,
            limits=limits,
            start=start,
        )
    if isinstance(matchup, SameRandomMatchup):
        matchup = matchup.seeded(context, seed)
    setup = matchup.setup
    web = web_options(host, port, browser=browser)
    unwatched = bool(games > 1 or record or sheet or plot or html)
    view = chosen_view(view, web, person=person, unwatched=unwatched)
    settings = chosen_settings(setup, speed, theme, overlay, person=person, analysed=analyse)
    if thoughts is None:
        thoughts = games == 1 and bool(save or html or overlay or view is not View.NONE)
    series = Series(
        matchup,
        games,
        seed,
        game_output_paths(
            setup,
            games,
            settings,
            save=save,
            film=record,
            sheet=sheet,
            html=html,
            rate=fps,
            cell=cell,
        ),
        plot is not None,
        thoughts,
        pacman_seed,
        chosen_judge(solution, nodes, matchup, analyse=analyse),
    )
    plotter = Plotter(plot) if plot else None
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    with output.alone_on_stdout(), own_errors(game or ""):
        if view is View.NONE:
            processes = 1 if same_random else jobs or available_cpus()
            results = play_unwatched(series, processes, console)
        else:
            linger = LINGER if games > 1 and not person else None
            with open_renderer(view, console, web) as renderer:
                if bare and games == 1 and not (json_path or plot):
                    series_of = partial(_series_of, series, rounds, move_seconds)
                    results = play_chosen(series_of, renderer, settings, console)
                else:
                    (results,) = play_watched([series], renderer, settings, console, linger=linger)
    _report(series, results, console, output, plotter)


def _series_of(
    series: Series, rounds: int | None, move_seconds: float | None, choice: GameChoice
) -> Series:
    """The series of the game that a person has chosen in the menu."""
    limits = chosen_limits(rounds, move_seconds, person=choice.pacman == NAME)
    layout = Layout.load(choice.layout)
    matchup = Matchup.of(layout, choice.pacman, [choice.ghosts], limits=limits)
    return replace(series, matchup=matchup)


def _report(
    series: Series,
    results: Sequence[Result],
    console: Console,
    output: JsonOutput,
    plotter: Plotter | None,
) -> None:
    """Print, write and plot what the games show. Exits with 1 if an agent forfeited one."""
    if not results:  # the menu was closed
        return
    setup, agents = series.matchup.setup, series.matchup.agents
    summary = Summary.of(results)
    if series.games > 1:
        console.print(summary_table(summary, setup, agents))
    output.write(as_json(results, summary, setup, agents))
    if plotter:
        plotter.write(results, summary, agents, setup)
    if summary.forfeits:
        raise typer.Exit(1)
