"""How many mazes must a network learn from to play as well in mazes that it has never seen?

    pip install -e ".[torch]"
    python examples/generalisation.py

PPO learns on 1, 10, 100 or 1,000 training levels, for the same number of moves. Then it plays on
those, and on test levels: no maze is in both splits. Cobbe et al., "Quantifying Generalization in
Reinforcement Learning", 2019.
"""

import os
from dataclasses import dataclass
from math import hypot
from typing import Annotated, Any

import typer
from ppo_exams import ActorCritic, Learner, each_in_a_process, exam
from rich.console import Console
from rich.table import Table

from pacgrid import State
from pacgrid.common.intervals import proportion_interval
from pacgrid.envs import PacmanVectorEnv


@dataclass(frozen=True)
class Task:
    """What to train, and how to test it."""

    levels: int
    seed: int
    moves: int
    family: str
    ghosts: str
    games: int
    exam_games: int

    def options(self, split: str, levels: int) -> dict[str, Any]:
        """Of an environment that draws from so many levels of a split."""
        return {
            "layout": f"random:{self.family}",
            "levels": split,
            "num_levels": levels,
            "ghosts": self.ghosts,
        }


def train_and_test(task: Task) -> tuple[int, int]:
    """Wins on levels that it has learned from, and on new ones."""
    learner = Learner(task.seed, task.moves, task.games, **task.options("train", task.levels))
    while learner.moves < task.moves:
        learner.learn()
    wins = (
        level_exam(learner.net, task, "train", task.levels),
        level_exam(learner.net, task, "test", task.exam_games),
    )
    print(f"{task.levels} levels, seed {task.seed}: won {wins} of {task.exam_games}", flush=True)
    return wins


def level_exam(net: ActorCritic, task: Task, split: str, levels: int) -> int:
    """Games won on levels 0, 1, 2, …, and from 0 again when there are no more."""
    layout_of = PacmanVectorEnv(**task.options(split, levels)).level_layout
    layouts = [layout_of(level) for level in range(min(levels, task.exam_games))]
    starts = [State.initial(layouts[game % levels]) for game in range(task.exam_games)]
    wins, _ = exam(net, task.exam_games, starts, layout=layouts, ghosts=task.ghosts)
    return int(wins.sum())


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
    levels: Annotated[str, typer.Option(help="Numbers of training levels.")] = "1,10,100,1000",
    family: Annotated[
        str, typer.Option(help="The family of mazes, as in random:style=…")
    ] = "size=13x13,style=arcade,ghosts=1",
    ghosts: Annotated[str, typer.Option(help="The compiled ghosts.")] = "directional_ghost",
    moves: Annotated[int, typer.Option(min=1, help="Moves of each training.")] = 1_500_000,
    seeds: Annotated[int, typer.Option(min=1, help="Trainings for each number.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    games: Annotated[int, typer.Option(min=1, help="Games at once.")] = 512,
    exam_games: Annotated[
        int, typer.Option(min=1, help="Games of a test, and the levels of the test split.")
    ] = 500,
) -> None:
    """Train on each number of levels, test, and print a table."""
    numbers = [int(number) for number in levels.split(",")]
    tasks = [
        Task(number, seed, moves, family, ghosts, games, exam_games)
        for number in reversed(numbers)
        for seed in range(seeds)
    ]
    results = dict(zip(tasks, each_in_a_process(train_and_test, tasks, jobs), strict=True))
    table = Table("training levels", "wins on these", "wins on test levels", "gap")
    for number in numbers:
        pairs = [wins for task, wins in results.items() if task.levels == number]
        known, new = (sum(wins) for wins in zip(*pairs, strict=True))
        total = seeds * exam_games
        row = percent(known, total), percent(new, total), gap(known, total, new, total)
        table.add_row(f"{number:,}", *row)
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
