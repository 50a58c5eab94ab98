from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.reports.statistics.distribution import Distribution, distribution

points = st.lists(st.floats(-5, 40) | st.sampled_from([1 / 3, 2.5, 22]), min_size=1)


@given(points, st.sampled_from([0.1, 1 / 3, 1, 2.5, 9, 22, 100, 1000, 1e9]))
def test_every_student_is_in_one_bin_and_those_with_full_points_in_the_last(values, full):
    known = distribution(values, full)
    assert known
    assert 2 <= len(known.bins) <= 13
    assert sum(count for _, _, count in known.bins) == len(values)
    assert known.bins[-1][2] == known.complete


@given(points)
def test_quartiles_are_in_order_between_the_lowest_and_the_highest(values):
    known = distribution(values, 10)
    assert known
    bounds = [min(values), *known.quartiles, max(values)]
    assert all(a <= b + 1e-9 for a, b in pairwise(bounds))


def test_thirds_add_up_to_full_points():
    assert Distribution((1 / 3 + 1 / 3 + 1 / 3 - 1e-12,), 1).complete == 1


def test_there_is_no_distribution_of_nothing():
    assert distribution([None], 5) is None
    assert distribution([1], 0) is None
