import pytest

from pacgrid.autograder.model.amount import amount, total, worth


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (0, "0 points"),
        (1.0, "1 point"),
        (2.5, "2.5 points"),
        (1 / 3, "0.33 points"),
        (0.1 + 0.2, "0.3 points"),
        (1e6, "1000000 points"),
    ],
)
def test_points_have_at_most_two_decimals(points, text):
    assert worth(points) == text
    assert amount(points) == text.split()[0]
    assert total(0.5, points) == (f"0.5 of {text}" if points else "0.5 points extra")
