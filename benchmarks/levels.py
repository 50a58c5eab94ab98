"""The cost of levels: making mazes, and a fresh board for each game.

    pip install -e . && python benchmarks/levels.py

The first table is what it takes to make mazes from seeds; the time of so many is extrapolated, and
for "train" and "test" it includes the mazes that belong to the other split.

The second is the speed of `PacmanVectorEnv` with random actions on one thread, from Python. Each
row starts games on

- one board: the speed to compare with;
- given layouts: so many, drawn anew at each reset;
- kept levels: of a family, all of which have been made before, by `make_levels`;
- a function: that returns one of the given layouts, which makes its board anew for each game;
- unlimited levels: of a family, each of which is made from its seed in the step that starts it.

Times are processor seconds, and rows are measured in turns: ratios are medians within a turn.
Random games are short, so this is the worst case: a trained Pac-Man's last several times as long.
"""

import time
from statistics import median
from typing import Annotated, Any, get_args

import numba
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Layout
from pacgrid.envs import PacmanVectorEnv
from pacgrid.envs.levels import LevelsName, MazeLevels

FAMILY = "random:style=arcade,size=15x15"
PREPARED = 64
"""Batches of random actions, used in turn."""


def making(mazes: int, count: int) -> Table:
    """The table of the generator."""
    table = Table(title="Mazes of 15 x 15 from seeds")
    table.add_column("split")
    for column in ("ms a maze", f"s for {count:,}"):
        table.add_column(column, justify="right")
    for split in get_args(LevelsName):
        levels = MazeLevels([FAMILY], split)
        start = time.process_time()
        for level in range(mazes):
            levels.layout(level)
        each = (time.process_time() - start) / mazes
        table.add_row(split, f"{1000 * each:.2f}", f"{count * each:.1f}")
    return table


def given_layouts(count: int, different: int) -> list[Layout]:
    """So many layouts: `different` mazes, again and again, as objects of their own."""
    rows = [MazeLevels([FAMILY]).layout(level).rows for level in range(different)]
    return [Layout(tuple("".join(row) for row in rows[n % different])) for n in range(count)]


def speeds(games: int, steps: int, turns: int, layouts: list[Layout], kept: int) -> Table:
    """The table of speeds."""
    numba.set_num_threads(1)
    rows: dict[str, dict[str, Any]] = {
        "one board": {"layout": layouts[0]},
        f"{len(layouts):,} given layouts": {"layout": layouts},
        f"{kept:,} kept levels": {"layout": FAMILY, "levels": "train", "num_levels": kept},
        "a function": {"layout": lambda rng: layouts[rng.integers(len(layouts))]},
        "unlimited levels": {"layout": FAMILY, "levels": "train"},
    }
    rng = np.random.default_rng(0)
    actions = rng.integers(0, 5, (PREPARED, games))
    envs = {name: PacmanVectorEnv(games, **options) for name, options in rows.items()}
    for name, each in envs.items():
        each.reset(seed=0)
        if "kept" in name:
            each.make_levels()
        for number in range(0 if "unlimited" in name else steps // 2):  # games end at all times
            each.step(actions[number % PREPARED])
    rates: dict[str, list[float]] = {name: [] for name in envs}
    starts = dict.fromkeys(envs, 0)
    for _ in range(turns):
        for name, each in envs.items():
            ran = steps if name != "unlimited levels" else max(1, steps // 20)
            start = time.process_time()
            for number in range(ran):
                starts[name] += np.count_nonzero(each.step(actions[number % PREPARED])[2]) / ran
            rates[name].append(games * ran / (time.process_time() - start))
    table = Table(title=f"{games:,} games at once on one thread")
    for column in ("games start on", "million rounds a s", "of one board", "starts a step"):
        table.add_column(column, justify="right" if table.columns else "left")
    plain = rates["one board"]
    for name, measured in rates.items():
        fraction = median(one / other for one, other in zip(measured, plain, strict=True))
        table.add_row(
            name, f"{median(measured) / 1e6:.2f}", f"{fraction:.1%}", f"{starts[name] / turns:.1f}"
        )
    return table


def main(
    count: Annotated[int, typer.Option(help="Layouts.")] = 10_000,
    different: Annotated[int, typer.Option(help="Mazes that are made from seeds.")] = 500,
    games: Annotated[int, typer.Option(help="Games at once.")] = 1024,
    steps: Annotated[int, typer.Option(help="Steps in a turn.")] = 300,
    turns: Annotated[int, typer.Option(help="How often each is timed.")] = 7,
) -> None:
    """Print the tables."""
    console = Console(width=100)
    layouts = given_layouts(count, different)
    console.print(making(different, count))
    console.print(speeds(games, steps, turns, layouts, different))


if __name__ == "__main__":
    typer.run(main)
