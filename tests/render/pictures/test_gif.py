"""What a GIF is made of: few colours, and what changes from picture to picture."""

import numpy as np

from pacgrid.render.pictures.gif import CLEAR, MOST_COLOURS, Palette, changes
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import DARK


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


def test_times_add_up() -> None:
    pictures = [picture((number % 5, 0)) for number in range(100)]
    for rate in (24, 30, 7):
        durations = [change.hundredths(rate) for change in changes(pictures)]
        assert sum(durations) == round(100 * 100 / rate)
        assert max(durations) - min(durations) <= 1


def test_of_no_pictures_there_are_no_changes() -> None:
    assert list(changes([])) == []


def noise(seed: int) -> Bytes:
    made = np.random.default_rng(seed).integers(0, 256, (24, 24, 3), np.uint8)
    for column, colour in enumerate((DARK.background, DARK.wall, DARK.pacman, *DARK.ghosts)):
        made[0, column] = colour
    return made


def test_colours_of_the_game_are_kept_as_they_are() -> None:
    palette = Palette([noise(1)])
    assert len(palette.colours) <= MOST_COLOURS
    shown = palette.colours[palette.numbers(noise(1))]
    assert shown[0, : 3 + len(DARK.ghosts)].tolist() == noise(1)[0, : 3 + len(DARK.ghosts)].tolist()


def test_few_colours_are_all_kept() -> None:
    few = noise(2)[:10, :20]
    palette = Palette([few])
    assert np.array_equal(palette.colours[palette.numbers(few)], few)


def test_a_colour_becomes_the_nearest_one_whatever_came_before() -> None:
    palette = Palette([noise(3)])
    other = noise(4)
    shown = palette.numbers(other)
    off = ((other[..., None, :].astype(int) - palette.colours) ** 2).sum(axis=-1)
    assert np.array_equal(shown, off.argmin(axis=-1))
    assert np.array_equal(Palette([noise(3)]).numbers(other), shown)
