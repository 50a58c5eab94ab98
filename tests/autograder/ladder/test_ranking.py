import numpy as np

from pacgrid.autograder.ladder.ranking import Ranking

SAMPLES = np.array([[1.0, 0.0, 5.0], [1.0, 2.0, 5.0], [3.0, 3.0, 5.0], [4.0, 0.0, 5.0]])
RANKING = Ranking(("a", "b", "c"), np.array([2.0, 2.0, 5.0]), SAMPLES)


def test_equal_ratings_are_in_alphabetical_order():
    assert RANKING.ranked == ("c", "a", "b")


def test_a_draw_is_half_above():
    assert RANKING.above("a", "b") == (2 + 0.5) / 4
    assert RANKING.above("b", "a") == (1 + 0.5) / 4


def test_an_order_is_known_if_each_is_above_the_next():
    assert RANKING.is_known(top=1, confidence=0.99)
    assert not RANKING.is_known(top=2, confidence=0.7)
    assert RANKING.is_known(top=None, confidence=0.6)
    assert RANKING.only(["c"]).is_known(top=3, confidence=0.99)


def test_without_samples_nothing_is_known():
    ranking = Ranking(("a", "b"), np.array([2.0, 1.0]), None)
    assert ranking.interval("a") is None
    assert not ranking.is_known(top=None, confidence=0.6)


def test_sums_are_of_the_same_samples():
    twice = RANKING.plus(RANKING)
    assert twice.value("c") == 10
    assert twice.above("a", "b") == RANKING.above("a", "b")
