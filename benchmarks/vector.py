"""How fast thousands of games are played at once, beside jumanji's PacMan on the same machine.

    pip install -e ".[benchmark]" && python benchmarks/vector.py

A *round* is one move of Pac-Man and of all four ghosts in one game. Both sides play random actions
on a board of 28 x 31 with observations, masks of legal actions, and games that start anew when
they end; jumanji with its `VmapAutoResetWrapper`, jitted. "From Python" calls each step from
Python, as a training loop does; "in a loop" compiles the loop over the steps too (`numba.njit`,
`jax.lax.scan`). In a turn everything is timed one after the other. Rates are medians, and the
ratios medians of the ratios within a turn.

Nothing of a step's work is left out as unused: in jumanji's loop the observation is carried along.
"""

import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Annotated, Any, NamedTuple

import numba
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from pacgrid import Layout
from pacgrid.envs import PacmanVectorEnv
from pacgrid.kernel import compiled

Steps = Callable[[int], None]
"""Plays so many steps of the whole batch."""

DOUBLED = (2, 5, 14, 20)
"""Rows of the arcade board, which make it 28 x 31 when they stand twice."""
LINE = 64
LINES_A_ROUND = 18
"""About how many cache lines a round reads and writes: 1 for the game, 1 for its ghosts, 1 for the
pellets, 2 for Pac-Man and 2 for his own plane, 1 for food, 6 for the ghosts, 4 for actions, masks
and what is reported."""


class Racer(NamedTuple):
    name: str
    run: Steps
    games: int


def tall_arcade() -> Layout:
    rows = Layout.load("arcade").rows
    doubled = [row for number, row in enumerate(rows) for _ in range(1 + (number in DOUBLED))]
    return Layout.parse("\n".join(doubled))


def made(games: int, *, copy: bool, threads: int) -> tuple[PacmanVectorEnv, list[np.ndarray]]:
    envs = PacmanVectorEnv(games, layout=tall_arcade(), copy=copy)
    envs.reset(seed=0)
    rng = np.random.default_rng(0)
    numba.set_num_threads(threads)
    return envs, [rng.integers(0, 5, games) for _ in range(64)]


def from_python(games: int, *, copy: bool = False, threads: int) -> Racer:
    envs, actions = made(games, copy=copy, threads=threads)

    def run(steps: int) -> None:
        numba.set_num_threads(threads)
        for number in range(steps):
            envs.step(actions[number % 64])

    return Racer(f"from Python, {_counted(threads)}{', copied' if copy else ''}", run, games)


@numba.njit
def play(tables, arrays, report, settings, actions, steps, parts):  # type: ignore
    """Steps with random actions, by a linear congruential generator of 32 bits."""
    random = np.uint32(1)
    for _ in range(steps):
        for index in range(len(actions)):
            random = np.uint32(random * np.uint32(1664525) + np.uint32(1013904223))
            actions[index, 0] = (np.uint64(random) * np.uint64(5)) >> np.uint64(32)
        compiled.step_in_parallel(tables, arrays, report, settings, actions, parts)


def in_a_loop(games: int, *, threads: int) -> Racer:
    envs, _ = made(games, copy=False, threads=threads)
    batch, actions = envs.batch, np.zeros((games, 1), np.int64)

    def run(steps: int) -> None:
        numba.set_num_threads(threads)
        arguments = batch.tables, batch.arrays, batch.report, batch.settings, actions
        play(*arguments, steps, min(threads, games))

    return Racer(f"in a loop, {_counted(threads)}", run, games)


def jumanji_racers(games: int) -> list[Racer]:
    """jumanji's PacMan, from Python and in a loop."""
    import jax
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make("PacMan-v1"))
    step = jax.jit(env.step)
    keys = jax.random.split(jax.random.PRNGKey(0), games)
    current: list[Any] = list(jax.jit(env.reset)(keys))
    actions = [jax.random.randint(key, (games,), 0, 5) for key in keys[:64]]

    def from_python(steps: int) -> None:
        for number in range(steps):
            current[:] = step(current[0], actions[number % len(actions)])
        jax.block_until_ready(current)

    def one_of_many(carried: Any, key: Any) -> tuple[Any, None]:
        action = jax.random.randint(key, (games,), 0, 5)
        state, timestep = env.step(carried[0], action)
        return (state, timestep), None

    @jax.jit
    def loop(carried: Any, keys: Any) -> Any:
        return jax.lax.scan(one_of_many, carried, keys)[0]

    def in_a_loop(steps: int) -> None:
        keys = jax.random.split(jax.random.PRNGKey(steps), steps)
        current[:] = loop(tuple(current), keys)
        jax.block_until_ready(current)

    return [Racer("from Python", from_python, games), Racer("in a loop", in_a_loop, games)]


def rate(racer: Racer, steps: int) -> float:
    """Rounds a second."""
    start = time.perf_counter()
    racer.run(steps)
    return racer.games * steps / (time.perf_counter() - start)


def rates(racers: list[Racer], rounds: int, turns: int) -> list[list[float]]:
    """By turn and racer; each plays about `rounds` rounds of a game in a turn, after a warm-up."""
    steps = [max(1, rounds // racer.games) for racer in racers]
    pairs = list(zip(racers, steps, strict=True))
    for racer, count in pairs:
        racer.run(count)
    return [[rate(racer, count) for racer, count in pairs] for _ in range(turns)]


def race(games: int, rounds: int, turns: int) -> Table:
    """The table that has jumanji in it."""
    threads = numba.config.NUMBA_NUM_THREADS
    ours = [
        from_python(games, threads=threads),
        from_python(games, threads=1),
        from_python(games, copy=True, threads=threads),
        in_a_loop(games, threads=threads),
        in_a_loop(games, threads=1),
    ]
    theirs = jumanji_racers(games) if find_spec("jumanji") else []
    # Ours are faster by far: they play ten times the rounds, so as to be timed for long enough.
    fast = rates(ours, 10 * rounds, turns)
    slow = rates(theirs, rounds, turns) if theirs else [[]] * turns
    table = Table(
        title=f"{games:,} games at once, 28 x 31, four ghosts: millions of rounds a second"
    )
    table.add_column("")
    table.add_column("pacgrid", justify="right")
    table.add_column("jumanji", justify="right")
    table.add_column("ratio", justify="right")
    for column, racer in enumerate(ours):
        against = 1 if racer.name.startswith("in a loop") else 0
        own = median(turn[column] for turn in fast)
        other = ratio = "not installed"
        if theirs:
            other = f"{median(turn[against] for turn in slow) / 1e6:.3f}"
            pairs = zip(fast, slow, strict=True)
            ratio = f"{median(a[column] / b[against] for a, b in pairs):.0f}"
        table.add_row(racer.name, f"{own / 1e6:.2f}", other, ratio)
    return table


def sizes(batches: list[int], rounds: int, turns: int) -> Table:
    """The table over batch sizes."""
    threads = numba.config.NUMBA_NUM_THREADS
    memory = bandwidth()
    table = Table(title=f"Batches, in a loop; memory copies {memory / 1e9:.1f} GB a second")
    for column in ("games", "bytes a game", "1 thread", f"{threads} threads", "of memory"):
        table.add_column(column, justify="right")
    for games in batches:
        envs, _ = made(games, copy=False, threads=1)
        size = envs.batch.bytes_per_game
        del envs
        racers = [in_a_loop(games, threads=1), in_a_loop(games, threads=threads)]
        measured = rates(racers, 10 * rounds, turns)
        one, all_threads = (median(column) for column in zip(*measured, strict=True))
        share = max(one, all_threads) * LINES_A_ROUND * LINE / memory
        table.add_row(
            f"{games:,}",
            f"{size:,}",
            f"{one / 1e6:.2f}",
            f"{all_threads / 1e6:.2f}",
            f"{share:.0%}",
        )
    return table


def bandwidth(megabytes: int = 256) -> float:
    """Bytes a second that a copy in memory moves, of arrays too large for any cache."""
    source = np.ones(megabytes << 20, np.uint8)
    target = np.empty_like(source)
    np.copyto(target, source)
    best = 0.0
    for _ in range(5):
        start = time.perf_counter()
        np.copyto(target, source)
        best = max(best, source.nbytes / (time.perf_counter() - start))
    return best


def _counted(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def main(
    games: Annotated[int, typer.Option(help="Games at once, beside jumanji.")] = 1024,
    rounds: Annotated[int, typer.Option(help="Rounds in a turn of jumanji's.")] = 200_000,
    turns: Annotated[int, typer.Option(help="How often each is timed.")] = 7,
    largest: Annotated[int, typer.Option(help="The largest batch of the second table.")] = 65_536,
) -> None:
    """Print the tables."""
    console = Console(width=100)
    console.print(race(games, rounds, turns))
    if not find_spec("jumanji"):
        console.print('jumanji is not installed: pip install -e ".[benchmark]"')
    batches = [size for size in (1, 16, 256, 1024, 4096, 16_384, 65_536) if size <= largest]
    console.print(sizes(batches, rounds, turns))
    console.print(
        f'"of memory": the share of what a copy in memory moves, if each of the about '
        f"{LINES_A_ROUND} cache lines of a round came from there."
    )


if __name__ == "__main__":
    typer.run(main)
