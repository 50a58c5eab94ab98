"""Curricula choose levels; wrong answers are one clear line."""

from typing import Any

import numpy as np
import pytest

from pacgrid.envs.curriculum import LevelResult, PrioritizedLevels, next_level
from pacgrid.envs.levels import LevelError

EPISODE = LevelResult(level=2, score=10, won=False, rounds=5)


def test_a_level_or_weights_can_be_answered() -> None:
    half = lambda: 0.5  # noqa: E731
    assert next_level(lambda episode: 3, None, 4, half) == 3
    assert next_level(lambda episode: np.int64(3), None, 4, half) == 3
    assert next_level(lambda episode: [0, 1, 1, 0], None, 4, half) == 2
    assert next_level(lambda episode: np.array([1, 2, 0, 0]), None, 4, half) == 1
    for share in (0.0, 0.999, 1.0):
        assert next_level(lambda episode: [0, 0, 1e-300, 0], None, 4, lambda: share) == 2  # noqa: B023


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (4, "chose level 4 after level 2; the levels are 0 to 3"),
        (-1, "chose level -1 after level 2; the levels are 0 to 3"),
        ([1, 2], "returned .* after level 2; it must return a level, or 4 weights"),
        ([10**400, 1, 1, 1], "returned .* after level 2; it must return a level, or 4 weights"),
        (None, "returned None after level 2; it must return a level, or 4 weights"),
        (True, "returned True"),
        ("easy", "returned 'easy'"),
        ([0, 0, 0, 0], "weights must be 0 or more, and not all 0"),
        ([1, -1, 1, 1], "weights must be 0 or more"),
        ([1, float("nan"), 1, 1], "weights must be 0 or more"),
        ([1, float("inf"), 1, 1], "weights must be 0 or more"),
    ],
)
def test_a_wrong_answer_is_one_clear_line(answer: Any, message: str) -> None:
    def easiest(episode: LevelResult | None) -> Any:
        return answer

    with pytest.raises(LevelError, match=f"^curriculum=easiest {message}|.*{message}"):
        next_level(easiest, EPISODE, 4, lambda: 0.5)


def test_unlimited_levels_have_no_weights() -> None:
    with pytest.raises(LevelError, match=r"before the first episode; it must return a level$"):
        next_level(lambda episode: [1, 2], None, 2**32, lambda: 0.5)


def test_an_error_of_a_curriculum_names_the_level() -> None:
    def broken(episode: LevelResult | None) -> int:
        raise KeyError("hard")

    with pytest.raises(LevelError, match="curriculum=broken failed after level 2: KeyError"):
        next_level(broken, EPISODE, 4, lambda: 0.5)


def test_levels_that_teach_are_drawn_more_often() -> None:
    curriculum = PrioritizedLevels(3, staleness=0.0)
    assert np.array_equal(curriculum(None), [1, 1, 1])
    for level in range(2):
        weights = curriculum(LevelResult(level, 50, won=False, rounds=9))
    assert np.array_equal(weights, [0, 0, 1])  # what was never played comes first
    for level, score in ((2, 50), (1, 550), (0, 50)):
        weights = curriculum(LevelResult(level, score, won=False, rounds=9))
    assert np.argmax(weights) == 1


def test_levels_that_were_not_played_for_long_are_drawn_too() -> None:
    curriculum = PrioritizedLevels(2, staleness=1.0)
    for level in (0, 1, 1, 1):
        weights = curriculum(LevelResult(level, 50, won=False, rounds=9))
    assert np.array_equal(weights, [1, 0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_levels": 0}, "num_levels must be at least 1"),
        ({"num_levels": 2, "staleness": 2}, "staleness must be 0 to 1, not 2"),
        ({"num_levels": 2, "step_size": float("nan")}, "step_size must be a finite number"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PrioritizedLevels(**options)
