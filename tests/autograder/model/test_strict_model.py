from typing import Annotated

import pytest
from pydantic import AfterValidator, TypeAdapter, ValidationError

from pacgrid.autograder.model.strict_model import (
    Identifier,
    Points,
    StrictModel,
    errors_as_invalid,
    invalid,
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


def test_a_model_is_immutable():
    part = Part(name="a")
    with pytest.raises(ValidationError, match="frozen"):
        part.name = "b"


@pytest.mark.parametrize("name", ["a", "_a1", "Größe"])
def test_an_identifier_is_a_possible_name_of_a_class(name):
    assert Part(name=name).name == name


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


@pytest.mark.parametrize("value", ["at once", "paced"])
def test_a_key_that_is_gone_is_refused_with_the_mend(value):
    assert refusal({"name": "a", "hints": value}) == gone(f'hints = "{value}"')
