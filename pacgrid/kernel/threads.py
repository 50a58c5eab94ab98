"""Chooses between one thread and several for the steps of a batch."""

import os
import time
from collections import deque
from collections.abc import Callable
from threading import Lock

import numba

GAMES_PER_THREAD = 128
"""For fewer games, waking a thread takes longer than playing them."""
FIRST_PAUSE, LONGEST_PAUSE = 16, 4096
"""Steps on one thread after several were slower."""
MAX_SLOW = 3
"""Slow steps in a row before a pause."""
MEASURE_EVERY = 256
"""Steps between two that measure one thread."""

_one_at_a_time = Lock()
"""Some of numba's thread pools abort the program when two threads use them at once."""
_forked = False
"""A forked process has no pool threads, and some pools abort it when they are used."""


def max_threads(games: int) -> int:
    """The most threads that a batch of `games` games can use."""
    return min(numba.get_num_threads(), games // GAMES_PER_THREAD)


class ThreadChooser:
    """Runs steps on all of numba's threads as long as that is faster than one thread.

    It is slower when other work keeps the cores busy: threads that wait for each other then wait
    for whole time slices, and a step can take a hundred times as long. After `MAX_SLOW` slow steps
    in a row one thread plays for a while, longer each time. The games don't depend on it.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._serial_seconds: deque[float] = deque(maxlen=3)
        """The last steps on one thread. The fastest counts: any may have been disturbed."""
        self._slow = 0
        self._pause = 3  # measure one thread first
        self._next_pause = FIRST_PAUSE
        self._steps = 0

    def run(self, games: int, serial: Callable[[], int], parallel: Callable[[int], int]) -> int:
        """Run one step, `serial()` or `parallel(threads)`, and return its result."""
        threads = max_threads(games)
        if threads < 2 or _forked:
            return serial()
        self._steps += 1
        start = self._clock()
        if self._pause or self._steps % MEASURE_EVERY == 0:
            result = serial()
            self._pause = max(self._pause - 1, 0)
            self._serial_seconds.append(self._clock() - start)
            return result
        with _one_at_a_time:
            result = parallel(threads)
        self._judge(self._clock() - start)
        return result

    def _judge(self, seconds: float) -> None:
        """Compare a parallel step that took `seconds` with the serial ones."""
        if seconds <= min(self._serial_seconds):
            self._slow = 0
            self._next_pause = max(self._next_pause - 1, FIRST_PAUSE)
            return
        self._slow += 1
        if self._slow == MAX_SLOW:
            self._slow = 0
            self._pause = self._next_pause
            self._next_pause = min(2 * self._next_pause, LONGEST_PAUSE)


def _mark_forked() -> None:
    global _forked  # noqa: PLW0603 - one flag for the process
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_mark_forked)
