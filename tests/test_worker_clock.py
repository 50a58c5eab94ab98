"""The clock of a worker, for a made-up worker whose time goes as a script says."""

from collections.abc import Sequence
from functools import partial
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder import worker_clock
from pacgrid.autograder.limits import Budget, Limits
from pacgrid.autograder.sandbox.worker_process import WorkerProcess
from pacgrid.autograder.worker_clock import WAITING_RATIO, WorkerClock

MOVE = Budget(cpu_seconds=30, seconds=20)
LIMITS = Limits(game=Budget(cpu_seconds=40, seconds=50), test=Budget(cpu_seconds=60, seconds=70))

Answer = tuple[int, int, int]
"""Seconds of computing, waiting for a CPU, and sleeping."""


class Script:
    """A worker that takes as long as `answer` says."""

    def __init__(self, *, knows_waiting: bool = True) -> None:
        self.now, self.cpu, self.waited = 1000.0, 0.0, 0.0
        self.here = 0.0
        self._knows_waiting = knows_waiting
        self.readings = 0

    def cpu_seconds(self, *, descendants: bool) -> float:
        return self.cpu

    def waited_seconds(self) -> float | None:
        self.readings += 1
        return self.waited if self._knows_waiting else None

    def answer(self, computing: float, waiting: float, sleeping: float) -> None:
        self.now += computing + waiting + sleeping
        self.cpu += computing
        self.waited += waiting


def begin(patch: pytest.MonkeyPatch, **options: bool) -> tuple[Script, WorkerClock]:
    script = Script(**options)
    patch.setattr(worker_clock.time, "monotonic", lambda: script.now)
    patch.setattr(worker_clock, "_waited_here", lambda: script.here)
    clock = WorkerClock(cast("WorkerProcess", script), LIMITS)
    clock.start_test()
    return script, clock


@pytest.fixture
def started(monkeypatch):
    return partial(begin, monkeypatch)


def exceeded(clock: WorkerClock) -> str:
    return clock.exceeded(MOVE, "for a move", descendants=False)


def expected(answers: Sequence[Answer]) -> str:
    """What the limits say after these answers in one game."""
    computed, _, slept = (sum(column) for column in zip(*answers, strict=True))
    last = answers[-1]
    for cpu, idle, budget, where in (
        (last[0], last[2], MOVE, "for a move"),
        (computed, slept, LIMITS.game, "in one game"),
        (computed, slept, LIMITS.test, "in one test"),
    ):
        if cpu > budget.cpu_seconds:
            return f"took more than {budget.cpu_seconds:g} CPU seconds {where}"
        if idle > budget.seconds:
            return f"took more than {budget.seconds:g} seconds {where}"
    return ""


seconds = st.integers(0, 25)


@given(
    answers=st.lists(st.tuples(seconds, seconds, seconds), min_size=1, max_size=12),
    pauses=st.lists(st.integers(0, 500), min_size=12, max_size=12),
    waits=st.booleans(),
)
def test_limits_count_computing_and_sleeping_but_not_waiting_nor_the_graders_time(
    answers, pauses, waits
):
    with pytest.MonkeyPatch.context() as patch:
        script, clock = begin(patch)
        clock.start_game()
        before: list[Answer] = []
        for (computing, waiting, sleeping), pause in zip(answers, pauses, strict=False):
            before.append((computing, waits * waiting, sleeping))
            script.now += pause
            clock.start_answer()
            script.answer(*before[-1])
            reason = exceeded(clock)
            # What it waited in one answer may be noticed in a later one, in its favour.
            assert reason in ({expected(before), ""} if waits else {expected(before)})
            if expected(before):
                break


def test_what_it_waited_is_only_read_when_a_limit_seems_to_be_exceeded(started):
    script, clock = started()
    readings = []
    for _ in range(5):
        clock.start_answer()
        script.answer(0, 18, 0)
        assert exceeded(clock) == ""
        readings.append(script.readings)
    assert readings == [0, 0, 0, 1, 1]


def test_a_game_that_has_ended_counts_only_for_the_test(started):
    script, clock = started()
    for seconds in (15, 15, 15, 15):
        clock.start_game()
        clock.start_answer()
        script.answer(0, 0, seconds)
        assert exceeded(clock) == ""
        clock.end_game()
    clock.start_answer()
    script.answer(0, 0, 15)
    assert exceeded(clock) == "took more than 70 seconds in one test"


def test_requests_of_one_answer_share_its_time(started):
    script, clock = started()
    clock.start_answer()
    script.answer(0, 0, 15)
    assert exceeded(clock) == ""
    script.now += 100
    clock.resume_answer()
    script.answer(0, 0, 6)
    assert exceeded(clock) == "took more than 20 seconds for a move"


def test_the_graders_own_waiting_does_not_count(started):
    script, clock = started()
    clock.start_answer()
    script.answer(0, 0, 30)
    script.here = 12
    assert exceeded(clock) == ""
    script.answer(0, 0, 3)
    assert exceeded(clock) == "took more than 20 seconds for a move"


def test_where_waiting_is_not_known_it_is_guessed_from_what_was_computed(started):
    script, clock = started(knows_waiting=False)
    clock.start_answer()
    script.answer(10, 10 * WAITING_RATIO, 19)
    assert exceeded(clock) == ""
    script.answer(0, 0, 2)
    assert exceeded(clock) == "took more than 20 seconds for a move"
