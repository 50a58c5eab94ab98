"""`pacgrid play`: play yourself, watch agents, or have them play many games."""

import sys
from contextlib import nullcontext, redirect_stdout
from dataclasses import replace
from typing import Annotated

import typer

from pacgrid.cli.analysis import AnalyseOption, NodesOption, SolutionOption, chosen_judge
from pacgrid.cli.board_game import play_board_game
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
from pacgrid.cli.summary import Summary, as_json, summary_table
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.watching import LINGER, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.layout import Layout
from pacgrid.session.keyboard import NAME
from pacgrid.session.start_menu import GameChoice
from pacgrid.session.themes import ThemeName


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
    web = web_options(host, port, browser=browser)
    if game is not None:
        code = play_board_game(
            context,
            game,
            first,
            second,
            games=games,
            seed=seed,
            view=view,
            web=web,
            speed=speed,
            theme=theme,
            overlays=overlay or (),
            json_path=json_path,
            save=save,
            thoughts=thoughts,
            limits=chosen_limits(rounds, move_seconds, person=first in (None, NAME)),
        )
        raise typer.Exit(code)
    if first or second:
        raise OptionError("--first and --second need --game; Pac-Man has --pacman and --ghosts")
    bare = not (agent or pacman or layout or position or ghosts or num_ghosts is not None)
    pacman = agent or pacman or NAME
    person = NAME in (pacman, *(ghosts or ()))
    board, start = load_board(layout, position)
    if same_random:
        rounds = same_random_rounds(rounds, person=person, pacman_seed=pacman_seed)
    matchup = (SameRandomMatchup if same_random else Matchup).of(
        board,
        pacman,
        ghosts or (),
        num_ghosts=num_ghosts,
        limits=chosen_limits(rounds, move_seconds, person=person),
        start=start,
    )
    if isinstance(matchup, SameRandomMatchup):
        matchup = matchup.seeded(context, seed)
    unwatched = bool(games > 1 or record or sheet or plot or html)
    view = chosen_view(view, web, person=person, unwatched=unwatched)
    if thoughts is None:
        thoughts = games == 1 and bool(save or html or overlay or view is not View.NONE)
    settings = chosen_settings(speed, theme, overlay, person=person, analysed=analyse)
    output_paths = game_output_paths(
        board,
        games,
        save=save,
        film=record,
        sheet=sheet,
        html=html,
        speed=settings.speed,
        rate=fps,
        cell=cell,
        theme=settings.theme,
        overlays=tuple(overlay or ()),
    )
    plotter = Plotter(plot) if plot else None
    series = Series(
        matchup,
        games,
        seed,
        output_paths,
        plotter is not None,
        thoughts,
        pacman_seed,
        chosen_judge(solution, nodes, matchup, analyse=analyse),
    )
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)

    def series_of(choice: GameChoice) -> Series:
        board, agents = Layout.load(choice.layout), (choice.pacman, [choice.ghosts])
        limits = chosen_limits(rounds, move_seconds, person=choice.pacman == NAME)
        return replace(series, matchup=Matchup.of(board, *agents, limits=limits))

    # What agents print must not mix with the JSON.
    with redirect_stdout(sys.stderr) if output.is_stdout else nullcontext():
        if view is View.NONE:
            results = play_unwatched(
                series, 1 if same_random else jobs or available_cpus(), console
            )
        else:
            linger = LINGER if games > 1 and not person else None
            with open_renderer(view, console, web) as renderer:
                if bare and games == 1 and not (json_path or plot):
                    results = play_chosen(series_of, renderer, settings, console)
                else:
                    (results,) = play_watched([series], renderer, settings, console, linger=linger)
    summary = Summary.of(results) if games > 1 or json_path or plotter else None
    if summary and games > 1:
        console.print(summary_table(summary, matchup.agents, board.name))
    if summary:
        output.write(as_json(results, summary, matchup.agents, board.name))
    if summary and plotter:
        plotter.write(results, summary, matchup.agents, board)
    if any(result.forfeit is not None for result in results):
        raise typer.Exit(1)
