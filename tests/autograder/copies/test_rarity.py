import numpy as np
import pytest

from pacgrid.autograder.copies.rarity import COMMON, Rarity


def hashes(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.uint64)


def test_what_two_have_weighs_one_and_what_more_have_less() -> None:
    rarity = Rarity([hashes(1, 2, 3), hashes(2, 3), hashes(3), hashes(3, 4)])
    one, two, four = rarity.weights(hashes(1, 2, 3))
    assert one == two == pytest.approx(1)
    assert 0 < four < two


def test_what_very_many_have_weighs_nothing() -> None:
    rarity = Rarity([hashes(7)] * (COMMON + 1))
    assert rarity.weights(hashes(7)).tolist() == [0]
    assert rarity.count(7) == COMMON + 1
