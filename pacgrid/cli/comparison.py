"""How agents did in the same games, in a table and as JSON."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from pacgrid.cli.matchup import Setup
from pacgrid.cli.summary import Result, Summary, as_json
from pacgrid.common.intervals import Interval, mean_interval
from pacgrid.view.caption import pairing

Results = Sequence[Sequence[Result]]
"""By agent and game."""
Rows = Iterator[tuple[str, ...]]
BETWEEN = "  95 % interval"


def comparison_table(agents: Sequence[str], results: Results, setup: Setup) -> Table:
    """A column for each agent; and the difference to the first one in the same games."""
    games = len(results[0])
    ghosts = pairing(["", *setup.agents[1:]]).strip()
    many = "one game" if games == 1 else f"the same {games} games"
    table = Table(title=f"{many} on {setup.layout.name or 'a layout'}, {ghosts}")
    table.add_column("", style="bold")
    for agent in agents:
        table.add_column(Text(agent), justify="right", overflow="fold")
    for row in _one_game(results) if games == 1 else _many_games(results):
        table.add_row(*row)
    moves = [sum(game.pacman_moves for game in found) for found in results]
    seconds = [sum(game.pacman_seconds for game in found) for found in results]
    each = (f"{s / m:.2g}" if m else "" for s, m in zip(seconds, moves, strict=True))
    table.add_row("seconds a move", *each)
    taken_over = [sum(bool(game.taken_over) for game in found) for found in results]
    if any(taken_over):
        table.add_row("taken over by others", *map(str, taken_over))
    reasons = [Counter(g.reason for g in found if g.forfeit is not None) for found in results]
    if any(reasons):
        lost = ("\n".join(f"{n} x {why}" for why, n in found.items()) for found in reasons)
        table.add_row("forfeits", *map(Text, lost), style="red")
    return table


def _one_game(results: Results) -> Rows:
    games = [found[0] for found in results]
    yield "ending", *(game.verdict for game in games)
    yield "score", *(str(game.score) for game in games)
    yield "rounds", *(str(game.rounds) for game in games)


def _many_games(results: Results) -> Rows:
    summaries = [Summary.of(found) for found in results]
    yield "won", *(f"{s.wins} ({s.win_rate:.1%})" for s in summaries)
    yield BETWEEN, *("{:.1%} to {:.1%}".format(*s.win_interval) for s in summaries)
    yield "mean score", *(f"{s.mean_score:.1f}" for s in summaries)
    yield BETWEEN, *(_points(s.score_interval) for s in summaries)
    yield from differences(results)
    yield "mean rounds", *(f"{s.mean_rounds:.1f}" for s in summaries)


def differences(results: Results) -> Rows:
    """What each agent but the first scores more than the first, game by game."""
    first, *others = results
    pairs = [
        [one.score - base.score for one, base in zip(other, first, strict=True)] for other in others
    ]
    yield "ahead of the first", "", *(f"{statistics.fmean(found):+.1f}" for found in pairs)
    yield BETWEEN, "", *(_points(mean_interval(found)) for found in pairs)


def comparison_json(agents: Sequence[str], results: Results, setup: Setup) -> dict[str, Any]:
    """All of it for other programs: for each agent what `pacgrid play --json` tells of it."""
    layout, ghosts = setup.layout.name, setup.agents[1:]
    return {
        "layout": layout,
        "contestants": [
            as_json(found, Summary.of(found), (agent, *ghosts), layout)
            for agent, found in zip(agents, results, strict=True)
        ],
    }


def _points(interval: Interval | None) -> str:
    return "{:.1f} to {:.1f}".format(*interval) if interval else ""
