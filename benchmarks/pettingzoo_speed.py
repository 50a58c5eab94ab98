"""The speed of the PettingZoo environments, compared with PettingZoo's own tic-tac-toe.

    python benchmarks/pettingzoo_speed.py

Turns per second are measured by PettingZoo's `performance_benchmark`, which plays for five seconds
and draws actions from the masks. Rounds per second compare the AEC environment with the parallel
one. "Actions drawn" draws each action from the agent's mask with numpy, as PettingZoo does, which
takes the same time in both. "Actions given" plays games recorded earlier, so only the environments
take time. Each repetition times everything in turn, and ratios are medians of the ratios within a
repetition, so drifting machine speed doesn't affect them.
"""

import random
import re
import time
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from statistics import median
from types import SimpleNamespace
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from pacgrid import pacgrid_v0

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # about tic-tac-toe's name, not ours
    from pettingzoo.classic import tictactoe_v3
    from pettingzoo.test import performance_benchmark

ITS_SECONDS = 5
"""How long PettingZoo's benchmark runs, by its own clock."""

Round = tuple[int, ...]
Game = list[Round]


def turns_a_second(env: Any, seconds: float) -> float:
    """What PettingZoo's benchmark prints, with its clock changed so that it takes `seconds`."""
    pace = ITS_SECONDS / seconds
    surroundings = performance_benchmark.__globals__
    surroundings["time"] = SimpleNamespace(time=lambda: time.perf_counter() * pace)
    try:
        with redirect_stdout(StringIO()) as printed:
            performance_benchmark(env)
    finally:
        surroundings["time"] = time
    match = re.search(r"([\d.]+) turns per second", printed.getvalue())
    assert match, "PettingZoo's benchmark prints something else now"
    return float(match[1]) * pace


def drawn_from(mask: Any) -> int:
    return random.choice(np.flatnonzero(mask).tolist())


def recorded_games(count: int) -> list[Game]:
    """The rounds of random games, without unfinished last rounds."""
    env = pacgrid_v0.raw_env()
    games = []
    for seed in range(count):
        env.reset(seed=seed)
        actions = []
        for _agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            actions.append(drawn_from(observation["action_mask"]))
            env.step(actions[-1])
        count = env.num_agents
        whole = len(actions) // count - (1 if terminated else 0)
        games.append([tuple(actions[count * i : count * (i + 1)]) for i in range(whole)])
    return games


def given_in_turn(games: list[Game]) -> None:
    env = pacgrid_v0.env()
    for game in games:
        env.reset()
        for actions in game:
            for _agent, action in zip(env.agent_iter(len(actions)), actions, strict=True):
                env.last()
                env.step(action)


def given_in_rounds(games: list[Game]) -> None:
    env = pacgrid_v0.parallel_env()
    agents = env.possible_agents
    for game in games:
        env.reset()
        for actions in game:
            env.step(dict(zip(agents, actions, strict=True)))


def drawn_in_turn(games: list[Game]) -> None:
    env = pacgrid_v0.env()
    env.reset()
    for game in games:
        for actions in game:
            for _agent in env.agent_iter(len(actions)):
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.reset()
                    break
                env.step(drawn_from(observation["action_mask"]))


def drawn_in_rounds(games: list[Game]) -> None:
    env = pacgrid_v0.parallel_env()
    observations, _ = env.reset()
    for game in games:
        for _ in game:
            actions = {
                a: drawn_from(observation["action_mask"]) for a, observation in observations.items()
            }
            observations, *_ = env.step(actions)
            if not env.agents:
                observations, _ = env.reset()


def rounds_a_second(play: Callable[[list[Game]], None], games: list[Game]) -> float:
    start = time.perf_counter()
    play(games)
    return sum(map(len, games)) / (time.perf_counter() - start)


def main(
    repetitions: Annotated[int, typer.Option(help="How often each is timed.")] = 5,
    seconds: Annotated[float, typer.Option(help="PettingZoo's benchmark time.")] = ITS_SECONDS,
    games: Annotated[int, typer.Option(help="Recorded games.")] = 300,
    quick: Annotated[bool, typer.Option("--quick", help="Only check that it works.")] = False,
) -> None:
    """Print the tables."""
    if quick:
        repetitions, seconds, games = 1, 0.05, 2
    in_turn = {
        "tictactoe_v3.env()": tictactoe_v3.env,
        "pacgrid_v0.env()": pacgrid_v0.env,
        "pacgrid_v0.raw_env()": pacgrid_v0.raw_env,
    }
    pairs = {
        "given": (given_in_turn, given_in_rounds),
        "drawn": (drawn_in_turn, drawn_in_rounds),
    }
    recorded = recorded_games(games)
    turns = {name: list[float]() for name in in_turn}
    rounds = {name: list[tuple[float, float]]() for name in pairs}
    for _ in range(repetitions):
        for name, make in in_turn.items():
            turns[name].append(turns_a_second(make(), seconds))
        for name, (aec, parallel) in pairs.items():
            rounds[name].append(
                (rounds_a_second(aec, recorded), rounds_a_second(parallel, recorded))
            )
    table = Table(title="PettingZoo's performance_benchmark, on layout medium")
    table.add_column("environment")
    table.add_column("turns/s", justify="right")
    table.add_column("ratio", justify="right")
    others = next(iter(turns.values()))
    for name, own_speeds in turns.items():
        ratio = median(own / other for own, other in zip(own_speeds, others, strict=True))
        table.add_row(name, f"{median(own_speeds):,.0f}", f"{ratio:.2f}")
    console = Console(width=100)
    console.print(table)
    table = Table(title="Rounds per second, on layout medium with two ghosts")
    table.add_column("actions")
    for column in ("in turn (AEC)", "in rounds (Parallel)", "ratio"):
        table.add_column(column, justify="right")
    for name, pair in rounds.items():
        ratio = median(fast / slow for slow, fast in pair)
        slow, fast = (median(column) for column in zip(*pair, strict=True))
        table.add_row(name, f"{slow:,.0f}", f"{fast:,.0f}", f"{ratio:.2f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
