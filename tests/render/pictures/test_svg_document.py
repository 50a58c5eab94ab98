"""Boards as SVG, read again, and painted again by a painter of SVG."""

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
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
from pacgrid import Layout, State
from pacgrid.session.scene import Label, Marks, Scene, Transition, scene
from pacgrid.session.themes import DARK, Ink

NAMESPACE = "{http://www.w3.org/2000/svg}"


def elements(text: str, tag: str) -> list[ET.Element]:
    return ET.fromstring(text).findall(f".//{NAMESPACE}{tag}")


def difference(seen: Scene, cell: int) -> float:
    """How far the SVG is from numpy's picture in the cell where it is farthest."""
    off = np.abs(with_svg(seen, cell, DARK).astype(float) - as_array(seen, cell, DARK))
    return float(by_cell(off, cell).max())


@EACH_SCENE
def test_a_board_looks_as_numpy_paints_it(name: str) -> None:
    assert difference(SCENES[name], 48) < 1.5  # a missing dot makes 6


@settings(max_examples=4)
@given(games(), st.sampled_from([0.25, 0.5, 1]))
def test_any_moment_of_any_game_looks_as_numpy_paints_it(
    states: list[State], fraction: float
) -> None:
    transition = Transition.standing(states[0])
    for state in states[1:]:
        transition = transition.then(state)
    assert difference(scene(transition, fraction), 48) < 3


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
