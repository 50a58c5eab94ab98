"""Threads play as long as they help."""

import numba
import pytest

from pacgrid.kernel.threads import (
    FIRST_PAUSE,
    GAMES_PER_THREAD,
    MAX_SLOW,
    MEASURE_EVERY,
    ThreadChooser,
)

MANY = 8 * GAMES_PER_THREAD


class Workshop:
    """A clock that a step turns, and a list of who played."""

    def __init__(self, alone: float, together: float) -> None:
        self.costs = {"alone": alone, "together": together}
        self.now = 0.0
        self.played: list[str] = []
        self.threads = ThreadChooser(clock=lambda: self.now)

    def play(self, steps: int, games: int = MANY) -> list[str]:
        self.played = []
        for _ in range(steps):
            self.threads.run(games, lambda: self._step("alone"), lambda _: self._step("together"))
        return self.played

    def _step(self, who: str) -> int:
        self.now += self.costs[who]
        self.played.append(who)
        return 0


@pytest.fixture(autouse=True)
def _two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba, "get_num_threads", lambda: 2)


def test_quick_threads_play_on() -> None:
    workshop = Workshop(alone=2.0, together=1.0)
    workshop.play(3)
    assert workshop.play(1000).count("together") >= 990


def test_slow_threads_rest_and_rest_longer_each_time() -> None:
    workshop = Workshop(alone=1.0, together=100.0)
    workshop.play(3)
    for rest in (FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE):
        assert workshop.play(MAX_SLOW) == ["together"] * MAX_SLOW
        assert workshop.play(rest) == ["alone"] * rest


def test_threads_come_back_when_the_cores_are_free_again() -> None:
    workshop = Workshop(alone=1.0, together=100.0)
    workshop.play(100)
    workshop.costs["together"] = 0.5
    assert workshop.play(200)[-1] == "together"


def test_one_slow_step_does_not_matter() -> None:
    workshop = Workshop(alone=2.0, together=1.0)
    workshop.play(6)
    workshop.costs["together"] = 100.0
    workshop.play(1)
    workshop.costs["together"] = 1.0
    assert set(workshop.play(100)) == {"together"}


def test_few_games_need_no_threads() -> None:
    workshop = Workshop(alone=2.0, together=1.0)
    assert set(workshop.play(100, games=2 * GAMES_PER_THREAD - 1)) == {"alone"}


def test_threads_are_told_how_many_they_are() -> None:
    told: list[int] = []
    threads = ThreadChooser(clock=lambda: 0.0)
    for _ in range(5):
        threads.run(MANY, lambda: 0, lambda number: told.append(number) or 0)
    assert told == [2, 2]


@pytest.mark.parametrize("disturbed", range(3))
def test_a_disturbed_step_is_not_what_threads_are_compared_with(disturbed: int) -> None:
    workshop = Workshop(alone=1.0, together=50.0)
    for step in range(3):
        workshop.costs["alone"] = 200.0 if step == disturbed else 1.0
        workshop.play(1)
    assert workshop.play(MAX_SLOW + 1)[-1] == "alone"


def test_what_one_thread_takes_is_measured_again_and_again() -> None:
    """At first the machine was busy, and one thread seemed to be slow."""
    workshop = Workshop(alone=100.0, together=50.0)
    workshop.play(10)
    workshop.costs["alone"] = 1.0
    assert workshop.play(3 * MEASURE_EVERY).count("alone") > MEASURE_EVERY


def test_no_threads_are_used_after_a_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pacgrid.kernel.threads._forked", True)
    assert set(Workshop(alone=2.0, together=1.0).play(100)) == {"alone"}
