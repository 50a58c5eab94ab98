"""Words in cells."""

import numpy as np
import pytest

from pacgrid.view.pictures.labels import label

INK, GROUND = (250, 0, 0), (0, 250, 0)


@pytest.mark.parametrize("cell", [14, 24, 40])
def test_four_letters_fit_into_a_cell_with_their_rim(cell: int) -> None:
    for text in ("-888", "12.3", "-big"):
        sprite = label(text, cell, INK, GROUND)
        columns = np.flatnonzero((sprite.clear[:, ::3] < 128).any(axis=0))
        letters = np.flatnonzero((sprite.colour[:, ::3] > 128).any(axis=0))
        assert 1 <= letters[0] <= letters[-1] <= cell - 2, "nothing is cut off"
        assert columns[-1] - columns[0] > cell * 0.6
        assert abs(columns[0] + columns[-1] - (cell - 1)) <= 2, "in the middle"


def test_letters_have_a_rim_of_the_ground() -> None:
    sprite = label("8", 40, INK, GROUND)
    red, green = sprite.colour[:, 0::3], sprite.colour[:, 1::3]
    assert (red > 200).any()
    assert (green > 200).any()
    outermost = np.argwhere(sprite.clear[:, ::3] < 64)[0]
    assert green[tuple(outermost)] > red[tuple(outermost)]


def test_short_words_are_no_larger_than_long_ones() -> None:
    high = [
        np.ptp(np.flatnonzero((label(text, 24, INK, GROUND).clear < 128).any(axis=1)))
        for text in ("8", "8888")
    ]
    assert high[0] == pytest.approx(high[1], abs=2)


def test_no_words_leave_everything_to_be_seen() -> None:
    assert (label("", 24, INK, GROUND).clear == 256).all()
