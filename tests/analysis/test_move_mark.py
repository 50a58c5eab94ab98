import pytest

from pacgrid.analysis.move_mark import Mark, mark_of


@pytest.mark.parametrize(
    ("regret", "unit", "mark"),
    [
        (19.9, "points", None),
        (20, "points", Mark.INACCURACY),
        (50, "points", Mark.MISTAKE),
        (993, "points", Mark.BLUNDER),
        (0.04, "chance of winning", None),
        (0.15, "chance of winning", Mark.MISTAKE),
        (1, "chance of winning", Mark.BLUNDER),
    ],
)
def test_a_mark_says_how_much_a_move_cost(regret, unit, mark):
    assert mark_of(regret, unit) is mark
