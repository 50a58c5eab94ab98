"""Pictures in few colours."""

import numpy as np
from PIL import Image

from pacgrid.render.pictures.changes import changes
from pacgrid.render.pictures.colours import CLEAR, MOST, Colours
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import DARK


def noise(seed: int) -> Bytes:
    made = np.random.default_rng(seed).integers(0, 256, (24, 24, 3), np.uint8)
    for column, colour in enumerate((DARK.background, DARK.wall, DARK.pacman, *DARK.ghosts)):
        made[0, column] = colour
    return made


def test_colours_of_the_game_are_kept_as_they_are() -> None:
    colours = Colours([noise(1)])
    assert len(colours.table) <= MOST
    shown = colours.table[colours.indices(noise(1))]
    assert shown[0, : 3 + len(DARK.ghosts)].tolist() == noise(1)[0, : 3 + len(DARK.ghosts)].tolist()


def test_few_colours_are_all_kept() -> None:
    few = noise(2)[:10, :20]
    colours = Colours([few])
    assert np.array_equal(colours.table[colours.indices(few)], few)


def test_a_colour_becomes_the_nearest_one_whatever_came_before() -> None:
    colours = Colours([noise(3)])
    other = noise(4)
    shown = colours.indices(other)
    off = ((other[..., None, :].astype(int) - colours.table) ** 2).sum(axis=-1)
    assert np.array_equal(shown, off.argmin(axis=-1))
    assert np.array_equal(Colours([noise(3)]).indices(other), shown)


def test_what_has_not_changed_is_clear() -> None:
    colours = Colours([noise(5)])
    before = colours.indices(noise(5))
    after = before.copy()
    after[3, 4] = after[6, 8] = (int(after[3, 4]) + 1) % len(colours.table)
    _, change = changes([before, after])
    image = colours.image(change)
    assert isinstance(image, Image.Image)
    assert (np.asarray(image) != CLEAR).sum() == change.changed.sum()
