"""How many threads play a batch."""

import time
from collections.abc import Callable

import numba

GAMES_PER_THREAD = 128
"""Fewer than these are played faster than a thread is woken."""
FIRST_REST, LONGEST_REST = 16, 4096
"""Steps."""
STRIKES = 3


class Threads:
    """All the threads that numba has, as long as they are quicker than one.

    They aren't where a learner or somebody else is busy on the same cores: threads that wait for
    each other then wait for whole time slices, and a step takes a hundred times as long. So one
    thread plays after threads have been slower a few times in a row; they rest for some steps, and
    longer each time. What is played does not depend on it.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._alone = 0.0  # what a step took in one thread
        self._strikes = 0
        self._rest = 2  # at first one thread plays, to be compared with
        self._next_rest = FIRST_REST

    def run(self, games: int, alone: Callable[[], int], together: Callable[[int], int]) -> int:
        """Do one step, `alone()` or `together(threads)`; what it returns."""
        threads = min(numba.get_num_threads(), games // GAMES_PER_THREAD)
        if threads < 2:
            return alone()
        start = self._clock()
        if self._rest:
            result = alone()
            self._rest -= 1
            self._alone = self._clock() - start
            return result
        result = together(threads)
        if self._clock() - start <= self._alone:
            self._strikes = 0
            self._next_rest = max(self._next_rest - 1, FIRST_REST)
        else:
            self._strikes += 1
            if self._strikes == STRIKES:
                self._strikes = 0
                self._rest = self._next_rest
                self._next_rest = min(2 * self._next_rest, LONGEST_REST)
        return result
