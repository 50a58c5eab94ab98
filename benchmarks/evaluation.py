"""How much quicker the shipped evaluation is than its plain definitions, with the same values.

    python benchmarks/evaluation.py

Both evaluate the positions in which an alpha-beta search was cut off, in the order in which it met
them, in the same process. *First game*: nothing about the maze is known yet. *Later
game*: other games on the same board were played before, so much of what is looked up is there.
Times are CPU times, the quickest of several rounds: what else the machine does only adds to them.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Layout, Limits, Maze, State, play
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.directional_ghost import DirectionalGhost
from pacgrid.agents.evaluation import WEIGHTS, LinearEvaluation
from pacgrid.surroundings import areas_of

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from helpers.slow_evaluation import slow_value

SEARCHES = (("small", 2), ("medium", 2), ("medium", 3), ("hunting", 2), ("arcade", 2))
"""Layouts and depths."""

Evaluate = Callable[[State], float]
Positions = Sequence[State]
QUICK: Evaluate = LinearEvaluation("linear")
PLAIN: Evaluate = partial(slow_value, WEIGHTS["linear"])


def positions(name: str, depth: int, seed: int, most: int) -> Positions:
    """The first positions that a search evaluates in a game."""
    met: list[State] = []

    def evaluate(state: State) -> float:
        met.append(state)
        return QUICK(state)

    layout = Layout.load(name)
    agents = [
        AlphaBeta(depth=depth, evaluation=evaluate),
        *(DirectionalGhost() for _ in layout.ghosts),
    ]
    play(layout, agents, seed=seed, limits=Limits(rounds=most // 4))
    return met[:most]


def forget(maze: Maze) -> None:
    """Empty all tables that were filled while evaluating."""
    areas_of.cache_clear()
    for name in ("_found", "_near", "dead_ends"):
        vars(maze).pop(name, None)


def microseconds(evaluate: Evaluate, before: Positions, timed: Positions) -> float:
    """CPU time per position of `timed`, after `before` were evaluated."""
    forget(timed[0].maze)
    for state in before:
        evaluate(state)
    start = time.process_time()
    for state in timed:
        evaluate(state)
    return (time.process_time() - start) / len(timed) * 1e6


def main(
    rounds: Annotated[int, typer.Option(help="How often each is timed.")] = 7,
    most: Annotated[int, typer.Option(help="Positions of a game, at most.")] = 2000,
    games: Annotated[int, typer.Option(help="Games before a later game.")] = 10,
) -> None:
    """Print the table."""
    table = Table(title="Microseconds per position of a search, linear evaluation")
    for column in ("layout", "depth", "positions"):
        table.add_column(column)
    for column in (
        "first game: plain",
        "shipped",
        "ratio",
        "later game: plain",
        "shipped",
        "ratio",
    ):
        table.add_column(column, justify="right")
    for name, depth in SEARCHES:
        timed = positions(name, depth, 0, most)
        earlier = [s for seed in range(1, games + 1) for s in positions(name, depth, seed, most)]
        assert all(QUICK(state) == PLAIN(state) for state in timed)
        cells = []
        for before in ((), earlier):
            times = [
                (microseconds(PLAIN, before, timed), microseconds(QUICK, before, timed))
                for _ in range(rounds)
            ]
            plain, quick = map(min, zip(*times, strict=True))
            cells += [f"{plain:.1f}", f"{quick:.1f}", f"{plain / quick:.1f}"]
        table.add_row(name, str(depth), f"{len(timed):,}", *cells)
    Console(width=120).print(table)


if __name__ == "__main__":
    typer.run(main)
