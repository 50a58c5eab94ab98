"""The speed of the vector environment, compared with jumanji's PacMan on the same machine.

    pip install -e ".[benchmark]" && python benchmarks/vector.py

A *round* is one move of Pac-Man and of all four ghosts in one game. Both sides play the same random
actions on a board of 28 x 31, with observations and masks of legal actions. Games restart in the
step in which they end; in the "next-step" rows in the step after, which is Gymnasium's default
(there about one step in 140 only starts a game). "Fresh" observations are new arrays, as jumanji's
are and as `copy=True`, the default, gives; those "read-only" are new, too, with `writeable=False`;
those "in place" are the environment's own, with `copy=False`. "All agents" is `MultiVectorEnv`,
with actions and masks for the ghosts too. jumanji runs in its `VmapAutoResetWrapper`, jitted, and
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

The second table compares what fresh observations write with filling and copying arrays of the same
size from the same pool, on one thread. "Drawn" is the drawing of all games alone.

The tables after it say what planes cost by how they are drawn, and what is done now and then.
`--busy 8` measures compiled loops beside busy processes instead.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import product
from multiprocessing import Process
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
from pacgrid.kernel import steps as kernel
from pacgrid.kernel.array_pool import ArrayPool
from pacgrid.kernel.compiled_games import step, step_range
from pacgrid.kernel.steps import BLOCK

FORMS = {"box": "planes", "packed": "packed"}
"""The forms of observations, by `obs`."""
DOUBLED = (2, 5, 14, 20)
"""Rows of the arcade board that are doubled, to make it 28 x 31."""
OTHER_GHOSTS = ("arcade", "learned_ghost", "minimax_ghost")
PREPARED = 64
"""Batches of random actions, used in turn."""
LARGE = 16_384
"""A batch of this size is larger than the caches of most machines."""
LINE = 64
LINES_A_ROUND = 18
"""About how many cache lines a round touches: 1 for the game, 1 for its ghosts, 1 for the pellets,
2 for Pac-Man and 2 for his own plane, 1 for food, 6 for the ghosts, 4 for actions
and results."""


class Racer(NamedTuple):
    """A way to play a batch of games."""

    name: str
    run: Callable[[int], None]
    """Plays a number of steps."""
    games: int
    share: float = 1.0
    """The share of the steps that it plays; a slow one plays fewer."""


def tall_arcade() -> Layout:
    rows = Layout.load("arcade").rows
    doubled = [row for number, row in enumerate(rows) for _ in range(1 + (number in DOUBLED))]
    return Layout.parse("\n".join(doubled))


class Form(NamedTuple):
    """A form of the environment."""

    copy: bool = False
    obs: str = "box"
    mode: AutoresetMode = AutoresetMode.SAME_STEP
    everyone: bool = False
    """Whether the ghosts are controlled too."""
    ghosts: str = ""
    """Which agents the ghosts are; random ones if none are named."""
    dtype: str = "uint8"
    writeable: bool = True

    def __str__(self) -> str:
        parts = ["all agents"] * self.everyone + [self.ghosts] * bool(self.ghosts)
        parts.append(FORMS[self.obs] + (", fresh" if self.copy else ", in place"))
        parts += [self.dtype] * (self.dtype != "uint8")
        parts += ["read-only"] * (not self.writeable)
        if self.mode == AutoresetMode.NEXT_STEP:
            parts.append("next-step")
        return ", ".join(parts)

    def envs(self, games: int) -> PacmanVectorEnv | MultiVectorEnv:
        kind = MultiVectorEnv if self.everyone else PacmanVectorEnv
        options: dict[str, Any] = {"obs": self.obs, "copy": self.copy}
        options |= {"autoreset_mode": self.mode, "dtype": self.dtype, "writeable": self.writeable}
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

    share = 0.02 if form.ghosts in OTHER_GHOSTS else 1
    return Racer(f"{form}, {_counted(threads)}", run, games, share)


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


@numba.njit
def play_always(arguments, prepared, steps, parts):  # type: ignore
    """The same on several threads, even if that is slower."""
    for number in range(steps):
        arguments[-1][:, 0] = prepared[number % len(prepared)]
        kernel.step_in_parallel(arguments, parts)


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
    return [Racer("jumanji", way, games, share=0.1) for way in ways]


def rates(
    racers: list[Racer],
    rounds: int,
    turns: int,
    clock: Callable[[], float] = time.perf_counter,
) -> list[list[float]]:
    """`[turn][racer]`: rounds a second. Each plays about `rounds` rounds in a turn, or its share of
    them, and once more to warm up."""

    def rate(racer: Racer) -> float:
        steps = max(1, int(racer.share * rounds) // racer.games)
        start = clock()
        racer.run(steps)
        return racer.games * steps / (clock() - start)

    for racer in racers:
        rate(racer)
    return [[rate(racer) for racer in racers] for _ in range(turns)]


def race(games: int, rounds: int, turns: int, threads: int) -> Table:
    """The table that compares with jumanji."""
    forms = [
        Form(copy, obs, mode, everyone)
        for everyone in (False, True)
        for obs in FORMS
        for copy in (True, False)
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
        if copy or not everyone
    ]
    forms += [Form(copy=True, obs=obs, ghosts="directional_ghost") for obs in FORMS]
    forms += [Form(copy=True, ghosts=ghosts) for ghosts in OTHER_GHOSTS]
    forms += [Form(copy=True, writeable=False)]
    forms += [Form(copy=True, dtype="float32", writeable=writeable) for writeable in (True, False)]
    forms += [Form(dtype="float32")]
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


def sizes(batches: list[int], rounds: int, turns: int, threads: int) -> Table:
    """The table of batch sizes."""
    memory = bandwidth(threads)
    table = Table(title=f"In a loop, by batch; memory moves {memory / 1e9:.1f} GB a second")
    counts = sorted({1, threads})
    for column in ("games", "bytes a game", *map(_counted, counts), "of memory"):
        table.add_column(column, justify="right")
    for games in batches:
        racers = [in_a_loop(games, count) for count in counts]
        speeds = [median(each) for each in zip(*rates(racers, rounds, turns), strict=True)]
        moved = 2 * LINE * LINES_A_ROUND * max(speeds)  # a line is read and written
        table.add_row(
            f"{games:,}",
            f"{PLANES.envs(games).batch.bytes_per_game:,}",
            *(f"{speed / 1e6:.2f}" for speed in speeds),
            f"{moved / memory:.0%}" if games >= LARGE else "in caches",
        )
    return table


def writing(games: int, rounds: int, turns: int) -> Table:
    """The table that compares fresh observations with filling and copying arrays."""
    table = Table(title=f"{games:,} games at once on one thread: GB of observations a second")
    for column in ("", "bytes a game", "stepped", "drawn", "copied", "filled", "drawn / filled"):
        table.add_column(column, justify="right" if column else "left")
    for everyone, obs in product((False, True), FORMS):
        form = Form(copy=True, obs=obs, everyone=everyone)
        size = form.envs(1).batch.planes.nbytes
        measured = rates(_writers(games, form), rounds, turns)
        columns = [f"{median(each) * size / 1e9:.1f}" for each in zip(*measured, strict=True)]
        share = median(drawn / filled for _, drawn, _, filled in measured)
        table.add_row(str(form), f"{size:,}", *columns, f"{share:.0%}")
    return table


def drawing(games: int, rounds: int, turns: int) -> Table:
    """The table of what planes of either dtype cost, by how they are drawn."""
    table = Table(title=f"{games:,} games at once on one thread: nanoseconds a round")
    for column in ("planes", "fresh", "read-only", "in place", "filling arrays"):
        table.add_column(column, justify="left" if column == "planes" else "right")
    ways: list[dict[str, Any]] = [{"copy": True}, {"copy": True, "writeable": False}, {}]
    for dtype in ("uint8", "float32"):
        forms = [Form(dtype=dtype, **way) for way in ways]
        racers = [from_python(games, 1, form) for form in forms]
        racers.append(_writers(games, forms[0])[-1])
        # The processor's time: on one thread it is the same, and other work disturbs it less.
        speeds = zip(*rates(racers, rounds, turns, time.process_time), strict=True)
        table.add_row(dtype, *(f"{1e9 / median(speed):.0f}" for speed in speeds))
    return table


def busy_cores(games: int, rounds: int, turns: int, threads: int, processes: int) -> Table:
    """The table of compiled loops beside so many processes that are always busy."""
    form = Form(obs="packed")
    envs = form.envs(games)
    given = prepared(games)

    def always(steps: int) -> None:
        play_always(envs.batch.arguments(envs.batch.arrays), given, steps, threads)

    racers = [
        in_a_loop(games, 1, form),
        in_a_loop(games, threads, form),
        Racer(f"in a loop, always {_counted(threads)}", always, games, share=0.1),
        in_a_loop(games, threads, form, apart=True),
    ]
    for racer in racers:
        racer.run(1)  # compiles it
    others = [Process(target=_spin, args=(os.getpid(),)) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        measured = rates(racers, rounds, turns)
    finally:
        for other in others:
            other.kill()
    table = Table(title=f"Beside {processes} busy processes: nanoseconds a round")
    table.add_column("")
    table.add_column("nanoseconds", justify="right")
    for racer, speeds in zip(racers, zip(*measured, strict=True), strict=True):
        table.add_row(racer.name, f"{1e9 / median(speeds):,.0f}")
    return table


def _spin(parent: int) -> None:
    """Be busy as long as the parent process lives."""
    while os.getppid() == parent:
        pass


def handling(games: int) -> Table:
    """The table of what is done now and then with whole batches."""
    table = Table(title="Now and then: microseconds a game, on one thread")
    for column in ("", "games", "microseconds"):
        table.add_column(column, justify="right" if column else "left")
    for obs, size in product(("box", "packed"), (games, 32 * games)):
        form = Form(obs=obs)
        table.add_row(f"make, {FORMS[obs]}", f"{size:,}", _each(lambda: form.envs(size), size))  # noqa: B023
    envs = form.envs(games)
    states = envs.get_state()
    table.add_row("get_state", f"{games:,}", _each(envs.get_state, games))
    table.add_row("set_state", f"{games:,}", _each(lambda: envs.set_state(states), games))
    one = envs.get_state(0)
    table.add_row("set_state of one game", "1", _each(lambda: envs.set_state(one, 0), 1))
    return table


def _each(call: Callable[[], object], games: int) -> str:
    """The fastest of a few calls, in microseconds for each game."""
    numba.set_num_threads(1)
    seconds = []
    for _ in range(4):
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return f"{min(seconds) / games * 1e6:.2f}"


def _writers(games: int, form: Form) -> list[Racer]:
    """Write observations by steps, by drawing alone, by copying and by filling."""
    batch = form.envs(games).batch
    nobody = np.zeros(games, np.bool_)
    source = np.ones(batch.arrays.planes.shape, batch.arrays.planes.dtype)
    pool = ArrayPool(source.shape, source.dtype)

    def repeated(write: Callable[[np.ndarray], object]) -> Callable[[int], None]:
        def run(steps: int) -> None:
            array = source
            for _ in range(steps):
                fresh = pool.take()
                write(fresh)
                array = fresh  # noqa: F841 - kept until the next

        return run

    def draw(array: np.ndarray) -> None:
        arrays = batch.arrays._replace(planes=array)
        kernel.restart(batch.tables, arrays, batch.settings, nobody, kernel.DRAW_ALL)

    writes = draw, lambda array: np.copyto(array, source), lambda array: array.fill(1)
    return [from_python(games, 1, form), *(Racer("", repeated(write), games) for write in writes)]


@numba.njit(parallel=True)
def _copy(source, target, parts):  # type: ignore
    size = len(source) // parts
    for part in numba.prange(parts):
        target[part * size : (part + 1) * size] = source[part * size : (part + 1) * size]


def bandwidth(threads: int, megabytes: int = 256) -> float:
    """Bytes a second that are read and written by copying arrays larger than any cache."""
    source = np.ones(megabytes << 17, np.float64)
    target = np.empty_like(source)
    best = 0.0
    for _ in range(5):
        start = time.perf_counter()
        _copy(source, target, threads)
        best = max(best, 2 * source.nbytes / (time.perf_counter() - start))
    return best


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
    largest: Annotated[int, typer.Option(help="The largest batch of the last table.")] = 65_536,
    cores: Annotated[int, typer.Option(min=1, help="Cores to use; all by default.")] = (
        numba.config.NUMBA_NUM_THREADS
    ),
    busy: Annotated[
        int, typer.Option(help="Only measure compiled loops, beside so many busy processes.")
    ] = 0,
) -> None:
    """Print the tables."""
    cores = min(cores, numba.config.NUMBA_NUM_THREADS)
    if cores < numba.config.NUMBA_NUM_THREADS:
        use_cores(cores)
    console = Console(width=100)
    if busy:
        console.print(busy_cores(games, rounds // 10, turns, cores, busy))
        return
    console.print(race(games, rounds, turns, cores))
    console.print(writing(games, rounds // 10, turns))
    console.print(drawing(games, rounds // 10, turns))
    console.print(handling(games))
    console.print(lengths(games, max(1, rounds // games // 10)), markup=False)
    batches = [size for size in (1, 16, 256, 1024, 4096, LARGE, 65_536) if size <= largest]
    console.print(sizes(batches, rounds, turns, cores))
    console.print(
        f'"of memory": the share of that, if each of the about {LINES_A_ROUND} cache lines of a '
        f"round is read from memory and written back."
    )


if __name__ == "__main__":
    typer.run(main)
