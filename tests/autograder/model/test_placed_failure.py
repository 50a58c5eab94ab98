import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.model.placed_failure import (
    MOST_KINDS,
    PlacedFailure,
    numbered,
    placed_failures,
)
from pacgrid.common.failure import Failure

ONE, OTHER = Failure("ValueError: one"), Failure("ValueError: other")


def test_each_kind_of_failure_is_there_once_with_all_its_places():
    odd = [(number, ONE) for number in (1, 2, 3, 4, 7, 9, 10)]
    failures = sorted([*odd, (5, OTHER)], key=lambda pair: pair[0])
    assert placed_failures("game", failures) == (
        PlacedFailure(ONE, "games 1-4, 7 and 9-10"),
        PlacedFailure(OTHER, "game 5"),
    )


def test_the_last_failure_says_what_was_not_tried():
    placed = placed_failures("position", [(2, ONE), (3, OTHER)], range(4, 7))
    assert [each.place for each in placed] == [
        "position 2",
        "position 3 (positions 4-6 were not tried)",
    ]


@pytest.mark.parametrize(
    "message",
    [
        "returned None; legal actions: {}",
        "returned ({}, 3) (tuple): return the action alone; legal actions: {}",
        "A can't be built: its __init__ must accept {}",
        "f returned {} (str); it must return a number",
    ],
)
def test_messages_that_differ_in_a_value_are_of_one_kind(message):
    failures = [(number, Failure(message.replace("{}", str(number)))) for number in (1, 2)]
    (placed,) = placed_failures("game", failures)
    assert placed == PlacedFailure(failures[0][1], "games 1-2")


def test_of_many_kinds_the_first_are_shown():
    failures = [(number, Failure(f"error {number}")) for number in range(1, 10)]
    placed = placed_failures("game", failures)
    assert len(placed) == MOST_KINDS + 1
    assert placed[-1] == PlacedFailure(Failure("failed in other ways, too"), "games 5-9")


@given(st.sets(st.integers(1, 30), min_size=1))
def test_every_number_is_in_a_run(numbers):
    _, _, listed = numbered("game", sorted(numbers)).partition(" ")
    runs = [part.split("-") for part in listed.replace(" and ", ", ").split(", ")]
    assert [n for run in runs for n in range(int(run[0]), int(run[-1]) + 1)] == sorted(numbers)
