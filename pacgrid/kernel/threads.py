"""Chooses between one thread and several for the steps of a batch."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock

import numba

from pacgrid.kernel.compiling import compile_for
from pacgrid.kernel.thread_choice import judge, new_choice, takes_several

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
    `pacgrid.kernel.thread_choice` says. The games don't depend on it."""

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
