import pytest

from pacgrid.autograder.reports.amount import amount, worth


@pytest.mark.parametrize(
    ("points", "told"),
    [
        (0, "0"),
        (2, "2"),
        (2.0, "2"),
        (2.5, "2.5"),
        (1 / 3, "0.33"),
        (0.1 + 0.2, "0.3"),
        (1e6, "1000000"),
    ],
)
def test_points_are_told_with_at_most_two_decimals(points, told):
    assert amount(points) == told


def test_one_point_is_no_points():
    assert worth(1.0) == "1 point"
    assert worth(0.5) == "0.5 points"
