"""Numbers as views show them."""

import pytest

from pacgrid.records.thought import LARGEST
from pacgrid.session.amounts import cost, duration, exact, largest_features, short


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, ""),
        (0.00042, "0.42 ms"),
        (0.0034, "3.4 ms"),
        (0.123, "123 ms"),
        (12, "12.0 s"),
        (600, "10:00"),
    ],
)
def test_durations_are_easy_to_read(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_cost_has_a_time_and_nodes() -> None:
    assert cost(0, None) == ""
    assert cost(0.0012, 1) == "1.2 ms, 1 node"
    assert cost(3661, 12_345_678) == "61:01, 12,345,678 nodes"


def test_infinite_values_are_shown_as_such() -> None:
    assert (short(LARGEST), short(-LARGEST)) == ("∞", "-∞")
    assert (exact(LARGEST), exact(-LARGEST)) == ("inf", "-inf")


def test_short_values_have_at_most_four_characters() -> None:
    assert all(len(short(sign * 9.99 * 10**power)) <= 4 for power in range(300) for sign in (1, -1))


def test_the_largest_features_come_first() -> None:
    assert largest_features({"a": 1, "b": -20, "c": 3}, 2) == "b -20   c 3"
    assert largest_features({}, 2) == ""
