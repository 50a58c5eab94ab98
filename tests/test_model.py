import pytest
from pydantic import TypeAdapter, ValidationError

from pacgrid.autograder.model import Identifier, Model, Points, mended
from pacgrid.errors import PacgridError


class Part(Model):
    name: Identifier
    points: Points = 1


def refusal(data: object) -> str:
    with pytest.raises(ValidationError) as caught:
        Part.model_validate(data)
    (error,) = caught.value.errors()
    return error["msg"]


def test_a_key_that_is_not_known_is_told_with_the_likeliest():
    assert refusal({"name": "a", "point": 1}).endswith(
        "unknown key 'point'; did you mean 'points'?"
    )


def test_a_key_that_is_like_no_other_is_told_with_all_there_are():
    assert refusal({"name": "a", "zzz": 1}).endswith("unknown key 'zzz'; known are name, points")


def test_nothing_is_taken_for_something_else():
    assert refusal({"name": 3}) == "Input should be a valid string"
    assert refusal({"name": "a", "points": "3"}) == "Input should be a valid number"
    assert refusal([]).startswith("Input should be a valid dictionary")


def test_a_part_does_not_change():
    part = Part(name="a")
    with pytest.raises(ValidationError, match="frozen"):
        part.name = "b"


@pytest.mark.parametrize("name", ["a", "_a1", "Größe"])
def test_an_identifier_is_what_a_class_can_be_called(name):
    assert Part(name=name).name == name


@pytest.mark.parametrize("name", ["", "1a", "a b", "a-b", "a.b", "a\n"])
def test_what_no_class_can_be_called_is_no_identifier(name):
    assert refusal({"name": name}).startswith("String should match pattern")


@pytest.mark.parametrize("name", ["class", "None", "lambda"])
def test_a_word_of_pythons_own_is_no_identifier(name):
    assert refusal({"name": name}).endswith(f"{name} is a word of Python's own")


@pytest.mark.parametrize("points", [0, -1, float("nan"), float("inf")])
def test_points_are_more_than_nothing(points):
    with pytest.raises(ValidationError):
        TypeAdapter(Points).validate_python(points)


def test_an_error_in_reading_a_value_is_one_line_that_pydantic_can_place():
    def fails(error: Exception) -> None:
        raise error

    for error, said in (
        (PacgridError("no such layout\nsecond line"), "no such layout"),
        (ValueError("three\nfour"), "three"),
        (KeyError("k"), "KeyError: 'k'"),
    ):
        with pytest.raises(ValueError, match=f"^{said}$"):
            mended(fails, error)
    assert mended(int, "3") == 3
