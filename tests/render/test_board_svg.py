"""Boards as SVG, read again, and painted again by a painter of SVG."""

import re
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
from pacgrid.render.figures import hexed
from pacgrid.session.scene import Label, Marks, Scene, Transition, scene
from pacgrid.session.themes import DARK, Ink

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
