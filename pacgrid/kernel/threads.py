"""The choice between one thread and several, step by step.

Several are slower when other work keeps the cores busy: threads that wait for each other then wait
for whole time slices, and a step can take a hundred times as long. After `MAX_SLOW` slow steps in a
row one thread plays for a while, longer each time.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock

import numba
import numpy as np

from pacgrid.kernel.jit import Number, compile_for, compiled
from pacgrid.kernel.tables import StructuredArray

FIRST_PAUSE, LONGEST_PAUSE = 16, 4096
"""Steps on one thread after several were slower."""
MAX_SLOW = 3
"""Slow steps in a row before a pause."""
MEASURE_EVERY = 256
"""Steps between two that measure one thread."""
REMEMBERED = 3
"""Steps on one thread whose times are remembered. The fastest counts: any may have been
disturbed."""

CHOICE = np.dtype(
    [
        ("steps", np.int64),
        ("pause", np.int64),  # steps that one thread still plays
        ("next_pause", np.int64),
        ("slow", np.int64),  # slow steps in a row
        ("measured", np.int64),  # steps on one thread
        ("serial_times", np.float64, REMEMBERED),
    ],
    align=True,
)
"""What is known of the steps so far."""


def new_choice() -> StructuredArray:
    """`[1]`, of `CHOICE`: the choice before the first step."""
    choice = np.zeros(1, CHOICE)
    choice["pause"] = REMEMBERED  # measure one thread first
    choice["next_pause"] = FIRST_PAUSE
    choice["serial_times"] = np.inf
    return choice


@compiled
def takes_several(choices: StructuredArray) -> Number:
    """Whether the next step should take several threads."""
    choice = choices[0]
    choice.steps += 1
    return choice.pause == 0 and choice.steps % MEASURE_EVERY != 0


@compiled
def judge(choices: StructuredArray, several: Number, time: float) -> None:
    """Take note of the time that a step on one thread, or on several, has taken."""
    choice = choices[0]
    times = choice.serial_times
    if not several:
        choice.pause = max(choice.pause - 1, 0)
        times[choice.measured % REMEMBERED] = time
        choice.measured += 1
    elif time <= min(times[0], times[1], times[2]):
        choice.slow = 0
        choice.next_pause = max(choice.next_pause - 1, FIRST_PAUSE)
    else:
        choice.slow += 1
        if choice.slow == MAX_SLOW:
            choice.slow = 0
            choice.pause = choice.next_pause
            choice.next_pause = min(2 * choice.next_pause, LONGEST_PAUSE)


GAMES_PER_THREAD = 128
"""For fewer games, waking a thread takes longer than playing them."""

_one_at_a_time = Lock()
"""Some of numba's thread pools abort the program when two threads use them at once."""
_forked = False
"""A forked process has no pool threads, and some pools abort it when they are used."""


def max_threads(games: int) -> int:
    """The most threads that a batch of `games` games can use: 1 in a forked process."""
    return 1 if _forked else min(numba.get_num_threads(), games // GAMES_PER_THREAD)


class ThreadChooser:
    """Runs steps on all of numba's threads as long as that is faster than one thread, as
    `pacgrid.kernel.threads` says. The games don't depend on it."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.choice = new_choice()

    def compile(self) -> None:
        """Compile what isn't compiled yet."""
        several = False
        compile_for(takes_several, self.choice)
        compile_for(judge, self.choice, several, 0.0)

    def run(self, games: int, serial: Callable[[], int], parallel: Callable[[int], int]) -> int:
        """Run one step, `serial()` or `parallel(threads)`, and return its result."""
        threads = max_threads(games)
        if threads < 2:
            return serial()
        several = takes_several(self.choice)
        start = self._clock()
        if several:
            with _one_at_a_time:
                result = parallel(threads)
        else:
            result = serial()
        judge(self.choice, several, self._clock() - start)
        return result


def in_threads(run: Callable[[int], object], threads: int) -> None:
    """Call `run` with 0, 1, … `threads` - 1, in as many of Python's threads. It should be compiled,
    and release the GIL."""
    if threads == 1:
        run(0)
    else:
        for _ in _pool().map(run, range(threads)):
            pass


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


def _mark_forked() -> None:
    global _forked  # noqa: PLW0603 - one flag for the process
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_mark_forked)
