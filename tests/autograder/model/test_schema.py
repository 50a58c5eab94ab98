from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, TypeAdapter, ValidationError

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.schema import (
    Budget,
    Identifier,
    Points,
    StrictModel,
    SubmissionLimits,
    TomlError,
    errors_as_invalid,
    invalid,
    parse_toml,
)
from pacgrid.common.gone import gone
from pacgrid.errors import PacgridError


class Part(StrictModel):
    name: Identifier
    points: Points = 1


def refusal(data: object) -> str:
    with pytest.raises(ValidationError) as caught:
        Part.model_validate(data)
    (error,) = caught.value.errors()
    return error["msg"]


def test_an_unknown_key_gets_a_suggestion_or_all_known_keys():
    assert refusal({"name": "a", "point": 1}) == "unknown key 'point'; did you mean 'points'?"
    assert refusal({"name": "a", "zzz": 1}).endswith("unknown key 'zzz'; known: name, points")


def test_values_are_not_converted():
    assert refusal({"name": 3}) == "Input should be a valid string"
    assert refusal({"name": "a", "points": "3"}) == "Input should be a valid number"
    assert refusal([]).startswith("Input should be a valid dictionary")


@pytest.mark.parametrize("name", ["", "1a", "a b", "a-b", "a.b", "a\n"])
def test_any_other_name_is_not_an_identifier(name):
    assert refusal({"name": name}).endswith("is not a Python name; use letters, digits and _")
    for keyword in ("class", "None", "lambda"):
        assert refusal({"name": keyword}) == f"{keyword} is a Python keyword; use another name"


@pytest.mark.parametrize("points", [0, -1, float("nan"), float("inf")])
def test_points_are_positive_and_finite(points):
    with pytest.raises(ValidationError):
        TypeAdapter(Points).validate_python(points)
    assert [Part(name="a", points=some).points for some in (0.5, 3)] == [0.5, 3]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PacgridError("no such layout\nsecond line"), "no such layout"),
        (ValueError("three\nfour"), "three"),
        (KeyError("k"), "KeyError: 'k'"),
        (invalid("a {brace} is kept"), "a {brace} is kept"),
    ],
)
def test_any_error_becomes_one_line_without_a_prefix(error, message):
    def fail(value: object) -> object:
        with errors_as_invalid():
            raise error
        return value

    with pytest.raises(ValidationError) as caught:
        TypeAdapter(Annotated[int, AfterValidator(fail)]).validate_python(3)
    assert caught.value.errors()[0]["msg"] == message


@pytest.mark.parametrize("value", ["zero", "left out"])
def test_a_key_that_is_gone_is_refused_with_the_mend(value):
    assert refusal({"name": "a", "unanswered": value}) == gone(f'unanswered = "{value}"')


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


@given(tests=st.integers(1, 200), test=st.floats(0.1, 1e4), submission=st.floats(1, 1e5))
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


def error(text: str) -> str:
    with pytest.raises(TomlError) as caught:
        parse_toml(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb = \n", "2:5: Invalid value"),
        ("a = 1\na = 2", "2: Cannot overwrite a value"),
        ("a = 1\nb = [1", "2: Unclosed array"),
    ],
)
def test_a_syntax_error_names_the_line(text, message):
    assert error(text) == message
