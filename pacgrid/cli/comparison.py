"""How agents did in the same games, in a table and as JSON."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from re import sub
from typing import Any

from rich.table import Table
from rich.text import Text

from pacgrid.cli.matchup import Matchup
from pacgrid.cli.series_summary import Result, Summary, as_json
from pacgrid.common.intervals import Interval, mean_interval
from pacgrid.records.description import display_name, pairing

Results = Sequence[Sequence[Result]]
"""`results[agent][game]`."""
Rows = Iterator[tuple[str, ...]]
INTERVAL = "  95 % interval"
LONGEST_LINE = 24
"""Letters of an agent's name."""


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
