"""What figures are made of. What is seen of them, in each medium: `tests/test_painters.py`."""

import re

import pytest

from pacgrid import Action
from pacgrid.layout_drawing import MAX_GHOSTS
from pacgrid.render.figures import (
    UNIT,
    Figure,
    Letters,
    Shape,
    arrow,
    ghost,
    label,
    pacman,
    points,
    symbol,
    tint,
    trail,
)
from pacgrid.session.frame import Ink
from pacgrid.session.scene import Mood
from pacgrid.session.themes import COLOUR_BLIND, COLOUR_BLIND_LIGHT, DARK, LIGHT, Theme, letters_in

OWN_CELL = (0, 0, 1, 1)


def letters(figure: Figure) -> Letters:
    (found,) = (part for part in figure.parts if isinstance(part, Letters))
    return found


@pytest.mark.parametrize("theme", [COLOUR_BLIND, COLOUR_BLIND_LIGHT])
def test_active_ghosts_wear_their_numbers_where_the_theme_says_so(theme: Theme) -> None:
    worn = [letters(ghost(n, Action.EAST, Mood.ACTIVE, 0, theme)).text for n in range(1, 10)]
    assert worn == [str(number) for number in range(1, MAX_GHOSTS + 1)]
    plain = ghost(1, Action.EAST, Mood.ACTIVE, 0, DARK)
    assert not [part for part in plain.parts if isinstance(part, Letters)]


def test_a_number_is_below_the_eyes_and_above_the_hem() -> None:
    body, *_, number = ghost(7, Action.SOUTH, Mood.ACTIVE, 0, COLOUR_BLIND).parts
    assert isinstance(number, Letters)
    assert number.baseline - 0.72 * number.size > 0
    assert number.baseline < 62, "the hem is higher in the middle"
    assert body.colour != number.colour


def test_eyes_alone_can_be_told_from_light_ground() -> None:
    dark, light = (ghost(1, Action.EAST, Mood.EATEN, 0, theme).parts for theme in (DARK, LIGHT))
    assert len(dark) < len(light)
    assert light[0].colour == LIGHT.pupil


def test_figures_keep_to_their_cells_and_trails_to_those_they_go_through() -> None:
    for figure in (pacman(Action.EAST, 40), tint(Ink.EXPANDED), symbol(1, "X", DARK)):
        assert figure.cells == OWN_CELL
    assert all(ghost(1, a, m, 1, LIGHT).cells == OWN_CELL for a in Action for m in Mood)
    for agent in range(10):
        west_and_north = trail(agent, ((3, 1), (2, 1), (1, 1), (1, 2)))
        assert west_and_north.cells == (-2, -1, 3, 2)
        assert {shape.colour for shape in west_and_north.parts} == {DARK.agent(agent)}
    assert arrow(2, 1, DARK.best).cells == (0, -1, 3, 2)
    assert arrow(0, 0, DARK.best).cells == OWN_CELL


def test_a_trail_has_a_gap_where_an_agent_jumps() -> None:
    line, _head = trail(0, ((1, 1), (2, 1), (5, 1), (6, 1))).parts
    assert isinstance(line, Shape)
    assert line.path == "M0 0L200 0M800 0L980 0"


@pytest.mark.parametrize("mouth", [0, 6, 42, 90, 96, 174])
def test_a_mouth_is_between_two_lips_of_the_same_height(mouth: int) -> None:
    (shape,) = pacman(Action.EAST, mouth).parts
    assert isinstance(shape, Shape)
    _, _, upper_x, upper_y, *_, lower_x, lower_y = map(float, re.findall(r"-?[\d.]+", shape.path))
    assert (upper_x, upper_y) == (lower_x, -lower_y)
    assert upper_y <= 0
    assert not pacman(Action.EAST, 180).parts


def test_a_label_has_a_rim_of_the_ground_and_short_ones_letters_of_one_size() -> None:
    found = letters(label("808", Ink.BEST, LIGHT))
    assert (found.rim, found.colour) == (LIGHT.background, letters_in(LIGHT, Ink.BEST))
    sizes = [letters(label(text, Ink.VALUE)).size for text in ("8", "-888", "88888888")]
    assert sizes[0] == sizes[1] == 2 * sizes[2]
    assert sizes[0] < letters(points("+200")).size < UNIT
    assert not label("", Ink.VALUE).parts
