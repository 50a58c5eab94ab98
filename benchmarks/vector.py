"""The speed of the vector environment, compared with jumanji's PacMan on the same machine.

    pip install -e ".[benchmark]" && python benchmarks/vector.py

A *round* is one move of Pac-Man and of all four ghosts in one game. Both sides play the same random
actions on a board of 28 x 31, with observations and masks of legal actions. Games restart in the
step in which they end; in the "next-step" rows in the step after, which is Gymnasium's default
(there about one step in 140 only starts a game). "Fresh" observations are new arrays, as jumanji's
are, and the default; those "in place" are the environment's own, with `arrays="reused"`. "All
agents" is `MultiVectorEnv`, with actions and masks for the ghosts too.
jumanji runs in its `VmapAutoResetWrapper`, jitted, and
once more with its state donated, so that memory is reused. "From Python" calls each step from
Python, as a training loop does; "in a loop" compiles the loop over the steps too (`numba.njit`,
`jax.lax.scan`), and carries the observations along so that they are computed; with "threads apart"
each thread plays all steps of some games, and waits for no other one. In a turn all of them are
timed one after the other. Rates are medians over turns, and ratios are medians of the ratios within
a turn.

The games differ. The boards have the same size but not the same walls; jumanji's ghosts follow
plans, ours move at random here; its games end sooner, so it starts more of them (the mean lengths
are printed); its observation is a grid of walls with lists of positions, ours is seven planes, or
packed bits with numbers for the agents, which say the same; and it drops a game's last observation,
which ours returns when games restart in the same step. Rows that name ghosts have these: all choose
with more care than at random, which costs more, and `minimax_ghost` searches.

With `--cores 1` both sides have one core.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from statistics import median
from typing import Annotated, Any, NamedTuple

import numba
import numpy as np
import typer
from gymnasium.vector import AutoresetMode
from rich.console import Console
from rich.table import Table

from pacgrid import Layout
from pacgrid.envs import MultiVectorEnv, PacmanVectorEnv
from pacgrid.kernel.compiled_games import step, step_range
from pacgrid.kernel.steps import BLOCK

FORMS = {"box": "planes", "packed": "packed"}
"""The forms of observations, by `obs`."""
DOUBLED = (2, 5, 14, 20)
"""Rows of the arcade board that are doubled, to make it 28 x 31."""
OTHER_GHOSTS = ("arcade",)
PREPARED = 64
"""Batches of random actions, used in turn."""


class Racer(NamedTuple):
    """A way to play a batch of games."""

    name: str
    run: Callable[[int], None]
    """Plays a number of steps."""
    games: int
    fraction: float = 1.0
    """The fraction of the steps that it plays; a slow one plays fewer."""


def tall_arcade() -> Layout:
    rows = Layout.load("arcade").rows
    doubled = [row for number, row in enumerate(rows) for _ in range(1 + (number in DOUBLED))]
    return Layout.parse("\n".join(doubled))


class Form(NamedTuple):
    """A form of the environment."""

    arrays: str = "reused"
    obs: str = "box"
    mode: AutoresetMode = AutoresetMode.SAME_STEP
    everyone: bool = False
    """Whether the ghosts are controlled too."""
    ghosts: str = ""
    """The agents of the ghosts; random ones if none are named."""
    dtype: str = "uint8"

    def __str__(self) -> str:
        parts = ["all agents"] * self.everyone + [self.ghosts] * bool(self.ghosts)
        parts.append(FORMS[self.obs] + (", fresh" if self.arrays == "fresh" else ", in place"))
        parts += [self.dtype] * (self.dtype != "uint8")
        if self.mode == AutoresetMode.NEXT_STEP:
            parts.append("next-step")
        return ", ".join(parts)

    def envs(self, games: int) -> PacmanVectorEnv | MultiVectorEnv:
        kind = MultiVectorEnv if self.everyone else PacmanVectorEnv
        options: dict[str, Any] = {"obs": self.obs, "arrays": self.arrays}
        options |= {"autoreset_mode": self.mode, "dtype": self.dtype}
        if self.ghosts:
            options["ghosts"] = self.ghosts
        envs = kind(games, layout=tall_arcade(), **options)
        envs.reset(seed=0)
        return envs


PLANES = Form()


def prepared(games: int, agents: int = 0) -> np.ndarray:
    """Random actions, `[step, game]` or `[step, game, agent]`."""
    shape = (PREPARED, games, agents) if agents else (PREPARED, games)
    return np.random.default_rng(0).integers(0, 5, shape)


def from_python(games: int, threads: int, form: Form) -> Racer:
    envs = form.envs(games)
    actions = prepared(games, envs.batch.num_agents if form.everyone else 0)

    def run(steps: int) -> None:
        numba.set_num_threads(threads)
        for number in range(steps):
            seen = envs.step(actions[number % PREPARED])  # noqa: F841 - kept until the next

    fraction = 0.02 if form.ghosts in OTHER_GHOSTS else 1
    return Racer(f"{form}, {_counted(threads)}", run, games, fraction)


@numba.njit
def play(games, prepared, steps):  # type: ignore
    """Play steps of all games with prepared actions."""
    for number in range(steps):
        games.actions[:, 0] = prepared[number % len(prepared)]
        step(games)


@numba.njit(parallel=True)
def play_apart(games, prepared, steps):  # type: ignore
    """The same, each thread for games of its own."""
    count = len(games.actions)
    for block in numba.prange((count + BLOCK - 1) // BLOCK):
        first, last = block * BLOCK, min((block + 1) * BLOCK, count)
        for number in range(steps):
            games.actions[first:last, 0] = prepared[number % len(prepared), first:last]
            step_range(games, first, last)


def in_a_loop(games: int, threads: int, form: Form = PLANES, apart: bool = False) -> Racer:
    envs = form.envs(games)
    given = prepared(games)

    def run(steps: int) -> None:
        numba.set_num_threads(threads)
        (play_apart if apart else play)(envs.compiled_games(), given, steps)

    way = "in a loop, threads apart" if apart else "in a loop"
    return Racer(f"{way}: {form}, {_counted(threads)}", run, games)


def jumanji_racers(games: int) -> list[Racer]:
    """jumanji's PacMan from Python, from Python with its state donated, and in a loop."""
    import jax
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make("PacMan-v1"))
    keys = jax.random.split(jax.random.PRNGKey(0), games)
    given = jax.numpy.array(prepared(games))
    actions = [*given]
    current: list[Any] = list(jax.jit(env.reset)(keys))

    def from_python(step: Any, steps: int) -> None:
        for number in range(steps):
            current[:] = step(current[0], actions[number % PREPARED])
        jax.block_until_ready(current)

    def one_of_many(carried: Any, number: Any) -> tuple[Any, None]:
        return env.step(carried[0], given[number % PREPARED]), None

    @jax.jit
    def loop(carried: Any, numbers: Any) -> Any:
        return jax.lax.scan(one_of_many, carried, numbers)[0]

    def in_a_loop(steps: int) -> None:
        current[:] = loop(tuple(current), jax.numpy.arange(steps))
        jax.block_until_ready(current)

    ways = (
        partial(from_python, jax.jit(env.step)),
        partial(from_python, jax.jit(env.step, donate_argnums=0)),
        in_a_loop,
    )
    return [Racer("jumanji", way, games, fraction=0.1) for way in ways]


def rates(racers: list[Racer], rounds: int, turns: int) -> list[list[float]]:
    """`[turn][racer]`: rounds a second. Each plays about `rounds` rounds in a turn, or its fraction
    of them, and once more to warm up."""

    def rate(racer: Racer) -> float:
        steps = max(1, int(racer.fraction * rounds) // racer.games)
        start = time.perf_counter()
        racer.run(steps)
        return racer.games * steps / (time.perf_counter() - start)

    for racer in racers:
        rate(racer)
    return [[rate(racer) for racer in racers] for _ in range(turns)]


def race(games: int, rounds: int, turns: int, threads: int) -> Table:
    """The table that compares with jumanji."""
    forms = [
        Form(arrays, obs, mode, everyone)
        for everyone in (False, True)
        for obs in FORMS
        for arrays in ("fresh", "reused")
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
        if arrays == "fresh" or not everyone
    ]
    forms += [Form("fresh", obs=obs, ghosts="directional_ghost") for obs in FORMS]
    forms += [Form("fresh", ghosts=ghosts) for ghosts in OTHER_GHOSTS]
    forms += [Form(arrays, dtype="float32") for arrays in ("fresh", "reused")]
    ours = [
        *(from_python(games, threads, form) for form in forms),
        *(
            in_a_loop(games, threads, Form(obs=obs), apart)
            for apart in (False, True)
            for obs in FORMS
        ),
    ]
    theirs = jumanji_racers(games) if find_spec("jumanji") else []
    measured = rates([*ours, *theirs], rounds, turns)
    table = Table(title=f"{games:,} games at once: millions of rounds a second")
    table.add_column("")
    for column in ("pacgrid", "jumanji", "ratio", "donated", "ratio"):
        table.add_column(column, justify="right")
    plain, donated, looped = range(len(ours), len(ours) + 3)
    for column, racer in enumerate(ours):
        own = median(turn[column] for turn in measured)
        cells = [f"{own / 1e6:.2f}"]
        rivals = [looped] if racer.name.startswith("in a loop") else [plain, donated]
        for rival in rivals if theirs else []:
            cells.append(f"{median(turn[rival] for turn in measured) / 1e6:.3f}")
            cells.append(f"{median(turn[column] / turn[rival] for turn in measured):.0f}")
        table.add_row(racer.name, *cells)
    return table


def lengths(games: int, steps: int) -> str:
    """The mean length of random games on both sides, in rounds."""
    envs = PLANES.envs(games)
    rng = np.random.default_rng(1)
    ended = sum(int(_ended(envs.step(rng.integers(0, 5, games)))) for _ in range(steps))
    text = f"mean length of random games: pacgrid {games * steps / max(ended, 1):.0f} rounds"
    if not find_spec("jumanji"):
        return f'{text}; jumanji is not installed: pip install -e ".[benchmark]"'
    import jax
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make("PacMan-v1"))
    step = jax.jit(env.step)
    state, _ = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), games))
    ended = 0
    for _ in range(steps):
        state, timestep = step(state, rng.integers(0, 5, games))
        ended += int((timestep.discount == 0).sum())
    return f"{text}, jumanji {games * steps / max(ended, 1):.0f}"


def _ended(step: tuple[Any, ...]) -> int:
    return int((step[2] | step[3]).sum())


def use_cores(count: int) -> None:
    """Limits this process, and so both sides, to so many cores."""
    if not hasattr(os, "sched_setaffinity"):
        raise typer.BadParameter("only Linux can limit the cores of a process")
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:count])


def _counted(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def main(
    games: Annotated[int, typer.Option(help="Games at once, beside jumanji.")] = 1024,
    rounds: Annotated[int, typer.Option(help="Rounds that each plays in a turn.")] = 2_000_000,
    turns: Annotated[int, typer.Option(help="How often each is timed.")] = 7,
    cores: Annotated[int, typer.Option(min=1, help="Cores to use; all by default.")] = (
        numba.config.NUMBA_NUM_THREADS
    ),
) -> None:
    """Print the table."""
    cores = min(cores, numba.config.NUMBA_NUM_THREADS)
    if cores < numba.config.NUMBA_NUM_THREADS:
        use_cores(cores)
    console = Console(width=100)
    console.print(race(games, rounds, turns, cores))
    console.print(lengths(games, max(1, rounds // games // 10)), markup=False)


if __name__ == "__main__":
    typer.run(main)
