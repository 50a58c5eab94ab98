"""Pictures in few colours."""

import numpy as np

from pacgrid.render.pictures.palette import SIZE, Palette
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import DARK


def noise(seed: int) -> Bytes:
    made = np.random.default_rng(seed).integers(0, 256, (24, 24, 3), np.uint8)
    for column, colour in enumerate((DARK.background, DARK.wall, DARK.pacman, *DARK.ghosts)):
        made[0, column] = colour
    return made


def test_colours_of_the_game_are_kept_as_they_are() -> None:
    palette = Palette([noise(1)])
    assert len(palette.colours) <= SIZE
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
