"""How long a worker takes: the time limits of an answer, a game and a test."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..model.limits import Budget, SubmissionLimits

if TYPE_CHECKING:
    from ..sandbox.worker_process import WorkerProcess
    from .in_process_worker import InProcessWorker

LONGEST_GAP = 1
"""Seconds from one reading to the next while an answer is awaited. If they are more, the grader was
stopped, and couldn't see the answer."""

WAITING_RATIO = 9
"""Where the system doesn't say how long a worker has waited for a CPU, it is assumed to be this
many times as long as it has computed."""


class Reading(NamedTuple):
    """Seconds since the worker's start."""

    cpu: float
    idle: float
    """While the grader waited for its answer and it neither computed nor waited for a CPU."""


class WorkerClock:
    """Measures the answers of the worker `process`, and checks them against `limits`.

    Between an answer and the next request, it doesn't measure idle seconds. What a worker computes
    there counts towards the next answer. While you await an answer, call `exceeded` several times a
    second.
    """

    def __init__(
        self, process: "WorkerProcess | InProcessWorker", limits: SubmissionLimits
    ) -> None:
        self.game_budget = limits.game
        """For one game."""
        self._process = process
        self._limits = limits
        self._stopped = time.monotonic()
        self._offset = self._stopped
        self._waited = 0.0
        self._waited_here = _waited_here()
        self._last = self._answer_began = Reading(0, 0)
        self._test_began: Reading | None = None
        self._game_began: Reading | None = None

    def start_test(self) -> None:
        """From here on, the limits of a test apply too."""
        self._test_began = self._last

    def start_game(self) -> None:
        """From here on, the limits of a game apply too."""
        self._game_began = self._last

    def end_game(self) -> None:
        """From here on, the limits of a game don't apply."""
        self._game_began = None

    def start_answer(self) -> None:
        """Call this just before a request is sent."""
        self.resume_answer()
        self._answer_began = self._last

    def resume_answer(self) -> None:
        """Call this just before another request that belongs to the same answer is sent."""
        now = time.monotonic()
        self._offset += now - self._stopped
        self._stopped = now

    def exceeded(self, budget: Budget, purpose: str, *, descendants: bool) -> str:
        """Which limit the worker has exceeded: its `budget` for this answer, whose `purpose` is in
        the message, that of the game, or that of the test. "" if none. Looking at `descendants`
        takes milliseconds."""
        self._read(descendants=descendants)
        if not self._reason(budget, purpose):
            return ""
        # Reading this takes longer, so it is only done when it matters.
        self._waited = max(self._waited, self._waiting())
        self._read(descendants=True)
        return self._reason(budget, purpose)

    def _read(self, *, descendants: bool) -> None:
        cpu = self._process.cpu_seconds(descendants=descendants)
        now = time.monotonic()
        self._offset += max(now - self._stopped - LONGEST_GAP, 0)
        self._stopped = now
        self._last = Reading(cpu, now - self._offset - cpu - self._waited)

    def _waiting(self) -> float:
        """Seconds in which the worker, or the grader for it, has waited for a CPU so far."""
        worker = self._process.waited_seconds()
        if worker is None:
            return WAITING_RATIO * self._last.cpu
        return worker + _waited_here() - self._waited_here

    def _reason(self, budget: Budget, purpose: str) -> str:
        for began, limit, what in (
            (self._answer_began, budget, purpose),
            (self._game_began, self.game_budget, "in one game"),
            (self._test_began, self._limits.test, "in one test"),
        ):
            if began and (reason := _exceeded(began, self._last, limit)):
                return f"{reason} {what}"
        return ""


def _exceeded(began: Reading, now: Reading, budget: Budget) -> str:
    if now.cpu - began.cpu > budget.cpu_seconds:
        return f"took more than {budget.cpu_seconds:g} CPU seconds"
    if now.idle - began.idle > budget.seconds:
        return f"took more than {budget.seconds:g} seconds"
    return ""


def _waited_here() -> float:
    """Seconds in which this thread has been ready to run without a CPU; 0 where the system doesn't
    tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    return 0
