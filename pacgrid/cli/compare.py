"""`pacgrid compare`: agents in the same games, side by side."""

from typing import Annotated

import typer

from pacgrid.cli.board_choice import BoardChoice, LimitChoice
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    GameOption,
    JobsOption,
    JsonOption,
    OptionError,
    SecondOption,
    SeedOption,
    complete_agent,
    refuse_with_game,
)
from pacgrid.cli.output_path import FileChoice, JsonOutput
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import comparison_json, comparison_table
from pacgrid.cli.view import View, ViewChoice, open_renderer
from pacgrid.cli.watching import LINGER, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.games.game_loader import own_errors
from pacgrid.session.game_source import NAME

MAX_AGENTS = 4


def compare(
    context: typer.Context,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT",
            help="Two to four agents for Pac-Man, or for who plays first in another game.",
            autocompletion=complete_agent,
        ),
    ],
    *,
    game: GameOption = None,
    second: SecondOption = None,
    board: BoardChoice,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, metavar="N", help="Games of each agent."),
    ] = 1,
    seed: SeedOption = 0,
    shown: ViewChoice,
    files: FileChoice,
    json_path: JsonOption = None,
    limits: LimitChoice,
    jobs: JobsOption = None,
) -> None:
    """Compare agents in the same games: the same layout, ghosts and seeds.

    A single game of each agent is shown side by side. For several, a table shows how far
    each agent is ahead of the first.

    With --game, each agent plays first in another game: --game tictactoe

    Each agent has its own files: game-1.jsonl, game-2.jsonl.
    The exit code is 1 if an agent forfeits a game.
    """
    if not 2 <= len(agents) <= MAX_AGENTS:
        raise OptionError(f"compare takes 2 to {MAX_AGENTS} agents, not {len(agents)}")
    person = NAME in agents
    chosen = limits.limits(person=person)
    if game is not None:
        refuse_with_game(context, "layout", "position", "ghosts", "num_ghosts")
        if NAME in (*agents, second):
            raise OptionError("--game: games are compared between agents; leave out the keyboard")
        with own_errors(game):
            matchups = [Matchup.of_game(game, agent, second, limits=chosen) for agent in agents]
    elif second:
        raise OptionError("--second needs --game; Pac-Man has --ghosts")
    else:
        if agents.count(NAME) > 1 or board.has_person():
            raise OptionError("there is only one keyboard, so you can steer only one Pac-Man")
        matchups = board.matchups(*agents, limits=chosen)
    setup = matchups[0].setup
    view = shown.chosen(person=person, unwatched=games > 1 or files.has_pictures)
    settings = shown.settings(setup, person=person)
    output_paths = files.output_paths(setup, games, settings)
    all_series = [
        Series(
            matchup,
            games,
            seed,
            tuple(output_path.for_agent(number) for output_path in output_paths),
            thoughts=games == 1 and (files.shows_thoughts or bool(shown.overlay)),
        )
        for number, matchup in enumerate(matchups, start=1)
    ]
    output = JsonOutput(json_path)
    console = SafeConsole(stderr=output.is_stdout)
    with output.alone_on_stdout(), own_errors(game or ""):
        if view is View.NONE:
            processes = jobs or available_cpus()
            results = [play_unwatched(series, processes, console) for series in all_series]
        else:
            linger = LINGER if games > 1 and not person else None
            with open_renderer(view, console, shown.web) as renderer:
                results = play_watched(all_series, renderer, settings, console, linger=linger)
    console.print(comparison_table(agents, results, matchups[0]))
    output.write(comparison_json(agents, results, matchups[0]))
    if any(result.forfeit is not None for played in results for result in played):
        raise typer.Exit(1)
