"""The clock of a worker, for a made-up worker whose time goes as a script says."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.model.schema import Budget, SubmissionLimits
from pacgrid.autograder.sandbox.worker_process import WorkerProcess
from pacgrid.autograder.worker_client import client as worker_clock
from pacgrid.autograder.worker_client.client import WAITING_RATIO, WorkerClock

MOVE = Budget(cpu_seconds=30, seconds=20)
LIMITS = SubmissionLimits(
    game=Budget(cpu_seconds=40, seconds=50), test=Budget(cpu_seconds=60, seconds=70)
)


class Script:
    """A worker for which time passes as a test says."""

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

    def pass_second(self, kind: str) -> None:
        self.now += 1
        self.cpu += kind == "compute"
        self.waited += kind == "wait"


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


def passing(script: Script, clock: WorkerClock, **seconds: int) -> str:
    """The limit that is exceeded while these seconds pass, each of the kind named."""
    for kind, count in seconds.items():
        for _ in range(count):
            script.pass_second(kind)
            if reason := exceeded(clock):
                return reason
    return ""


Answer = Sequence[str]
"""What happens in each of its seconds."""


def expected(answers: Sequence[Answer]) -> str:
    """What the limits say after these answers in one game."""
    for seconds, budget, where in (
        (Counter(answers[-1]), MOVE, "for a move"),
        (Counter(chain(*answers)), LIMITS.game, "in one game"),
        (Counter(chain(*answers)), LIMITS.test, "in one test"),
    ):
        if seconds["compute"] > budget.cpu_seconds:
            return f"took more than {budget.cpu_seconds:g} CPU seconds {where}"
        if seconds["sleep"] > budget.seconds:
            return f"took more than {budget.seconds:g} seconds {where}"
    return ""


stretches = st.tuples(st.sampled_from(["compute", "wait", "sleep"]), st.integers(1, 15))
answers_ = st.lists(stretches, max_size=5).map(
    lambda parts: [kind for kind, count in parts for _ in range(count)]
)


@given(answers=st.lists(st.tuples(answers_, st.integers(0, 500)), max_size=9), waits=st.booleans())
def test_limits_count_computing_and_sleeping_but_not_waiting_nor_the_graders_time(answers, waits):
    with pytest.MonkeyPatch.context() as patch:
        script, clock = begin(patch)
        clock.start_game()
        before: list[list[str]] = []
        for seconds, pause in answers:
            script.now += pause
            clock.start_answer()
            before.append([])
            for kind in seconds:
                if waits or kind != "wait":
                    before[-1].append(kind)
                    script.pass_second(kind)
                    reason = exceeded(clock)
                    # What it waited in one answer may be noticed in a later one, in its favour.
                    assert reason in ({expected(before), ""} if waits else {expected(before)})
                    if expected(before):
                        return


def test_what_it_waited_is_only_read_when_a_limit_seems_to_be_exceeded(started):
    script, clock = started()
    readings = []
    for _ in range(5):
        clock.start_answer()
        assert passing(script, clock, wait=18) == ""
        readings.append(script.readings)
    assert readings == [0, 0, 0, 1, 1]


def test_a_game_that_has_ended_counts_only_for_the_test(started):
    script, clock = started()
    for seconds in (15, 15, 15, 15):
        clock.start_game()
        clock.start_answer()
        assert passing(script, clock, sleep=seconds) == ""
        clock.end_game()
    clock.start_answer()
    assert passing(script, clock, sleep=15) == "took more than 70 seconds in one test"


def test_requests_of_one_answer_share_its_time(started):
    script, clock = started()
    clock.start_answer()
    assert passing(script, clock, sleep=15) == ""
    script.now += 100
    clock.resume_answer()
    assert passing(script, clock, sleep=6) == "took more than 20 seconds for a move"


def test_the_graders_own_waiting_does_not_count(started):
    script, clock = started()
    clock.start_answer()
    script.here = 12
    assert passing(script, clock, sleep=32) == ""
    assert passing(script, clock, sleep=1) == "took more than 20 seconds for a move"


def test_time_in_which_the_grader_is_stopped_does_not_count(started):
    script, clock = started()
    clock.start_answer()
    script.now += 1000
    assert passing(script, clock, sleep=20) == ""
    assert passing(script, clock, sleep=1) == "took more than 20 seconds for a move"


def test_where_waiting_is_not_known_it_is_guessed_from_what_was_computed(started):
    script, clock = started(knows_waiting=False)
    clock.start_answer()
    assert passing(script, clock, compute=10, wait=10 * WAITING_RATIO, sleep=20) == ""
    assert passing(script, clock, sleep=1) == "took more than 20 seconds for a move"
