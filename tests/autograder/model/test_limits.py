import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.limits import Budget, SubmissionLimits


def test_the_default_limits_are_consistent():
    limits = SubmissionLimits()
    assert limits.load.seconds > limits.load.cpu_seconds
    assert limits.move.seconds > limits.move.cpu_seconds
    assert limits.game.seconds > limits.game.cpu_seconds > limits.move.cpu_seconds
    assert (limits.processes, limits.memory_mb, limits.open_files) == (1, 1024, 64)


def test_the_shipped_clock_limits_are_ten_times_the_cpu_limits():
    limits = Assignment.load().limits
    for budget in (limits.load, limits.move, limits.game):
        assert budget.seconds >= 10 * budget.cpu_seconds


@given(
    tests=st.integers(1, 200),
    test=st.floats(0.1, 1e4),
    submission=st.floats(1, 1e5),
)
def test_the_tests_of_a_submission_never_take_more_than_its_budget(tests, test, submission):
    budget = Budget(cpu_seconds=submission, seconds=submission)
    limits = SubmissionLimits(test=Budget(cpu_seconds=test, seconds=test), submission=budget)
    share = limits.for_each_of(tests).test.seconds
    assert share == limits.for_each_of(tests).test.cpu_seconds
    assert share <= test
    assert share * tests <= submission * 1.01
    assert share == test or share * tests >= submission * 0.99


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("memory_mb", 63),
        ("memory_mb", 512.5),
        ("processes", 0),
        ("processes", True),
        ("file_mb", 0),
        ("open_files", 15),
        ("output_kb", 0),
        ("output_kb", "64"),
        ("move", 3),
        ("memory", 1024),
    ],
)
def test_an_impossible_limit_is_refused(name, value):
    with pytest.raises(ValidationError) as caught:
        SubmissionLimits.model_validate({name: value})
    assert name in str(caught.value)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), "3", None])
def test_a_budget_is_a_positive_number_of_seconds(seconds):
    with pytest.raises(ValidationError):
        Budget(cpu_seconds=1, seconds=seconds)
    with pytest.raises(ValidationError):
        Budget(cpu_seconds=seconds, seconds=1)


def test_a_budget_needs_both_limits():
    with pytest.raises(ValidationError, match="Field required"):
        Budget.model_validate({"cpu_seconds": 1})
