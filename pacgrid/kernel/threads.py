"""How many threads play a batch."""

import os
import time
from collections import deque
from collections.abc import Callable
from threading import Lock

import numba

GAMES_PER_THREAD = 128
"""Fewer than these are played faster than a thread is woken."""
FIRST_REST, LONGEST_REST = 16, 4096
"""Steps."""
STRIKES = 3
TRIAL = 256
"""Every so many steps one is played alone, to know what that takes now."""

_one_at_a_time = Lock()
"""Some of numba's thread pools end the program when two threads use them at once."""
_forked = False
"""Threads don't come along when a process forks, and some pools end a program that misses them."""


class ThreadChooser:
    """All the threads that numba has, as long as they are quicker than one.

    They aren't where a learner or somebody else is busy on the same cores: threads that wait for
    each other then wait for whole time slices, and a step takes a hundred times as long. So one
    thread plays after threads have been slower a few times in a row; they rest for some steps, and
    longer each time. What is played does not depend on it.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._alone: deque[float] = deque(maxlen=3)
        """What steps took in one thread; the quickest counts, since any may be disturbed."""
        self._strikes = 0
        self._rest = 3  # at first one thread plays, to be compared with
        self._next_rest = FIRST_REST
        self._steps = 0

    def run(self, games: int, alone: Callable[[], int], together: Callable[[int], int]) -> int:
        """Do one step, `alone()` or `together(threads)`; what it returns."""
        threads = min(numba.get_num_threads(), games // GAMES_PER_THREAD)
        if threads < 2 or _forked:
            return alone()
        self._steps += 1
        start = self._clock()
        if self._rest or self._steps % TRIAL == 0:
            result = alone()
            self._rest = max(self._rest - 1, 0)
            self._alone.append(self._clock() - start)
            return result
        with _one_at_a_time:
            result = together(threads)
        self._judge(self._clock() - start)
        return result

    def _judge(self, seconds: float) -> None:
        """Threads have taken so long for a step."""
        if seconds <= min(self._alone):
            self._strikes = 0
            self._next_rest = max(self._next_rest - 1, FIRST_REST)
            return
        self._strikes += 1
        if self._strikes == STRIKES:
            self._strikes = 0
            self._rest = self._next_rest
            self._next_rest = min(2 * self._next_rest, LONGEST_REST)


def _remember_the_fork() -> None:
    global _forked  # noqa: PLW0603 - it is about the process
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_remember_the_fork)
