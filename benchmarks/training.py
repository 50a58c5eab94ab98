"""How fast agents learn: PPO in PyTorch, `examples/ppo.py`, and Stable-Baselines3's MaskablePPO.

    pip install -e ".[sb3,torch]"
    python benchmarks/training.py

Both learn on the same board, against the same ghosts, with their usual settings. A move counts when
it has been learned from. Every turn measures all of them, in fresh processes, and a ratio is the
median of the ratios within a turn, so a machine whose speed drifts doesn't affect them. Moves per
second of CPU time count every thread of every process; other programs disturb them less.
"""

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

EXAMPLES = Path(__file__).parent.parent / "examples"
SB3 = "MaskablePPO, Stable-Baselines3"
ONE = "examples/ppo.py, one seed"
ALL = "examples/ppo.py, a seed on each core"


@dataclass(frozen=True)
class Speed:
    """Moves a second, a second of CPU time, and the fraction of the environment's time."""

    wall: float
    cpu: float
    environment: float | None = None


def sb3_speed(rollouts: int, options: dict[str, Any]) -> Speed:
    """As `examples/train_maskable_ppo.py` learns, after a first rollout that compiles."""
    import torch
    from train_maskable_ppo import learner

    torch.set_num_threads(1)
    sb3 = learner(**options)
    rollout = sb3.n_steps * sb3.n_envs
    sb3.learn(rollout)
    start, cpu = time.perf_counter(), time.process_time()
    sb3.learn(rollouts * rollout)
    moves = rollouts * rollout
    return Speed(moves / (time.perf_counter() - start), moves / (time.process_time() - cpu))


def ppo_speed(rollouts: int, options: dict[str, Any]) -> Speed:
    """As `examples/ppo.py` learns, after a first rollout that compiles."""
    from actor_critic import one_thread
    from ppo import Learner

    one_thread()
    learner = Learner(seed=0, moves=10**9, **options)
    learner.learn()
    learner.watch.seconds.clear()
    first, start, cpu = learner.moves, time.perf_counter(), time.process_time()
    for _ in range(rollouts):
        learner.learn()
    moves, parts = learner.moves - first, learner.watch.seconds
    return Speed(
        moves / (time.perf_counter() - start),
        moves / (time.process_time() - cpu),
        parts["environment"] / sum(parts.values()),
    )


def in_processes(name: str, rollouts: int, options: dict[str, Any], processes: int) -> Speed:
    """Measure in several processes at once; rates of wall time add up."""
    command = [sys.executable, __file__, "--measure", name, "--rollouts", str(rollouts)]
    command += ["--options", json.dumps(options)]
    paths = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    running = [
        subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": paths}
        )
        for _ in range(processes)
    ]
    printed = [process.communicate()[0] for process in running]
    if any(process.returncode for process in running):
        raise typer.Exit(1)
    speeds = [Speed(**json.loads(text.splitlines()[-1])) for text in printed]
    wall, cpu = sum(speed.wall for speed in speeds), median(speed.cpu for speed in speeds)
    return Speed(wall, cpu, speeds[0].environment)


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    ghosts: Annotated[str, typer.Option(help="The ghosts.")] = "directional_ghost",
    rollouts: Annotated[int, typer.Option(min=1, help="Rollouts of each per turn.")] = 4,
    turns: Annotated[int, typer.Option(min=1, help="Turns.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="Games at once in ppo.py.")] = 512,
    measure: Annotated[str, typer.Option(hidden=True)] = "",
    options: Annotated[str, typer.Option(hidden=True)] = "{}",
) -> None:
    """Measure by turns, and print the table."""
    if measure:
        speed = (sb3_speed if measure == "sb3" else ppo_speed)(rollouts, json.loads(options))
        print(
            json.dumps(
                speed.__dict__ if measure != "sb3" else {"wall": speed.wall, "cpu": speed.cpu}
            )
        )
        return
    board = {"layout": layout, "ghosts": ghosts}
    cores = os.cpu_count() or 1
    kinds = {
        SB3: ("sb3", board, 1),
        ONE: ("ppo", {**board, "games": games}, 1),
        ALL: ("ppo", {**board, "games": games}, cores),
    }
    found: dict[str, list[Speed]] = {name: [] for name in kinds}
    for _ in range(turns):
        for name, (kind, given, processes) in kinds.items():
            found[name].append(in_processes(kind, rollouts, given, processes))
    table = Table("learner", "moves/s", "ratio", "moves/CPU s", "ratio", "environment")
    for name, speeds in found.items():
        pairs = list(zip(speeds, found[SB3], strict=True))
        fraction = speeds[-1].environment
        table.add_row(
            name,
            f"{median(each.wall for each in speeds):,.0f}",
            f"{median(each.wall / other.wall for each, other in pairs):.1f}",
            f"{median(each.cpu for each in speeds):,.0f}",
            f"{median(each.cpu / other.cpu for each, other in pairs):.1f}",
            "" if fraction is None else f"{fraction:.1%}",
        )
    Console(width=100).print(table)


if __name__ == "__main__":
    typer.run(main)
