"""Shapes of figures."""

import pytest

from pacgrid import Action
from pacgrid.layout_drawing import MAX_GHOSTS
from pacgrid.render.shapes import cells_of, ghost, label, pacman, tint, trail
from pacgrid.session.scene import LABEL_RIM, Mood
from pacgrid.session.themes import (
    COLOUR_BLIND,
    COLOUR_BLIND_LIGHT,
    DARK,
    LIGHT,
    Ink,
    Theme,
    letters_in,
)


@pytest.mark.parametrize("theme", [COLOUR_BLIND, COLOUR_BLIND_LIGHT])
def test_active_ghosts_wear_their_numbers_where_the_theme_says_so(theme: Theme) -> None:
    worn = {ghost(n, Action.EAST, Mood.ACTIVE, 0, theme)[-1].lines for n in range(1, 10)}
    assert len(worn) == MAX_GHOSTS
    plain = ghost(1, Action.EAST, Mood.ACTIVE, 0, DARK)
    assert len(ghost(1, Action.EAST, Mood.ACTIVE, 0, theme)) == len(plain) + 1


def test_a_number_is_below_the_eyes_and_on_the_body() -> None:
    for number in range(1, 10):
        body, _, pupils, digit = ghost(number, Action.SOUTH, Mood.ACTIVE, 0, COLOUR_BLIND)
        (line,) = digit.lines
        assert min(y for _, y in line) > max(y for ((_, y),) in pupils.lines)
        assert max(y for _, y in line) < 0.31, "the hem is higher in the middle"
        assert all(abs(x) < 0.2 for x, _ in line)
        assert body.colour != digit.colour


def test_eyes_alone_can_be_told_from_light_ground() -> None:
    dark, light = (ghost(1, Action.EAST, Mood.EATEN, 0, theme) for theme in (DARK, LIGHT))
    assert len(dark) < len(light)
    assert light[0].colour == LIGHT.pupil


def test_figures_keep_to_their_cells_and_trails_to_those_they_go_through() -> None:
    own = (0, 0, 1, 1)
    assert cells_of(pacman(Action.EAST, 180)) == own
    assert cells_of(pacman(Action.EAST, 40)) == own
    assert all(cells_of(ghost(1, a, m, 1, LIGHT)) == own for a in Action for m in Mood)
    assert cells_of(tint(Ink.EXPANDED)) == own
    for agent in range(10):
        west_and_north = trail(agent, ((3, 1), (2, 1), (1, 1), (1, 2)))
        assert cells_of(west_and_north) == (-2, -1, 3, 2)
        assert {shape.colour for shape in west_and_north} == {DARK.agent(agent)}


@pytest.mark.parametrize("text", ["7", "-888", "12.3", "-big", "999M", "-∞", "MMMMMMMM", ""])
def test_labels_fit_into_their_cells_with_their_rims(text: str) -> None:
    assert cells_of(label(text, Ink.VALUE)) == (0, 0, 1, 1)


def test_a_label_is_in_the_middle_above_a_rim_of_the_ground() -> None:
    rim, letters = label("808", Ink.BEST, LIGHT)
    assert (rim.colour, letters.colour) == (LIGHT.background, letters_in(LIGHT, Ink.BEST))
    assert rim.lines == letters.lines
    assert rim.brush == pytest.approx(letters.brush + 2 * LABEL_RIM)
    columns, rows = zip(*(point for line in rim.lines for point in line), strict=True)
    assert min(columns) == pytest.approx(-max(columns), abs=0.01)
    assert min(rows) == pytest.approx(-max(rows), abs=0.01)


def test_short_labels_have_letters_of_the_same_size_as_long_ones() -> None:
    (one_x, one_y), (four_x, four_y) = (
        zip(*label(text, Ink.VALUE)[0].lines[0], strict=True) for text in ("8", "8888")
    )
    assert {*one_y} == {*four_y}
    assert max(one_x) - min(one_x) == pytest.approx(max(four_x) - min(four_x), rel=0.1)
