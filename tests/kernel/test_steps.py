"""Several threads run a step as long as they are faster."""

import numba
import pytest

from pacgrid.kernel.steps import (
    FIRST_PAUSE,
    GAMES_PER_THREAD,
    MAX_SLOW,
    MEASURE_EVERY,
    judge,
    max_threads,
    new_choice,
    takes_several,
)


class FakeSteps:
    """Steps that take fixed times, and a list of how each was run."""

    def __init__(self, serial: float, parallel: float) -> None:
        self.costs = {"serial": serial, "parallel": parallel}
        self.choice = new_choice()

    def play(self, count: int) -> list[str]:
        played = []
        for _ in range(count):
            several = takes_several(self.choice)
            played.append("parallel" if several else "serial")
            judge(self.choice, several, self.costs[played[-1]])
        return played


def test_fast_threads_go_on() -> None:
    steps = FakeSteps(serial=2.0, parallel=1.0)
    steps.play(3)
    assert steps.play(1000).count("parallel") >= 990


def test_slow_threads_pause_longer_each_time() -> None:
    steps = FakeSteps(serial=1.0, parallel=100.0)
    steps.play(3)
    for pause in (FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE):
        assert steps.play(MAX_SLOW) == ["parallel"] * MAX_SLOW
        assert steps.play(pause) == ["serial"] * pause


def test_threads_return_when_the_cores_are_free() -> None:
    steps = FakeSteps(serial=1.0, parallel=100.0)
    steps.play(100)
    steps.costs["parallel"] = 0.5
    assert steps.play(200)[-1] == "parallel"


def test_one_slow_step_does_not_matter() -> None:
    steps = FakeSteps(serial=2.0, parallel=1.0)
    steps.play(6)
    steps.costs["parallel"] = 100.0
    steps.play(1)
    steps.costs["parallel"] = 1.0
    assert set(steps.play(100)) == {"parallel"}


@pytest.mark.parametrize("disturbed", range(3))
def test_threads_are_not_compared_with_a_disturbed_step(disturbed: int) -> None:
    steps = FakeSteps(serial=1.0, parallel=50.0)
    for step in range(3):
        steps.costs["serial"] = 200.0 if step == disturbed else 1.0
        steps.play(1)
    assert steps.play(MAX_SLOW + 1)[-1] == "serial"


def test_one_thread_is_measured_again_and_again() -> None:
    """At first the machine was busy, and one thread seemed to be slow."""
    steps = FakeSteps(serial=100.0, parallel=50.0)
    steps.play(10)
    steps.costs["serial"] = 1.0
    assert steps.play(3 * MEASURE_EVERY).count("serial") > MEASURE_EVERY


@pytest.mark.parametrize(
    ("games", "forked", "threads"),
    [(2 * GAMES_PER_THREAD - 1, False, 1), (10**6, False, 2), (10**6, True, 1)],
)
def test_few_games_and_forked_processes_use_one_thread(
    games: int, forked: bool, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba, "get_num_threads", lambda: 2)
    monkeypatch.setattr("pacgrid.kernel.steps._forked", forked)
    assert max_threads(games) == threads
