import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.ladder.pages.charts import Scale, progress_chart, rating_bar
from pacgrid.autograder.ladder.table import Rank

RATINGS = st.floats(-300, 300, allow_nan=False)


def rank(rating: float, low: float | None = None, high: float | None = None) -> Rank:
    return Rank(rank=1, name="ada", rating=rating, low=low, high=high, above_next=None, games=1)


@given(RATINGS, st.floats(0, 100), st.floats(0, 100))
def test_bars_and_whiskers_stay_within_the_chart(rating, below, above):
    ranks = [rank(rating, rating - below, rating + above)]
    bar = rating_bar(ranks[0], Scale.of(ranks))
    numbers = [float(n) for n in re.findall(r"[MHV ](-?[\d.]+)", str(bar).partition(">")[2])]
    assert all(0 <= number <= 1000 for number in numbers)


def test_an_unknown_interval_has_no_whisker():
    assert "whisker" not in rating_bar(rank(5), Scale.of([rank(5)]))


@pytest.mark.parametrize("values", [[], [1.0], [None, 1.0]])
def test_one_rating_is_no_progress(values):
    assert progress_chart(values, "words") == ""


def test_words_of_a_chart_are_escaped():
    assert "<b>" not in progress_chart([1.0, None, 1.0], "<b>")
