"""The speed of the vector environment, beside jumanji's PacMan and PufferLib's in C.

    pip install -e ".[benchmark]"
    python benchmarks/vector.py --pufferlib FOLDER > benchmarks/results/vector.md

A *round* is one move of Pac-Man and of all four ghosts in one game. Everybody plays random actions
on a board of 28 x 31, 1,024 games at once, and is called from Python for each round, as a training
loop does. All are timed in turns, one after the other: times are medians over turns with the lowest
and the highest, ratios are medians of the ratios within a turn. First all is pinned to one core,
and processor time is taken, which other programs disturb less; then, in a new process, all cores
may be used, and it is the time that passes.

The games differ. The boards have the same size but not the same walls. Ours restart in the step
after the one in which they end, which is Gymnasium's default, the others in the same. jumanji's
ghosts follow plans of their own; it runs in its `VmapAutoResetWrapper`, jitted, and shows a grid of
walls and lists of positions. PufferLib's has the arcade's ghosts, starts in a random place, and
writes 291 float32 numbers in place; where Pac-Man can't turn, he goes on. It is compiled here from
FOLDER, which is `pufferlib/ocean/pacman` of its source distribution, without what draws it, by `gcc
-O3 -march=native`. Ours shows seven planes, in float32 24 kB; or packed bits, which say the same;
or 2,624 float32 numbers, which say it too.
"""

import ctypes
import os
import platform
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from typing import Annotated, Any, NamedTuple

import numba
import numpy as np
import typer
from numpy.typing import NDArray

from pacgrid import Layout
from pacgrid.envs import MultiVectorEnv, PacmanVectorEnv
from pacgrid.kernel.compiled_games import step

DOUBLED = (2, 5, 14, 20)
"""Rows of the arcade board that are doubled, to make it 28 x 31."""
GHOSTS = ("random_ghost", "directional_ghost", "arcade")
FORMS: dict[str, dict[str, Any]] = {
    "planes, the default": {},
    "planes, float32": {"dtype": "float32"},
    "planes, float32, reused": {"dtype": "float32", "arrays": "reused"},
    "packed": {"obs": "packed"},
    "packed, float32": {"obs": "packed", "dtype": "float32"},
}
JUMANJI, IN_C = "jumanji", "PufferLib, in C"
PREPARED = 64
"""Batches of random actions, used in turn."""
AT_ONCE = 8
"""Steps between two looks at the clock."""


class Racer(NamedTuple):
    """A way to play a batch of games."""

    name: str
    run: Callable[[int], None]
    """Plays a number of steps."""


def tall_arcade() -> Layout:
    rows = Layout.load("arcade").rows
    doubled = [row for number, row in enumerate(rows) for _ in range(1 + (number in DOUBLED))]
    return Layout.parse("\n".join(doubled))


def prepared(shape: tuple[int, ...], most: int = 5) -> NDArray[np.int64]:
    """Random actions, `[step, *shape]`."""
    return np.random.default_rng(0).integers(0, most, (PREPARED, *shape))


def from_python(name: str, envs: PacmanVectorEnv | MultiVectorEnv) -> Racer:
    envs.reset(seed=0)
    actions = prepared(envs.action_space.shape or ())

    def run(steps: int) -> None:
        for number in range(steps):
            seen = envs.step(actions[number % PREPARED])  # noqa: F841 - kept until the next

    return Racer(name, run)


@numba.njit
def play(games, prepared, steps):  # type: ignore
    """Play steps of all games with prepared actions."""
    for number in range(steps):
        games.actions[:, 0] = prepared[number % len(prepared)]
        step(games)


def in_a_loop(games: int, options: dict[str, Any]) -> Racer:
    envs = PacmanVectorEnv(games, **options)
    envs.reset(seed=0)
    given, actions = envs.compiled_games(), prepared((games,))
    name = "random_ghost: packed, in a compiled loop"
    return Racer(name, lambda steps: play(given, actions, steps))


def our_racers(games: int) -> list[Racer]:
    options: dict[str, Any] = {"layout": tall_arcade()}
    racers = [
        from_python(f"{ghosts}: {name}", PacmanVectorEnv(games, ghosts=ghosts, **form, **options))
        for ghosts in GHOSTS
        for name, form in FORMS.items()
    ]
    everyone = MultiVectorEnv(games, **options)
    racers.append(from_python("all agents are controlled: planes, the default", everyone))
    return [*racers, in_a_loop(games, {**options, "obs": "packed"})]


def jumanji_racer(games: int) -> Racer:
    import jax
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make("PacMan-v1"))
    current = [*jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), games))]
    play_step = jax.jit(env.step, donate_argnums=0)  # so that memory is used again
    actions = [*jax.numpy.array(prepared((games,)))]

    def run(steps: int) -> None:
        for number in range(steps):
            current[:] = play_step(current[0], actions[number % PREPARED])
        jax.block_until_ready(current)

    return Racer(JUMANJI, run)


DRIVER = """
#include "pacman.h"
static PacmanEnv *games;
static int count;
void make(int number, float *observations) {
    count = number;
    games = calloc(count, sizeof(PacmanEnv));
    for (int i = 0; i < count; i++) {
        PacmanEnv *env = games + i;
        env->randomize_starting_position = true;
        env->max_start_timeout = 49;
        env->frightened_time = 35;
        env->max_mode_changes = 6;
        env->scatter_mode_length = 70;
        env->chase_mode_length = 140;
        allocate(env);
        env->observations = observations + i * OBSERVATIONS_COUNT;
        c_reset(env);
    }
}
void play(const int *actions) {
    for (int i = 0; i < count; i++) {
        games[i].actions[0] = actions[i];
        c_step(games + i);
    }
}
int numbers(void) { return OBSERVATIONS_COUNT; }
"""
"""With the options of PufferLib's `pacman.py` and `pacman.ini`."""


def c_racer(games: int, sources: Path) -> Racer:
    folder = Path(mkdtemp())
    rules, _, _ = (sources / "pacman.h").read_text("utf-8").partition("typedef struct Direction")
    (folder / "pacman.h").write_text(rules)
    (folder / "helpers.h").write_text((sources / "helpers.h").read_text("utf-8"))
    (folder / "raylib.h").write_text("")
    (folder / "driver.c").write_text(DRIVER)
    command = "gcc -O3 -march=native -shared -fPIC driver.c -o games.so -lm"
    subprocess.run(command.split(), cwd=folder, check=True)
    library = ctypes.CDLL(str(folder / "games.so"))
    seen = np.zeros((games, library.numbers()), np.float32)
    library.make(games, seen.ctypes.data_as(ctypes.c_void_p))
    actions = prepared((games,), 4).astype(np.int32)
    pointers = [row.ctypes.data_as(ctypes.c_void_p) for row in actions]

    def run(steps: int, _kept: object = seen) -> None:
        for number in range(steps):
            library.play(pointers[number % PREPARED])

    return Racer(IN_C, run)


def times(
    racers: list[Racer], games: int, seconds: float, turns: int, clock: Callable[[], float]
) -> dict[str, list[float]]:
    """By racer, in each turn: nanoseconds a round."""

    def timed(racer: Racer) -> float:
        steps, start = 0, clock()
        while (taken := clock() - start) < seconds or not steps:
            racer.run(AT_ONCE)
            steps += AT_ONCE
        return 1e9 * taken / steps / games

    for racer in racers:
        timed(racer)
    rows = [[timed(racer) for racer in racers] for _ in range(turns)]
    return {racer.name: [row[at] for row in rows] for at, racer in enumerate(racers)}


def cells(name: str, measured: dict[str, list[float]]) -> list[str]:
    """A racer's time, and how many times as fast it is as the others."""
    own = measured[name]
    shown = [f"{median(own):,.0f} ({min(own):,.0f} to {max(own):,.0f})"]
    for rival in (JUMANJI, IN_C):
        both = zip(measured.get(rival, []), own, strict=False)
        ratios = [theirs / ours for theirs, ours in both]
        shown.append(f"{median(ratios):.1f}" if ratios and rival != name else "")
    return shown


def cpu() -> str:
    """The processor's name."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def in_a_process(cores: set[int], *arguments: Any) -> dict[str, list[float]]:
    """The times in a new process, whose pools of threads are made for these cores."""
    with ProcessPoolExecutor(1, get_context("spawn"), pin, [cores]) as pool:
        return pool.submit(race, *arguments).result()


def pin(cores: set[int]) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def race(
    threads: int,
    clock: Callable[[], float],
    games: int,
    seconds: float,
    turns: int,
    pufferlib: Path | None,
) -> dict[str, list[float]]:
    """The times of all that are there."""
    numba.set_num_threads(threads)
    racers = our_racers(games)
    if find_spec("jumanji"):
        racers.append(jumanji_racer(games))
    if pufferlib:
        racers.append(c_racer(games, pufferlib))
    return times(racers, games, seconds, turns, clock)


def main(
    games: Annotated[int, typer.Option(help="Games at once.")] = 1024,
    seconds: Annotated[float, typer.Option(help="How long each is timed in a turn.")] = 0.1,
    turns: Annotated[int, typer.Option(help="How often each is timed.")] = 9,
    pufferlib: Annotated[Path | None, typer.Option(help="Where its pacman.h is.")] = None,
) -> None:
    """Print the table."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}
    threads = min(len(cores), numba.config.NUMBA_NUM_THREADS)
    ways = ({min(cores)}, 1, time.process_time), (cores, threads, time.perf_counter)
    found = [in_a_process(*way, games, seconds, turns, pufferlib) for way in ways]
    print(
        f"Nanoseconds a round, {games:,} games at once, on {cpu()}: {turns} turns of {seconds} s.\n"
    )
    rivals = "times jumanji | times C |"
    print(f"| | one core | {rivals} {threads} threads | {rivals}")
    print("|---" * 7 + "|")
    for name in found[0]:
        print(f"| {' | '.join([name, *cells(name, found[0]), *cells(name, found[1])])} |")


if __name__ == "__main__":
    typer.run(main)
