"""Small pictures with smooth edges."""

import numpy as np
import pytest

from pacgrid import Action
from pacgrid.render.pictures.sprites import Bytes, Sprite, drawn, sprites
from pacgrid.render.shapes import Area, Stroke, ghost
from pacgrid.session.scene import Mood
from pacgrid.session.themes import THEMES, Theme

RED = (200, 0, 0)
SQUARE = (Area(RED, ((-0.25, -0.25), (0.25, -0.25), (0.25, 0.25), (-0.25, 0.25))),)


def laid(sprite: Sprite, ground: int) -> Bytes:
    """The picture on plain grey ground of its own size, `[row, column, 3]`."""
    height, width = sprite.colour.shape
    pixels = np.full((height, width), ground, np.uint8)
    sprite.lay(pixels, 0, 0)
    return pixels.reshape(height, width // 3, 3)


def test_a_picture_covers_what_is_below_as_far_as_it_goes() -> None:
    picture = laid(drawn(SQUARE, 24), 100)
    assert picture[12, 12].tolist() == [*RED]
    assert picture[2, 2].tolist() == [100, 100, 100]


@pytest.mark.parametrize("opacity", [0, 0.25, 0.5, 1])
def test_what_is_below_a_faded_picture_shines_through(opacity: float) -> None:
    inside = laid(drawn(SQUARE, 24).faded(opacity), 100)[12, 12]
    assert inside.tolist() == pytest.approx(
        [100 + 100 * opacity, *[100 * (1 - opacity)] * 2], abs=1
    )


@pytest.mark.parametrize(("theme", "cell"), [*zip(THEMES.values(), (7, 12, 24, 31), strict=True)])
def test_nothing_gets_dark_where_light_lies_on_white(theme: Theme, cell: int) -> None:
    for mood in Mood:
        sprite = sprites(cell, theme)(ghost, 5, Action.EAST, mood, 0)
        for opacity in (1, 0.6, 0.33):
            faded = sprite.faded(opacity)
            sums = (255 * faded.clear.astype(int) >> 8) + faded.colour
            assert sums.max() <= 255


def test_a_figure_may_reach_into_other_cells() -> None:
    line = (Stroke(RED, ((0, 0), (2, 0), (2, -1)), 0.1),)
    sprite = drawn(line, 24)
    assert (sprite.left, sprite.top) == (0, -24)
    assert sprite.colour.shape == (2 * 24, 3 * 3 * 24)
    picture = laid(sprite, 0)
    for x, y in ((0.5, 1.5), (1.9, 1.5), (2.5, 1.5), (2.5, 0.6)):
        assert picture[int(y * 24), int(x * 24)].tolist() == [*RED]
    assert not picture[: 24 + 6, : 2 * 24].any()


def test_a_picture_is_cut_to_a_frame() -> None:
    line = (Stroke(RED, ((-1, 0), (1, 0)), 0.1),)
    whole = drawn(line, 10)
    right = whole.cut(-5, 0, 30, 10)
    assert (right.left, right.top) == (-5, 0)
    assert np.array_equal(right.colour, whole.colour[:, 3 * 5 :])
    assert whole.cut(50, 0, 10, 10).colour.size == 0
    assert whole.cut(-100, -100, 10, 10).colour.size == 0
