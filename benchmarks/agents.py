"""How often the shipped agents win, with 95 % confidence intervals.

    python benchmarks/agents.py

Games have the seeds 0, 1, 2, … and no time limit, so the numbers are the same on every machine.
"""

import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from pacgrid import Layout, Limits
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.series import Series
from pacgrid.cli.summary import Summary
from pacgrid.common.cpus import available_cpus

PAIRINGS = (
    ("expectimax:depth=2", "random_ghost", "medium"),
    ("expectimax:depth=2", "random_ghost", "small"),
    ("alpha_beta:depth=2", "directional_ghost", "medium"),
    ("alpha_beta:depth=2", "directional_ghost", "small"),
    ("reflex", "random_ghost", "medium"),
    ("reflex", "random_ghost", "small"),
    ("random_agent", "random_ghost", "medium"),
)


def main(
    games: Annotated[int, typer.Option(help="Games per pairing.")] = 200,
    jobs: Annotated[int, typer.Option(help="Number of processes.")] = available_cpus(),
) -> None:
    """Print the table."""
    table = Table(title=f"{games} games each")
    for column in ("Pac-Man", "ghosts", "layout"):
        table.add_column(column)
    for column in ("won", "95 % interval", "mean score", "95 % interval", "seconds"):
        table.add_column(column, justify="right")
    console = Console(width=120)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=len(PAIRINGS) * games)
        for pacman, ghost, name in PAIRINGS:
            matchup = Matchup.of(Layout.load(name), pacman, [ghost], limits=Limits())
            start = time.perf_counter()
            results = []
            for result in Series(matchup, games, seed=0).results(jobs):
                results.append(result)
                progress.advance(task)
            summary = Summary.of(results)
            low, high = summary.win_interval
            around = summary.score_interval or (summary.mean_score, summary.mean_score)
            table.add_row(
                pacman,
                ghost,
                name,
                f"{summary.win_rate:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{summary.mean_score:.0f}",
                f"{around[0]:.0f} to {around[1]:.0f}",
                f"{time.perf_counter() - start:.1f}",
            )
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
