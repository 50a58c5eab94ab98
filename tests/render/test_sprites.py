"""Small pictures with smooth edges."""

import numpy as np
import pytest

from pacgrid import Action
from pacgrid.render.shapes import Figure, Shape, ghost
from pacgrid.render.sprites import Bytes, Sprite, sprite, sprites
from pacgrid.session.scene import Mood
from pacgrid.session.themes import THEMES, Theme

RED = (200, 0, 0)
SQUARE = Figure([Shape(RED, (((-0.25, -0.25), (0.25, -0.25), (0.25, 0.25), (-0.25, 0.25)),))])
HOOK = Figure([Shape(RED, (((0, 0), (2, 0), (2, -1)),), 0.2)])


def laid(picture: Sprite, ground: int, left: int = 0, top: int = 0, cells: int = 1) -> Bytes:
    """The picture on plain grey ground of so many cells, `[row, column, 3]`."""
    rows = np.full((cells * 24, cells * 24 * 3), ground, np.uint8)
    picture.paint_on(rows, 3 * left, top)
    return rows.reshape(cells * 24, cells * 24, 3)


def test_a_picture_covers_what_is_below_as_far_as_it_goes() -> None:
    picture = laid(sprite(SQUARE, 24), 100)
    assert picture[12, 12].tolist() == [*RED]
    assert picture[2, 2].tolist() == [100, 100, 100]


@pytest.mark.parametrize("opacity", [0, 0.25, 0.5, 1])
def test_what_is_below_a_faded_picture_shines_through(opacity: float) -> None:
    inside = laid(sprite(SQUARE, 24, opacity), 100)[12, 12]
    assert inside.tolist() == pytest.approx(
        [100 + 100 * opacity, *[100 * (1 - opacity)] * 2], abs=1
    )


@pytest.mark.parametrize(("theme", "cell"), [*zip(THEMES.values(), (7, 12, 24, 31), strict=True)])
def test_nothing_gets_dark_where_light_lies_on_white(theme: Theme, cell: int) -> None:
    for mood in Mood:
        for opacity in (1, 0.6, 0.33):
            picture = sprites(cell)(ghost(5, Action.EAST, mood, 0, theme), opacity)
            sums = 255 * picture.clear.astype(int) + picture.colour
            assert sums.max() < 1 << 16


def test_a_picture_may_be_larger_than_a_cell() -> None:
    picture = laid(sprite(HOOK, 24), 0, left=0, top=24, cells=3)
    for x, y in ((0.5, 1.5), (1.9, 1.5), (2.5, 1.5), (2.5, 0.6)):
        assert picture[int(y * 24), int(x * 24)].tolist() == [*RED]
    assert not picture[: 24 + 6, : 2 * 24].any()


@pytest.mark.parametrize(
    ("left", "top"), [(-30, 24), (-30, 2), (30, 24), (30, 70), (0, -30), (-99, -99), (99, 99)]
)
def test_a_picture_is_cut_to_the_board(left: int, top: int) -> None:
    whole = np.zeros((400, 400, 3), np.uint8)
    sprite(HOOK, 24).paint_on(whole.reshape(400, -1), 3 * (left + 150), top + 150)
    cut = laid(sprite(HOOK, 24), 0, left, top, cells=3)
    assert np.array_equal(cut, whole[150 : 150 + 72, 150 : 150 + 72])


def test_channels_may_have_another_order() -> None:
    usual, other = sprite(SQUARE, 24), sprite(SQUARE, 24, channels=(2, 1, 0, 0))
    height, width = usual.colour.shape
    pixels = usual.colour.reshape(height, width // 3, 3)
    assert np.array_equal(other.colour.reshape(height, width // 3, 4), pixels[..., (2, 1, 0, 0)])
    assert other.left == usual.left // 3 * 4
