"""How long a worker takes: the time limits of an answer and of a game."""

import time

from pacgrid.autograder.limits import Budget, Limits
from pacgrid.autograder.sandbox.worker_process import WorkerProcess

_Reading = tuple[float, float]
"""The wall clock and the worker's CPU clock, in seconds."""


class WorkerClock:
    """Measures the answers of the worker `process`, and checks them against `limits`.

    What a worker computes between two requests counts towards the second.
    """

    def __init__(self, process: WorkerProcess, limits: Limits) -> None:
        self._process = process
        self._game_budget = limits.game
        self._last: _Reading = (time.monotonic(), 0.0)
        self._answer_began = self._last
        self._game_began: _Reading | None = None

    def start_game(self) -> None:
        """From here on, the limits of a game apply too."""
        self._game_began = self._last

    def end_game(self) -> None:
        """From here on, only the limits of each answer apply."""
        self._game_began = None

    def start_answer(self) -> None:
        """Call this just before a request is sent."""
        self._answer_began = (time.monotonic(), self._last[1])

    def exceeded(self, budget: Budget, purpose: str, *, descendants: bool) -> str:
        """Which limit the worker has exceeded: its `budget` for this answer, whose `purpose` is in
        the message, or the game's. "" if none. Looking at `descendants` takes milliseconds."""
        self._last = time.monotonic(), self._process.cpu_seconds(descendants=descendants)
        if reason := _exceeded(self._answer_began, self._last, budget):
            return f"{reason} {purpose}"
        if self._game_began and (
            reason := _exceeded(self._game_began, self._last, self._game_budget)
        ):
            return f"{reason} in one game"
        return ""


def _exceeded(began: _Reading, now: _Reading, budget: Budget) -> str:
    if now[1] - began[1] > budget.cpu_seconds:
        return f"took more than {budget.cpu_seconds:g} CPU seconds"
    if now[0] - began[0] > budget.seconds:
        return f"took more than {budget.seconds:g} seconds"
    return ""
