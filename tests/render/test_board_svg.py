"""Boards as SVG, read again, and painted again by a painter of SVG."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.painters import (
    EACH_SCENE,
    HUNT,
    HUNT_MARKS,
    SCENES,
    as_array,
    by_cell,
    drawn,
    scene_svg,
    standing,
    with_svg,
)
from pacgrid import Layout, State
from pacgrid.render.board_svg import MOUTH_STEP, DisplayList, display_list, figures
from pacgrid.render.figures import TINT_OPACITY, TRAIL_OPACITY, Figure, ghost, hexed, pacman
from pacgrid.session.scene import Label, Marks, Mood, Points, Scene, Transition, scene
from pacgrid.session.themes import DARK, LIGHT, Ink

NAMESPACE = "{http://www.w3.org/2000/svg}"


def elements(text: str, tag: str) -> list[ET.Element]:
    return ET.fromstring(text).findall(f".//{NAMESPACE}{tag}")


def difference(seen: Scene, cell: int) -> float:
    """How far the SVG is from SDL's in the cell where it is farthest."""
    off = np.abs(with_svg(seen, cell, DARK).astype(float) - as_array(seen, cell, DARK))
    return float(by_cell(off, cell).max())


@EACH_SCENE
def test_a_board_looks_as_the_window_paints_it(name: str) -> None:
    assert difference(SCENES[name], 48) < 2  # a missing dot makes 6


@settings(max_examples=4)
@given(games(), st.sampled_from([0.25, 0.5, 1]))
def test_any_moment_of_any_game_looks_as_the_window_paints_it(
    states: list[State], fraction: float
) -> None:
    transition = Transition.standing(states[0])
    for state in states[1:]:
        transition = transition.then(state)
    assert difference(scene(transition, fraction), 48) < 3


def test_the_size_is_that_of_the_cells_and_the_picture_scales() -> None:
    root = ET.fromstring(scene_svg(standing(drawn()), cell=10))
    assert (root.get("width"), root.get("height")) == ("90", "50")
    assert root.get("viewBox") == "0 0 1800 1000"


def test_a_screen_reader_hears_who_is_where() -> None:
    text = scene_svg(standing(drawn("ghost 1: (6.5, 3) west, scared 30")))
    assert ET.fromstring(text).get("role") == "img"
    (title,) = elements(text, "title")
    assert title.text == (
        "Pac-Man at (1, 3), ghost 1 at (6.5, 3) scared; 13 food and 2 capsules left"
    )


def test_labels_are_text_that_can_be_read_aloud() -> None:
    labels = Label((2, 2), "12.3", Ink.VALUE), Label((3, 2), "-∞", Ink.BEST)
    text = scene_svg(replace(standing(drawn()), marks=Marks(labels=labels)))
    assert [each.text for each in elements(text, "text")] == ["12.3", "-∞"]
    assert {each.get("stroke") for each in elements(text, "text")} == {hexed(DARK.background)}


def test_a_title_is_text_whatever_it_holds() -> None:
    (title,) = elements(scene_svg(standing(drawn()), title="</title><script>\x00 & 'x'"), "title")
    assert title.text == "</title><script>\ufffd & 'x'"


def test_the_largest_shipped_board_is_small() -> None:
    text = scene_svg(standing(State.initial(Layout.load("arcade"))))
    assert len(text) < 24_000
    assert text == scene_svg(standing(State.initial(Layout.load("arcade"))))
    assert not re.search(r"\d\.\d\d", text)


def all_figures(drawn: DisplayList) -> list[Figure]:
    placed = (*drawn.below, *drawn.figures)
    return [drawn.food.figure, drawn.capsules.figure, *(each.figure for each in placed)]


def test_tints_and_trails_are_below_and_labels_on_top_of_pacman_and_the_ghosts() -> None:
    drawn = display_list(replace(standing(HUNT), marks=HUNT_MARKS), LIGHT)
    of = figures(LIGHT)
    assert [each.opacity for each in drawn.below] == [
        *(round(TINT_OPACITY * tint.strength, 2) for tint in HUNT_MARKS.tints),
        *(TRAIL_OPACITY for _ in HUNT_MARKS.trails),
    ]
    assert [each.figure for each in drawn.figures[:3]] == [
        of(pacman, HUNT.ghosts[0].direction.EAST, 42),
        *(of(ghost, g.number, g.looking, g.mood, 0) for g in standing(HUNT).ghosts),
    ]
    assert [each.text for each in drawn.figures[3:]] == ["-7.3", "12"]


def test_the_same_scene_is_drawn_with_the_same_figures() -> None:
    for seen in SCENES.values():
        marked = replace(seen, marks=HUNT_MARKS)
        once, again = (all_figures(display_list(marked)) for _ in range(2))
        assert all(one is other for one, other in zip(once, again, strict=True))


def test_pacman_has_few_figures_in_a_whole_round() -> None:
    way = Transition(HUNT, HUNT.successor(HUNT.legal_actions()[0]))
    moments = [scene(way, step / 100) for step in range(101)]
    seen = {display_list(moment).figures[0].figure for moment in moments}
    assert len(seen) == 42 // MOUTH_STEP + 1


def test_nothing_is_left_of_a_pacman_who_has_vanished() -> None:
    gone = scene(Transition.standing(HUNT), 1, vanished=1)
    assert len(display_list(gone).figures) == len(gone.ghosts)


def test_an_eaten_ghost_is_eyes_alone() -> None:
    (eaten,) = display_list(SCENES["eaten"]).figures[1:]
    assert eaten.figure == ghost(1, SCENES["eaten"].ghosts[0].looking, Mood.EATEN, 0)


def test_labels_may_stand_half_a_cell_higher() -> None:
    marks = Marks(labels=(Label((1, 4.5), "7", Ink.BEST),))
    *_, placed = display_list(replace(standing(HUNT), marks=marks)).figures
    assert placed.position == (1, 4.5)


@pytest.mark.parametrize(
    ("fraction", "height", "opacity"),
    [(0, 0.4, 1), (0.5, 0.65, 1), (0.75, 0.775, 0.5), (1, 0.9, 0)],
)
def test_points_rise_and_fade_on_top(fraction: float, height: float, opacity: float) -> None:
    points = (Points((3, 4), "+10", fraction),)
    seen = replace(standing(HUNT), marks=HUNT_MARKS, points=points)
    *_, placed = display_list(seen).figures
    assert placed[1:] == ((3, 4 + height), opacity, "+10")


def test_without_letters_there_are_no_labels() -> None:
    marked = replace(standing(HUNT), marks=HUNT_MARKS)
    assert not [each for each in display_list(marked, letters=False).figures if each.text]
