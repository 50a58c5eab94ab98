"""Boards as SVG, read again, and painted again by a painter of SVG."""

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.painters import (
    EACH_SCENE,
    SCENES,
    as_array,
    by_cell,
    drawn,
    scene_svg,
    standing,
    with_svg,
)
from pacgrid import Action, Layout, State
from pacgrid.render.paths import hexed
from pacgrid.session.marks import Ink, Label, Marks
from pacgrid.session.scene import Scene, Stride, scene
from pacgrid.session.themes import DARK

NAMESPACE = "{http://www.w3.org/2000/svg}"


def elements(text: str, tag: str) -> list[ET.Element]:
    return ET.fromstring(text).findall(f".//{NAMESPACE}{tag}")


def circles(text: str, colour: tuple[int, int, int]) -> set[tuple[float, float]]:
    """The middles of the dots of that colour, in cells from the upper left corner."""
    groups = [g for g in elements(text, "g") if g.get("fill") == hexed(colour)]
    dots = [dot for group in groups for dot in group]
    return {(float(d.get("cx", 0)) / 200 - 0.5, float(d.get("cy", 0)) / 200 - 0.5) for d in dots}


def difference(seen: Scene, cell: int) -> float:
    """How far the SVG is from numpy's picture in the cell where it is farthest."""
    off = np.abs(with_svg(seen, cell, DARK).astype(float) - as_array(seen, cell, DARK))
    return float(by_cell(off, cell).max())


@EACH_SCENE
def test_a_board_looks_as_numpy_paints_it(name: str) -> None:
    assert difference(SCENES[name], 48) < 1.5  # a missing dot makes 6


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "training" else pytest.mark.slow)
        for name in Layout.shipped()
    ],
)
def test_every_shipped_layout_looks_as_numpy_paints_it(name: str) -> None:
    assert difference(standing(State.initial(Layout.load(name))), 24) < 3


@settings(max_examples=4)
@given(games(), st.sampled_from([0.25, 0.5, 1]))
def test_any_moment_of_any_game_looks_as_numpy_paints_it(
    states: list[State], fraction: float
) -> None:
    stride = Stride.standing(states[0])
    for state in states[1:]:
        stride = stride.then(state)
    assert difference(scene(stride, fraction), 48) < 3


def test_food_and_capsules_are_circles_where_they_lie() -> None:
    state = drawn("ghost 1: (7, 1) west")
    text = scene_svg(standing(state))
    top = state.maze.height - 1
    assert circles(text, DARK.food) == {(x, top - y) for x, y in state.food}
    assert circles(text, DARK.capsule) == {(x, top - y) for x, y in state.capsules}


def test_walls_are_two_paths() -> None:
    text = scene_svg(standing(State.initial(Layout.load("arcade"))))
    assert len([path for path in elements(text, "path") if "H" in path.get("d", "")]) == 2


def test_figures_have_their_colours_and_places() -> None:
    text = scene_svg(standing(drawn("ghost 1: (7, 1) west", "ghost 2: (4, 2) north")))
    first, *others = [g for g in elements(text, "g") if g.get("transform")]
    assert first.get("transform") == "translate(300 300) scale(0.1)"
    assert [other.get("transform") for other in others] == [
        "translate(1500 700) scale(0.1)",
        "translate(900 500) scale(0.1)",
    ]
    assert [g[0].get("fill") for g in (first, *others)] == [
        hexed(DARK.pacman),
        hexed(DARK.ghost(1)),
        hexed(DARK.ghost(2)),
    ]


def test_shapes_that_come_twice_are_written_once() -> None:
    one = scene_svg(standing(drawn("ghost 1: (7, 1) west")))
    three = scene_svg(standing(drawn(*(f"ghost {i}: (7, {i}) west" for i in (1, 2, 3)))))
    assert len(three) < len(one) + 1500
    names = [path.get("id") for path in elements(three, "path") if path.get("id")]
    assert max(Counter(names).values()) == 1
    assert {use.get("href", "")[1:] for use in elements(three, "use")} == set(names)


def test_a_name_always_stands_for_the_same_shape() -> None:
    """Several boards on one page share their names."""
    texts = [scene_svg(seen) for seen in SCENES.values()]
    found = {(p.get("id"), p.get("d")) for t in texts for p in elements(t, "path") if p.get("id")}
    assert len({name for name, _ in found}) == len(found)


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


def test_labels_are_drawn_without_a_font_and_can_be_read_aloud() -> None:
    labels = Label((2, 2), "12.3", Ink.VALUE), Label((3, 2), "-∞", Ink.BEST)
    text = scene_svg(replace(standing(drawn()), marks=Marks(labels=labels)))
    assert not elements(text, "text")
    spoken = [g.get("aria-label") for g in elements(text, "g") if g.get("aria-label")]
    assert spoken == ["12.3", "-∞"]


def test_a_title_is_text_whatever_it_holds() -> None:
    (title,) = elements(scene_svg(standing(drawn()), title="</title><script>\x00 & 'x'"), "title")
    assert title.text == "</title><script>\ufffd & 'x'"


def test_the_largest_shipped_board_is_small() -> None:
    text = scene_svg(standing(State.initial(Layout.load("arcade"))))
    assert len(text) < 24_000
    assert text == scene_svg(standing(State.initial(Layout.load("arcade"))))
    assert not re.search(r"\d\.\d\d", text)


def test_a_notebook_shows_a_state_as_its_picture() -> None:
    state = drawn("ghost 1: (7, 1) west").successor(Action.EAST)
    assert state._repr_svg_() == scene_svg(standing(state))
    assert hexed(DARK.background) in state._repr_svg_()
