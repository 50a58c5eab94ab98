"""`pacgrid compare`: agents in the same games, side by side."""

from typing import Annotated

import typer

from pacgrid.cli.comparison import comparison_json, comparison_table
from pacgrid.cli.completion import complete_agent
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.html import HtmlOption
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    BrowserOption,
    GhostsOption,
    HostOption,
    JobsOption,
    JsonOption,
    LayoutOption,
    MoveSecondsOption,
    NumGhostsOption,
    OptionError,
    OverlayOption,
    PlayRoundsOption,
    PortOption,
    PositionOption,
    SaveOption,
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
    RateOption,
    RecordOption,
    SheetOption,
    game_output_paths,
)
from pacgrid.cli.position import load_board
from pacgrid.cli.series import Series
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.watching import LINGER, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.session.keyboard import NAME
from pacgrid.session.themes import ThemeName

MAX_AGENTS = 4


def compare(
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT",
            help="Two to four agents for Pac-Man.",
            autocompletion=complete_agent,
        ),
    ],
    *,
    layout: LayoutOption = None,
    position: PositionOption = None,
    ghosts: GhostsOption = None,
    num_ghosts: NumGhostsOption = None,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, metavar="N", help="Games of each agent."),
    ] = 1,
    seed: SeedOption = 0,
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
    fps: RateOption = 24,
    cell: CellOption = None,
    json_path: JsonOption = None,
    rounds: PlayRoundsOption = None,
    move_seconds: MoveSecondsOption = None,
    jobs: JobsOption = None,
) -> None:
    """Compare agents in the same games: the same layout, ghosts and seeds.

    A single game of each agent is shown side by side. For several, a table shows how far
    each agent is ahead of the first.

    Each agent has its own files: game-1.jsonl, game-2.jsonl.
    The exit code is 1 if an agent forfeits a game.
    """
    if not 2 <= len(agents) <= MAX_AGENTS:
        raise OptionError(f"compare takes 2 to {MAX_AGENTS} agents, not {len(agents)}")
    if [*agents, *(ghosts or ())].count(NAME) > 1 or NAME in (ghosts or ()):
        raise OptionError("there is only one keyboard, so you can steer only one Pac-Man")
    person = NAME in agents
    unwatched = bool(games > 1 or record or sheet or html)
    web = web_options(host, port, browser=browser)
    view = chosen_view(view, web, person=person, unwatched=unwatched)
    limits = chosen_limits(rounds, move_seconds, person=person)
    board, start = load_board(layout, position)
    matchups = [
        Matchup.of(board, agent, ghosts or (), num_ghosts=num_ghosts, limits=limits, start=start)
        for agent in agents
    ]
    setup = matchups[0].setup
    settings = chosen_settings(setup, speed, theme, overlay, person=person)
    output_paths = game_output_paths(
        setup,
        games,
        settings,
        save=save,
        film=record,
        sheet=sheet,
        html=html,
        rate=fps,
        cell=cell,
    )
    all_series = [
        Series(
            matchup,
            games,
            seed,
            tuple(output_path.for_agent(number) for output_path in output_paths),
            thoughts=games == 1 and bool(save or html or overlay),
        )
        for number, matchup in enumerate(matchups, start=1)
    ]
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    with output.alone_on_stdout():
        if view is View.NONE:
            processes = jobs or available_cpus()
            results = [play_unwatched(series, processes, console) for series in all_series]
        else:
            linger = LINGER if games > 1 and not person else None
            with open_renderer(view, console, web) as renderer:
                results = play_watched(all_series, renderer, settings, console, linger=linger)
    console.print(comparison_table(agents, results, matchups[0]))
    output.write(comparison_json(agents, results, matchups[0]))
    if any(game.forfeit is not None for games_of_one in results for game in games_of_one):
        raise typer.Exit(1)
