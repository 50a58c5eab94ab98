"""`pacgrid compare`: agents in the same games, side by side."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from re import sub
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from pacgrid.cli.board_choice import BoardChoice, LimitChoice
from pacgrid.cli.completion import complete_agent
from pacgrid.cli.console import SafeConsole
from pacgrid.cli.file_choice import FileChoice
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import (
    GameOption,
    JobsOption,
    JsonOption,
    OptionError,
    SecondOption,
    SeedOption,
    refuse_with_game,
)
from pacgrid.cli.series import Series
from pacgrid.cli.series_summary import Result, Summary, as_json
from pacgrid.cli.view import View, open_renderer
from pacgrid.cli.view_choice import ViewChoice
from pacgrid.cli.watching import LINGER, play_unwatched, play_watched
from pacgrid.common.cpus import available_cpus
from pacgrid.common.intervals import Interval, mean_interval
from pacgrid.games.game_file import own_errors
from pacgrid.records.description import display_name, pairing
from pacgrid.session.keyboard_agent import NAME

MAX_AGENTS = 4
Results = Sequence[Sequence[Result]]
"""`results[agent][game]`."""
Rows = Iterator[tuple[str, ...]]
INTERVAL = "  95 % interval"
LONGEST_LINE = 24
"""Letters of an agent's name."""


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
            thoughts=games == 1 and bool(files.save or files.html or shown.overlay),
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


def comparison_table(agents: Sequence[str], results: Results, matchup: Matchup) -> Table:
    """A column for each agent, with how far it is ahead of the first in the same games."""
    games = len(results[0])
    ghosts = pairing(["", *matchup.agents[1:]]).strip()
    count = "one game" if games == 1 else f"the same {games} games"
    table = Table(title=f"{count} on {matchup.setup.title}, {ghosts}")
    table.add_column("", style="bold")
    for agent in agents:
        table.add_column(Text(_in_lines(display_name(agent))), justify="right", overflow="fold")
    unit = "rounds" if matchup.setup.has_rounds else "plies"
    for row in _one_game(results, unit) if games == 1 else _many_games(results, unit):
        table.add_row(*row)
    moves = [sum(game.pacman_moves for game in played) for played in results]
    seconds = [sum(game.pacman_seconds for game in played) for played in results]
    averages = (f"{s / m:.2g}" if m else "" for s, m in zip(seconds, moves, strict=True))
    table.add_row("seconds per move", *averages)
    taken_over = [sum(bool(game.taken_over) for game in played) for played in results]
    if any(taken_over):
        table.add_row("taken over by others", *map(str, taken_over))
    reasons = [Counter(g.reason for g in played if g.forfeit is not None) for played in results]
    if any(reasons):
        cells = ("\n".join(f"{n} x {reason}" for reason, n in c.items()) for c in reasons)
        table.add_row("forfeits", *map(Text, cells), style="red")
    return table


def _in_lines(name: str) -> str:
    """A long name with a line for each of its options."""
    return name if len(name) <= LONGEST_LINE else sub(r"(?<=[:,;])(?=\w+=)", "\n", name)


def _one_game(results: Results, unit: str) -> Rows:
    games = [played[0] for played in results]
    yield "ending", *(game.verdict for game in games)
    yield "score", *(str(game.score) for game in games)
    yield unit, *(str(getattr(game, unit)) for game in games)


def _many_games(results: Results, unit: str) -> Rows:
    summaries = [Summary.of(played) for played in results]
    yield "won", *(f"{s.wins} ({s.win_rate:.1%})" for s in summaries)
    yield INTERVAL, *("{:.1%} to {:.1%}".format(*s.win_interval) for s in summaries)
    yield "mean score", *(f"{s.mean_score:.1f}" for s in summaries)
    yield INTERVAL, *(_points(s.score_interval) for s in summaries)
    yield from differences(results)
    yield f"mean {unit}", *(f"{getattr(s, f'mean_{unit}'):.1f}" for s in summaries)


def differences(results: Results) -> Rows:
    """How far each other agent is ahead of the first, game by game."""
    first, *others = results
    leads = [
        [one.score - base.score for one, base in zip(other, first, strict=True)] for other in others
    ]
    yield "ahead of the first", "", *(f"{statistics.fmean(lead):+.1f}" for lead in leads)
    yield INTERVAL, "", *(_points(mean_interval(lead)) for lead in leads)


def comparison_json(agents: Sequence[str], results: Results, matchup: Matchup) -> dict[str, Any]:
    """For other programs: for each agent what `pacgrid play --json` writes."""
    layout, ghosts = matchup.setup.title, matchup.agents[1:]
    return {
        "layout" if matchup.setup.has_rounds else "game": layout,
        "contestants": [
            as_json(played, Summary.of(played), matchup.setup, (agent, *ghosts))
            for agent, played in zip(agents, results, strict=True)
        ],
    }


def _points(interval: Interval | None) -> str:
    return "{:.1f} to {:.1f}".format(*interval) if interval else ""
