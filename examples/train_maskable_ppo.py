"""Train a network with MaskablePPO until it plays better than the reflex agent.

    pip install torch==2.13.0 sb3-contrib matplotlib      # on a CPU
    python examples/train_maskable_ppo.py
    pacgrid play examples/ppo_agent.py:model=pacman.zip --layout small

It learns in the compiled vector environment. From time to time it takes an exam: whole games with
`pacgrid.play`, the same as the reflex agent's. At the end both play fresh games that did not decide
when to stop. The learning curve is saved as a picture.
"""

import time
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from board_net import policy_options
from matplotlib.figure import Figure
from ppo_agent import PpoAgent
from sb3_contrib import MaskablePPO
from sb3_vec_env import Sb3VecEnv
from stable_baselines3.common.callbacks import BaseCallback

from pacgrid import Agent, Layout, play
from pacgrid.agent_loader import load_agent
from pacgrid.common.intervals import mean_interval

SETTINGS = {"n_steps": 64, "batch_size": 256, "n_epochs": 4, "gamma": 0.97, "ent_coef": 0.01}


def scores(pacman: Agent, layout: str, ghosts: str, seeds: range) -> np.ndarray:
    """The score of one game for each seed."""
    board = Layout.load(layout)
    hunters = [load_agent(ghosts) for _ in board.ghosts]
    return np.array([play(board, [pacman, *hunters], seed=seed).score for seed in seeds])


def lead(own: np.ndarray, others: np.ndarray) -> tuple[float, float]:
    """The 95 % confidence interval of the mean lead of `own` in the same games."""
    interval = mean_interval((own - others).tolist())
    assert interval
    return interval


class Exam(BaseCallback):
    """Examines the learner, and stops training once it has clearly beaten `others`."""

    def __init__(self, layout: str, ghosts: str, others: np.ndarray, every: int, on: bool) -> None:
        super().__init__()
        self.game = layout, ghosts, range(len(others))
        self.others, self.every, self.on = others, every, on
        self.curve, self.beaten = list[tuple[int, float]](), 0  # moves, mean score
        self.start = time.perf_counter()

    def _on_step(self) -> bool:
        return self.on or self.beaten < 3  # times in a row: once can be luck

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self.every * len(self.curve):
            own = scores(PpoAgent(model=self.model), *self.game)
            self.curve.append((self.num_timesteps, own.mean()))
            low, high = lead(own, self.others)
            seconds = time.perf_counter() - self.start
            print(
                f"{self.num_timesteps:9,} moves  {seconds:5.0f} s  mean score {own.mean():7.1f}"
                f"  ahead of reflex by {low:6.0f} to {high:.0f}"
            )
            self.beaten = self.beaten + 1 if low > 0 else 0


def draw(curve: list[tuple[int, float]], reflex: float, title: str, picture: Path) -> None:
    """The learning curve, with the reflex agent's mean as a line."""
    figure = Figure(figsize=(7, 4), dpi=100, layout="constrained")
    axes = figure.add_subplot()
    axes.axhline(reflex, color="#d1495b", linestyle="--", label="reflex agent")
    axes.plot(*zip(*curve, strict=True), color="#2b59c3", linewidth=2, label="MaskablePPO")
    axes.set(xlabel="moves of Pac-Man", ylabel="mean score of an exam", title=title)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.savefig(picture)


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    ghosts: Annotated[str, typer.Option(help="The ghosts' agent.")] = "directional_ghost",
    steps: Annotated[int, typer.Option(help="The most moves of Pac-Man.")] = 1_000_000,
    on: Annotated[bool, typer.Option("--on", help="Continue after beating reflex.")] = False,
    every: Annotated[int, typer.Option(help="Moves between exams.")] = 65_536,
    games: Annotated[int, typer.Option(min=2, help="Games per exam.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the learner and of its games.")] = 0,
    model: Annotated[Path, typer.Option(help="Save the model here.")] = Path("pacman.zip"),
    picture: Annotated[Path, typer.Option(help="Save the plot here.")] = Path("learning_curve.png"),
) -> None:
    """Train, draw, save, and compare."""
    torch.set_num_threads(1)  # the same seed then learns the same; the network is small
    reflex = load_agent("reflex")
    exam = Exam(layout, ghosts, scores(reflex, layout, ghosts, range(games)), every, on)
    learner = MaskablePPO(
        "MlpPolicy",
        Sb3VecEnv(64, layout=layout, ghosts=ghosts, reward_scale=0.002, dtype="float32"),
        policy_kwargs=policy_options(),
        learning_rate=lambda left: 1e-3 * max(left, 0.1),
        seed=seed,
        **SETTINGS,
    )
    learner.learn(steps, callback=exam)
    learner.save(model)
    draw(exam.curve, exam.others.mean(), f"Layout {layout}, against {ghosts}", picture)
    fresh = range(10_000, 10_000 + 2 * games)
    own, others = (scores(who, layout, ghosts, fresh) for who in (PpoAgent(model=learner), reflex))
    low, high = lead(own, others)
    print(f"{len(fresh)} other games: network {own.mean():.1f}, reflex {others.mean():.1f}")
    print(f"the network is ahead by {low:.0f} to {high:.0f} points (95 % interval)")


if __name__ == "__main__":
    typer.run(main)
