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


NOT_A_NAME = "is not a Python name; use letters, digits and _"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"name": "a", "point": 1}, "unknown key 'point'; did you mean 'points'?"),
        ({"name": "a", "zzz": 1}, "unknown key 'zzz'; known: name, points"),
        ({"name": "a", "unanswered": "zero"}, gone('unanswered = "zero"')),
        ({"name": "a", "unanswered": "left out"}, gone('unanswered = "left out"')),
        ({"name": 3}, "Input should be a valid string"),
        ({"name": "a", "points": "3"}, "Input should be a valid number"),
        ([], "Input should be a valid dictionary or instance of Part"),
        *(({"name": n}, f"{n!r} {NOT_A_NAME}") for n in ("", "1a", "a b", "a-b", "a.b", "a\n")),
        *(
            ({"name": keyword}, f"{keyword} is a Python keyword; use another name")
            for keyword in ("class", "None", "lambda")
        ),
        *(({"name": "a", "points": n}, "Input should be greater than 0") for n in (0, -1)),
        *(
            ({"name": "a", "points": n}, "Input should be a finite number")
            for n in (float("nan"), float("inf"))
        ),
    ],
)
def test_wrong_data_are_refused_with_the_mend_and_not_converted(data, message):
    with pytest.raises(ValidationError) as caught:
        Part.model_validate(data)
    assert message in [error["msg"] for error in caught.value.errors()]
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


def test_the_default_limits_are_consistent_and_the_shipped_clock_limits_ten_times_those_of_a_cpu():
    limits = SubmissionLimits()
    for default in (limits.load, limits.move, limits.game):
        assert default.seconds > default.cpu_seconds
    assert limits.game.cpu_seconds > limits.move.cpu_seconds
    assert (limits.processes, limits.memory_mb, limits.open_files) == (1, 1024, 64)
    shipped = Assignment.load().limits
    for budget in (shipped.load, shipped.move, shipped.game):
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
        *(("memory_mb", 63), ("memory_mb", 512.5), ("processes", 0), ("processes", True)),
        *(("file_mb", 0), ("open_files", 15), ("output_kb", 0), ("output_kb", "64")),
        *(("move", 3), ("memory", 1024)),
        *(
            ("move", {"cpu_seconds": 1, "seconds": 1} | {key: seconds})
            for key in ("cpu_seconds", "seconds")
            for seconds in (0, -1, float("inf"), float("nan"), "3", None)
        ),
    ],
)
def test_an_impossible_limit_is_refused(name, value):
    with pytest.raises(ValidationError) as caught:
        SubmissionLimits.model_validate({name: value})
    assert name in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb = \n", "2:5: Invalid value"),
        ("a = 1\na = 2", "2: Cannot overwrite a value"),
        ("a = 1\nb = [1", "2: Unclosed array"),
    ],
)
def test_a_syntax_error_names_the_line(text, message):
    with pytest.raises(TomlError) as caught:
        parse_toml(text)
    assert str(caught.value) == message
