"""Value iteration by rounds left, on all cores."""

import math
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from queue import Empty, SimpleQueue

import numba
import numpy as np

from pacgrid.kernel.jit import notice
from pacgrid.solutions import sweeps
from pacgrid.solutions.objective import SolutionError
from pacgrid.solutions.solution import read_arrays, write_arrays
from pacgrid.solutions.transitions import Transitions

Progress = Callable[[int, float], None]
"""Called after a round with the rounds done and the largest change of a value."""

Sweep = Callable[[int, int, int], None]
"""Backs up the blocks from the first to the last, not included, in the thread with that number."""

BYTES_PER_THREAD = 1 << 27
"""The address space that each thread takes."""
CHUNK = 100_000
"""About how many positions a thread takes at once; it can only be stopped between chunks."""
RECENT_ROUNDS = 16
"""How many rounds the speed of convergence is measured over."""


class ValueIteration:
    """The values of all positions with 0, 1, 2, … rounds left.

    With Pac-Man to move and `t` rounds left, a position is worth the best of his moves, after which
    the ghosts move and `t - 1` rounds are left. With none left, nothing more happens.

    Args:
        tolerance: values count as converged when they change by less in all the rounds to come,
            judging by how fast the changes shrink; and a value as changed if it changes by more.
        track: whether to remember when each value changed last.
    """

    def __init__(self, model: Transitions, tolerance: float, *, track: bool) -> None:
        self.model = model
        self.tolerance = tolerance
        self.rounds = 0
        self.has_converged = False
        positions = int(model.offsets[-1])
        self.values = np.zeros(positions)
        self.last_changes = np.zeros(positions if track else 0, np.uint16)
        """By position: after how many rounds its value changed last, or nothing."""
        self._recent: deque[float] = deque(maxlen=RECENT_ROUNDS)
        self._chunks = _chunks(model)
        self._stopped = False

    def is_done(self, rounds: int) -> bool:
        """Whether so many rounds are done, or the values have converged."""
        return self.rounds >= rounds or self.has_converged

    def run(
        self, rounds: int, progress: Progress | None = None, *, seconds: float = math.inf
    ) -> None:
        """Go on until `is_done`, or until the end of a round after so many seconds.

        Whatever interrupts it, even Ctrl-C, leaves the values of the last full round. Raises
        MemoryError.
        """
        self._stopped = False
        threads = max(1, min(numba.get_num_threads(), len(self._chunks)))
        play_ghosts, play_pacman = self._sweeps(threads)
        with notice("the solver"):  # these calls compile it, and do nothing else
            play_ghosts(0, 0, 0)
            play_pacman(0, 0, 0)
        np.empty((threads + 1) * BYTES_PER_THREAD, np.uint8)  # without memory, threads would hang
        end = time.monotonic() + seconds
        done: SimpleQueue[tuple[int, float]] = SimpleQueue()
        # Ctrl-C is raised in the main thread, so the rounds are played in others.
        with ThreadPoolExecutor(threads + 1) as pool:

            def play_rounds() -> None:
                while not self.is_done(rounds):
                    self._share(play_ghosts, pool, threads)
                    if self._stopped:  # the values are still those of the last round
                        return
                    self._share(play_pacman, pool, threads, to_the_end=True)
                    self._end_round()
                    done.put((self.rounds, self._recent[-1]))
                    if time.monotonic() > end:
                        return

            future = pool.submit(play_rounds)
            try:
                _wait(future, done, progress)
            finally:
                self._stopped = True
        future.result()

    def _sweeps(self, threads: int) -> tuple[Sweep, Sweep]:
        """What backs up the ghosts' plies, and Pac-Man's."""
        model = self.model
        length = max(model.combinations.max(), model.sizes.max() ** model.num_ghosts)
        scratches = np.empty((threads, 3, length))
        arrivals = np.full(len(self.values), np.nan)  # so that the first ones are changes
        arrival_changed = np.zeros(len(model.cells), np.bool_)
        self._changes = np.ones(len(model.cells))

        def play_ghosts(first: int, last: int, thread: int) -> None:
            scratch, more, _ = scratches[thread]
            sweeps.play_ghosts(
                model,
                self.values,
                arrivals,
                scratch,
                more,
                self._changes,
                arrival_changed,
                first,
                last,
            )

        def play_pacman(first: int, last: int, thread: int) -> None:
            sweeps.play_pacman(
                model,
                self.values,
                arrivals,
                scratches[thread, 2],
                self._changes,
                arrival_changed,
                self.last_changes,
                self.rounds + 1,
                self.tolerance,
                first,
                last,
            )

        return play_ghosts, play_pacman

    def _end_round(self) -> None:
        self.rounds += 1
        self._recent.append(float(self._changes.max()))
        self.has_converged = self._remaining_change() <= self.tolerance

    def _share(
        self,
        play: Sweep,
        pool: ThreadPoolExecutor,
        threads: int,
        *,
        to_the_end: bool = False,
    ) -> None:
        """Share the chunks between the threads."""
        chunks = iter(self._chunks)

        def work(thread: int) -> None:
            for first, last in chunks:
                if self._stopped and not to_the_end:
                    return
                play(first, last, thread)

        if threads == 1:
            work(0)
        else:
            for future in [pool.submit(work, thread) for thread in range(threads)]:
                future.result()

    def _remaining_change(self) -> float:
        """About how much any value will still change, if changes go on shrinking as they do."""
        first, last = self._recent[0], self._recent[-1]
        if not (first and last) or len(self._recent) < RECENT_ROUNDS:
            return last and np.inf
        ratio = (last / first) ** (1 / (len(self._recent) - 1))
        return float(last * ratio / (1 - ratio)) if ratio < 1 else np.inf

    # Checkpoints.

    def save(self, path: Path, problem: str) -> None:
        """Write what `resume` needs. Raises SolutionError."""
        header = {"checkpoint of": problem, "rounds": str(self.rounds)}
        recent = np.array(self._recent)
        write_arrays(
            path,
            header,
            {"values": self.values, "last_changes": self.last_changes, "recent": recent},
        )

    def resume(self, path: Path, problem: str) -> None:
        """Go on from a checkpoint of the same `problem`. Raises SolutionError."""
        try:
            header, arrays = read_arrays(path, verify=True)
            rounds, recent = int(header["rounds"]), arrays["recent"]
            fits = (
                header["checkpoint of"] == problem
                and rounds > 0
                and arrays["values"].shape == self.values.shape
                and arrays["last_changes"].shape == self.last_changes.shape
                and recent.ndim == 1
                and bool(np.all(recent >= 0))
            )
        except (SolutionError, KeyError, ValueError):
            fits = False
        if not fits:
            raise SolutionError(
                f"{path}: is damaged, or is not a checkpoint of this board, these ghosts and this"
                " objective; remove it"
            )
        self.rounds = rounds
        self.values[:] = arrays["values"]
        self.last_changes[:] = arrays["last_changes"]
        self._recent.extend(recent.tolist())


def _wait(
    future: "Future[None]",
    done: "SimpleQueue[tuple[int, float]]",
    progress: Progress | None,
) -> None:
    """Wait for the rounds, and report them."""
    while not (future.done() and done.empty()):
        try:
            rounds, change = done.get(timeout=0.05)
        except Empty:
            continue
        if progress is not None:
            progress(rounds, change)


def _chunks(model: Transitions) -> list[tuple[int, int]]:
    """Ranges of blocks of about `CHUNK` positions each."""
    bounds = [0]
    for block, start in enumerate(model.offsets.tolist()):
        if start - model.offsets[bounds[-1]] >= CHUNK or block == len(model.cells):
            bounds.append(block)
    return [*pairwise(bounds)]
