"""How agents did in the same games, in a table and as JSON."""

import statistics
from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from pacgrid.cli.setup import Setup
from pacgrid.cli.summary import Interval, Result, Summary, as_json, mean_interval
from pacgrid.view.caption import pairing

Results = Sequence[Sequence[Result]]
"""By agent and game."""


def contest_table(agents: Sequence[str], results: Results, setup: Setup) -> Table:
    """A column for each agent; and the difference to the first one in the same games."""
    summaries = [Summary.of(found) for found in results]
    games = summaries[0].games
    ghosts = pairing(["", *setup.agents[1:]]).strip()
    many = "one game" if games == 1 else f"the same {games} games"
    table = Table(title=f"{many} on {setup.layout.name or 'a layout'}, {ghosts}")
    table.add_column("", style="bold")
    for agent in agents:
        table.add_column(Text(agent), justify="right", overflow="fold")
    if games == 1:
        table.add_row("ending", *(found[0].verdict for found in results))
    else:
        table.add_row("won", *(f"{s.wins} ({s.win_rate:.1%})" for s in summaries))
        table.add_row("  95 % interval", *(_percents(s.win_interval) for s in summaries))
    mean = "" if games == 1 else "mean "
    table.add_row(f"{mean}score", *(f"{s.mean_score:.6g}" for s in summaries))
    if games > 1:
        table.add_row("  95 % interval", *(_points(s.score_interval) for s in summaries))
        for row, values in differences(results).items():
            table.add_row(row, "", *values)
    table.add_row(f"{mean}rounds", *(f"{s.mean_rounds:.4g}" for s in summaries))
    seconds = [s.seconds_per_move for s in summaries]
    table.add_row("seconds a move", *("" if s is None else f"{s:.2g}" for s in seconds))
    taken_over = [sum(bool(game.taken_over) for game in found) for found in results]
    if any(taken_over):
        table.add_row("taken over by others", *map(str, taken_over))
    if any(s.forfeits for s in summaries):
        lost = ("\n".join(f"{n} x {why}" for why, n in s.forfeits.items()) for s in summaries)
        table.add_row("[red]forfeits", *(Text(told, "red") for told in lost))
    return table


def differences(results: Results) -> dict[str, list[str]]:
    """What each agent but the first scores more than the first, game by game."""
    first, *others = results
    pairs = [
        [one.score - base.score for one, base in zip(other, first, strict=True)] for other in others
    ]
    return {
        "ahead of the first": [f"{statistics.fmean(found):+.1f}" for found in pairs],
        "  95 % interval ": [_points(mean_interval(found)) for found in pairs],
    }


def contest_json(agents: Sequence[str], results: Results, setup: Setup) -> dict[str, Any]:
    """All of it for other programs: for each agent what `pacgrid play --json` tells of it."""
    layout, ghosts = setup.layout.name, setup.agents[1:]
    return {
        "layout": layout,
        "contestants": [
            as_json(found, Summary.of(found), (agent, *ghosts), layout)
            for agent, found in zip(agents, results, strict=True)
        ],
    }


def _percents(interval: Interval) -> str:
    return "{:.1%} to {:.1%}".format(*interval)


def _points(interval: Interval | None) -> str:
    return "{:.1f} to {:.1f}".format(*interval) if interval else ""
