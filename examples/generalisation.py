"""How many mazes must a network learn from to play as well in mazes that it has never seen?

    pip install torch==2.13.0 matplotlib      # on a CPU
    python examples/generalisation.py

PPO learns on 1, 10, 100 or 1,000 mazes, for the same number of moves. Then it plays on those mazes,
and on others. Cobbe et al., "Quantifying Generalization in Reinforcement Learning", 2019.
"""

import os
from dataclasses import dataclass
from math import hypot
from typing import Annotated

import typer
from ppo import Learner, each_in_a_process, exam
from rich.console import Console
from rich.table import Table

from pacgrid.common.intervals import proportion_interval

FIRST_TEST = 10**6
"""The seed of the first maze of the test; those to learn from are seeded from 0 up."""


@dataclass(frozen=True)
class Task:
    """What to train, and how to test it."""

    mazes: int
    seed: int
    moves: int
    maze: str
    ghosts: str
    games: int
    exam_games: int
    tests: int

    def layouts(self, first: int, count: int) -> list[str]:
        return [f"random:seed={first + number},{self.maze}" for number in range(count)]


def train_and_test(task: Task) -> tuple[int, int]:
    """Wins in mazes that it has learned from, and in new ones."""
    known = {"layout": task.layouts(0, task.mazes), "ghosts": task.ghosts}
    new = {"layout": task.layouts(FIRST_TEST, task.tests), "ghosts": task.ghosts}
    learner = Learner(task.seed, task.moves, task.games, **known)
    while learner.moves < task.moves:
        learner.learn()
    wins = (
        exam(learner.net, task.exam_games, **known),
        exam(learner.net, task.exam_games, **new),
    )
    print(f"{task.mazes} mazes, seed {task.seed}: won {wins} of {task.exam_games}", flush=True)
    return wins


def percent(wins: int, games: int) -> str:
    low, high = proportion_interval(wins, games)
    return f"{wins / games:.0%} ({low:.0%} to {high:.0%})"


def gap(known: int, games: int, new: int, new_games: int) -> str:
    """The difference of two shares with Newcombe's 95 % interval, from Wilson's of each.

    Newcombe, "Interval Estimation for the Difference between Independent Proportions", 1998.
    """
    share, other = known / games, new / new_games
    low, high = proportion_interval(known, games)
    other_low, other_high = proportion_interval(new, new_games)
    least = share - other - hypot(share - low, other_high - other)
    most = share - other + hypot(high - share, other - other_low)
    return f"{share - other:+.0%} ({least:+.0%} to {most:+.0%})"


def main(
    mazes: Annotated[str, typer.Option(help="Numbers of mazes.")] = "1,10,100,1000",
    maze: Annotated[
        str, typer.Option(help="What kind of maze.")
    ] = "size=11x11,style=arcade,ghosts=2",
    ghosts: Annotated[str, typer.Option(help="The compiled ghosts.")] = "directional_ghost",
    moves: Annotated[int, typer.Option(help="Moves of each training.")] = 1_500_000,
    seeds: Annotated[int, typer.Option(min=1, help="Trainings for each number.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    games: Annotated[int, typer.Option(min=1, help="Games at once.")] = 512,
    exam_games: Annotated[int, typer.Option(min=1, help="Games of a test.")] = 500,
    tests: Annotated[int, typer.Option(min=1, help="Mazes of a test.")] = 500,
) -> None:
    """Train on each number of mazes, test, and print a table."""
    numbers = [int(number) for number in mazes.split(",")]
    tasks = [
        Task(number, seed, moves, maze, ghosts, games, exam_games, tests)
        for number in reversed(numbers)
        for seed in range(seeds)
    ]
    results = dict(zip(tasks, each_in_a_process(train_and_test, tasks, jobs), strict=True))
    table = Table("mazes to learn from", "wins in these", "wins in new ones", "gap")
    for number in numbers:
        pairs = [wins for task, wins in results.items() if task.mazes == number]
        known, new = (sum(wins) for wins in zip(*pairs, strict=True))
        total = seeds * exam_games
        row = percent(known, total), percent(new, total), gap(known, total, new, total)
        table.add_row(f"{number:,}", *row)
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
