"""What changes from picture to picture."""

import numpy as np

from pacgrid.render.pictures.changes import changes
from pacgrid.render.pictures.palette import CLEAR
from pacgrid.render.sprites import Bytes


def picture(*marked: tuple[int, int], value: int = 9) -> Bytes:
    """Five rows of seven, with marks at `(row, column)`."""
    made = np.zeros((5, 7), np.uint8)
    for place in marked:
        made[place] = value
    return made


def test_a_picture_that_stays_is_one_change() -> None:
    first, other = picture(), picture((2, 3))
    found = list(changes([first, first, other, other, other, first]))
    assert [(change.start, change.end) for change in found] == [(0, 2), (2, 5), (5, 6)]


def test_only_the_part_with_all_changes_is_kept_and_the_rest_of_it_is_clear() -> None:
    whole, change = changes([picture(), picture((1, 2), (3, 5))])
    assert (whole.pixels == picture()).all()
    assert (change.top, change.left, change.pixels.shape) == (1, 2, (3, 4))
    assert np.argwhere(change.pixels != CLEAR).tolist() == [[0, 0], [2, 3]]


def test_times_add_up_whatever_the_unit() -> None:
    pictures = [picture((number % 5, 0)) for number in range(100)]
    for rate, unit in ((24, 100), (30, 100), (7, 1000)):
        durations = [change.duration(rate, unit) for change in changes(pictures)]
        assert sum(durations) == round(100 * unit / rate)
        assert max(durations) - min(durations) <= 1


def test_of_no_pictures_there_are_no_changes() -> None:
    assert list(changes([])) == []
