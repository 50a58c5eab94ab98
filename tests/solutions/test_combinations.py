"""Combinations of ghosts and their numbers."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from pacgrid.solutions.combinations import Combinations


@pytest.mark.parametrize(("states", "ghosts"), [(1, 1), (5, 1), (4, 2), (3, 3), (6, 0)])
@pytest.mark.parametrize("is_sorted", [False, True])
def test_each_combination_has_a_number_of_its_own(
    states: int, ghosts: int, is_sorted: bool
) -> None:
    combinations = Combinations(states, ghosts, is_sorted=is_sorted)
    every = [*product(range(states), repeat=ghosts)]
    numbers = combinations.numbers(np.array(every, np.int64))
    assert [*map(combinations.number, every)] == numbers.tolist()
    assert {*numbers} == {*range(combinations.count)}
    expected = {*combinations_with_replacement(range(states), ghosts)} if is_sorted else {*every}
    ranks = map(tuple, combinations.all_ranks().tolist())
    assert {tuple(sorted(each)) if is_sorted else each for each in ranks} == expected
    assert combinations.numbers(combinations.all_ranks()).tolist() == [*range(combinations.count)]
