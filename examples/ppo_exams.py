"""Several seeds of `ppo.py`, with exams on the way, and their learning curves.

    pip install -e ".[torch]"
    python examples/ppo_exams.py --seeds 2

Each seed learns in a process of its own, on one core.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, TypeVar

import numpy as np
import torch
import typer
from actor_critic import ActorCritic, one_thread
from centred_view import PolicyNet
from matplotlib.figure import Figure
from numpy.typing import NDArray
from ppo import Games, Learner
from ppo_agent import PpoAgent

from pacgrid import Agent, Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.common.intervals import mean_interval, proportion_interval

EXAM_SEED = 10**6
"""The games of exams are seeded from here up, those of training from 0 up."""


@torch.inference_mode()
def exam(
    net: ActorCritic, count: int, starts: Sequence[State] | None = None, **options: Any
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which of `count` games the network wins if it always plays its favourite action, and the
    scores."""
    games = Games(count, EXAM_SEED, starts, **options)
    wins, over, scores = np.zeros(count, bool), np.zeros(count, bool), np.zeros(count, np.int64)
    while not over.all():
        going = torch.from_numpy(~over).nonzero()[:, 0]
        actions = torch.zeros(count, dtype=torch.long)
        actions[going] = net(*(each[going] for each in games.observe()))[0].argmax(1)
        games.step(actions)
        wins |= games.wins & ~over
        scores[~over] = games.scores[~over]
        over |= games.over
    return wins, scores


Task, Result = TypeVar("Task"), TypeVar("Result")


def each_in_a_process(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> list[Result]:
    """The results for all tasks, `jobs` at once, with one thread each."""
    if jobs == 1:
        one_thread()
        return [function(task) for task in tasks]
    with ProcessPoolExecutor(jobs, get_context("spawn"), one_thread) as pool:
        return list(pool.map(function, tasks))


@dataclass(frozen=True)
class Run:
    """One training run; `options` are the learner's and the environment's."""

    seed: int
    moves: int
    exams: int
    exam_games: int
    options: dict[str, Any]
    exam_options: dict[str, Any]


@dataclass(frozen=True)
class Trained:
    """The result of a run."""

    run: Run
    net: PolicyNet
    curve: list[tuple[int, int]]
    """Moves, and games won in the exam."""
    speed: float
    """Moves a second, without exams."""


def train(run: Run) -> Trained:
    """Learn, with exams on the way."""
    learner = Learner(run.seed, run.moves, **run.options)
    curve: list[tuple[int, int]] = []
    while learner.moves < run.moves:
        learner.learn()
        if learner.moves * run.exams >= run.moves * (len(curve) + 1):
            wins = int(exam(learner.net, run.exam_games, **run.exam_options)[0].sum())
            curve.append((learner.moves, wins))
            speed = learner.moves / sum(learner.watch.seconds.values())
            print(
                f"seed {run.seed}: {learner.moves:10,} moves, won {wins} of {run.exam_games}; "
                f"{speed:,.0f} moves/s: {learner.watch}",
                flush=True,
            )
    return Trained(run, learner.net.export(), curve, speed)


def draw_curves(results: Sequence[Trained], title: str, picture: Path) -> None:
    """Each seed's share of exams won, their mean, and its 95 % interval."""
    figure = Figure(figsize=(7, 4), dpi=100, layout="constrained")
    axes = figure.add_subplot()
    moves = [moves / 1e6 for moves, _ in results[0].curve]
    shares = [[wins / each.run.exam_games for _, wins in each.curve] for each in results]
    for share in shares:
        axes.plot(moves, share, color="#2b59c3", linewidth=0.7, alpha=0.6)
    together = list(zip(*shares, strict=True))
    axes.plot(moves, [fmean(each) for each in together], color="#2b59c3", label="mean of the seeds")
    if len(results) > 1:
        low, high = zip(*(mean_interval(each) or (0, 0) for each in together), strict=True)
        label = "95 % interval of the mean"
        axes.fill_between(moves, low, high, color="#2b59c3", alpha=0.15, linewidth=0, label=label)
    axes.set(xlabel="million moves", ylabel="share of games won", title=title, ylim=(0, 1))
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(picture)


def wins_of(pacman: Agent, layout: str, ghosts: str, seeds: range) -> int:
    """Games won, one for each seed."""
    board = Layout.load(layout)
    hunters = [load_agent(ghosts) for _ in board.ghosts]
    return sum(play(board, [pacman, *hunters], seed=seed).won for seed in seeds)


def share_text(wins: int, games: int) -> str:
    """For example `won 54 of 60 (80% to 95%)`."""
    low, high = proportion_interval(wins, games)
    return f"won {wins} of {games} ({low:.0%} to {high:.0%})"


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    ghosts: Annotated[str, typer.Option(help="The compiled ghosts.")] = "directional_ghost",
    moves: Annotated[int, typer.Option(min=1, help="Moves of Pac-Man for each seed.")] = 6_000_000,
    seeds: Annotated[int, typer.Option(min=1, help="Train from this many seeds.")] = 1,
    first_seed: Annotated[int, typer.Option(min=0, help="The first of them.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    games: Annotated[int, typer.Option(min=1, help="Games at once.")] = 512,
    width: Annotated[int, typer.Option(min=1, help="Neurons of a layer.")] = 128,
    exams: Annotated[int, typer.Option(min=1, help="Exams on the way.")] = 12,
    exam_games: Annotated[int, typer.Option(min=1, help="Games per exam.")] = 256,
    fresh: Annotated[int, typer.Option(min=1, help="Games against the ghosts at the end.")] = 200,
    model: Annotated[Path, typer.Option(help="Save the best seed's weights.")] = Path("pacman.npz"),
    picture: Annotated[Path, typer.Option(help="Save the plot here.")] = Path("learning_curve.png"),
) -> None:
    """Train from several seeds, draw the curves, save the best, and play fresh games."""
    board = {"layout": layout, "ghosts": ghosts}
    options = {**board, "games": games, "width": width}
    runs = [
        Run(seed, moves, exams, exam_games, options, board)
        for seed in range(first_seed, first_seed + seeds)
    ]
    results = each_in_a_process(train, runs, min(jobs, seeds))
    draw_curves(results, f"PPO on layout {layout}, against {ghosts}", picture)
    best = max(results, key=lambda each: each.curve[-1][1])
    best.net.save(model, "pacman")
    print(f"saved seed {best.run.seed} as {model}; fresh games:")
    test = range(10_000, 10_000 + fresh)
    for name in ("reflex", "alpha_beta:depth=2"):
        print(f"{name}: {share_text(wins_of(load_agent(name), layout, ghosts, test), fresh)}")
    for each in results:
        wins = wins_of(PpoAgent(model=each.net), layout, ghosts, test)
        print(f"network of seed {each.run.seed}: {share_text(wins, fresh)}")


if __name__ == "__main__":
    typer.run(main)
