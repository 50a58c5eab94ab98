"""SVG: what `pacgrid.svg` draws and refuses, diagrams, and boards read and painted again."""

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pacgrid
from helpers.mazes import games
from helpers.painters import (
    HUNT,
    HUNT_MARKS,
    as_array,
    by_cell,
    drawn,
    scene_svg,
    standing,
    with_svg,
)
from helpers.search_trees import LECTURE, search_tree
from pacgrid import Action, Arrow, Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.games.board_setup import BoardSetup
from pacgrid.render.board_svg import (
    MOUTH_STEP,
    display_list,
)
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.render.svg import tree_svg
from pacgrid.session.frame import (
    Diagram,
    Label,
    Marks,
    Scene,
    TextRun,
    Transition,
    Words,
    scene,
)
from pacgrid.session.themes import DARK, LIGHT, THEMES, Ink, hexed
from pacgrid.session.tree_diagram import tree_diagram

LAYOUT = Layout.parse("%%%%%%%%\n%P.o..1%\n%......%\n%%%%%%%%")
STATE = State.initial(LAYOUT)
SVG = "{http://www.w3.org/2000/svg}"
TREE = search_tree(LECTURE)


def groups(text: str) -> list[ET.Element]:
    """Everything that is placed on the board, from the bottom up."""
    found = ET.fromstring(text).iter(f"{SVG}g")
    return [group for group in found if group.get("transform") or group.get("fill")]


def colour_of(group: ET.Element) -> str | None:
    return group[-1].get("fill")


def test_a_state_a_layout_and_the_end_of_a_record_where_pacman_looks_are_pictures() -> None:
    record = play(LAYOUT, [RandomAgent(), RandomAgent()], seed=1)
    *_, end = record.states()
    assert pacgrid.svg(STATE) == pacgrid.svg(LAYOUT)
    x, y = end.pacman
    assert f"Pac-Man at ({x}, {y})" in pacgrid.svg(record)
    went = [move.action for move in record.moves[::2] if move.action is not Action.STOP]
    assert (pacgrid.svg(record) != pacgrid.svg(end)) == (went[-1] is not Action.EAST)


def test_ground_is_below_the_dots_and_arrows_and_labels_on_top() -> None:
    picture = pacgrid.svg(
        STATE,
        fill={(2, 1): "danger", (3, 1): "#11223380"},
        arrows=[((1, 2), (3, 1)), Arrow((2, 2), (2, 2), "#abcdef")],
        labels={(4, 1): "go", (5, 1): -12.34},
    )
    ground, alpha, food, capsules, *agents, arrow, ring, word, number = groups(picture)
    assert (colour_of(ground), ground.get("opacity")) == (hexed(DARK.danger), "0.55")
    assert (colour_of(alpha), alpha.get("opacity")) == ("#112233", "0.502")
    assert (food.get("fill"), capsules.get("fill")) == (hexed(DARK.food), hexed(DARK.capsule))
    assert len(agents) == 2
    assert (arrow.get("transform"), colour_of(arrow)) == (
        "translate(300 300)",
        hexed(DARK.best),
    )
    assert ring[0].get("stroke") == "#abcdef"
    assert [word[0].text, number[0].text] == ["go", "-12"]


def test_colours_are_those_of_the_theme_and_the_size_that_of_the_longer_side() -> None:
    picture = pacgrid.svg(STATE, theme="light", fill={(1, 1): "good"})
    assert colour_of(groups(picture)[0]) == hexed(LIGHT.good)
    assert hexed(LIGHT.background) in picture
    for text, size in ((picture, ("192", "96")), (pacgrid.svg(STATE, size=100), ("100", "50"))):
        root = ET.fromstring(text)
        assert (root.get("width"), root.get("height")) == size


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"state": 3}, "state: must be a State, a Layout or a Record, not 3"),
        ({"arrows": [3]}, "arrows: 3 is not an Arrow or a pair of cells"),
        ({"arrows": [(1, 2)]}, "arrows: 1 is not a cell (x, y)"),
        ({"arrows": [((1, 2), (8, 2))]}, "arrows: (8, 2) is not on the board, which has 8 x 4"),
        ({"fill": {(1, 2): "mauve"}}, "fill: 'mauve' is not a colour; use #rrggbb, #rrgg"),
        ({"fill": {(1, 2): 7}}, "fill: 7 is not a colour; use"),
        ({"labels": {(1, -1): 7}}, "labels: (1, -1) is not on the board"),
        ({"labels": {"ab": 7}}, "labels: 'ab' is not a cell (x, y)"),
        ({"theme": "pink"}, "theme: must be one of dark, light, colour-blind"),
        ({"size": 0}, "size: must be at least 1 pixel, not 0"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        pacgrid.svg(**{"state": STATE, **options})
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


def test_a_record_of_another_game_is_a_picture_of_its_last_position() -> None:
    setup = BoardSetup.load("tictactoe")
    record = play(setup, [load_agent("random_agent"), load_agent("random_agent")])
    picture = pacgrid.svg(record, size=200, title="A game")
    assert "<title>A game</title>" in picture
    assert 'height="200"' in picture or 'width="200"' in picture
    for call, problem in (
        (lambda: pacgrid.svg(record, arrows=[((1, 1), (2, 1))]), "arrows: only boards of Pac-Man"),
        (lambda: tree_svg(TREE, theme="pink"), "theme: must be one of dark, light"),
        (lambda: tree_svg(TREE, -1), "there is no step -1: the steps are 0 to"),
    ):
        with pytest.raises(ValueError, match=problem):
            call()


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_has_the_parts_of_the_diagram_and_words_for_screen_readers(theme: str) -> None:
    diagram, root = tree_diagram(TREE, 9), ET.fromstring(tree_svg(TREE, 9, theme=theme))
    title, description, background, *elements = root
    assert title.text == diagram.description
    assert (description.text or "").startswith("▲ MAX")
    assert background.tag == f"{SVG}rect"
    assert len(elements) == len(diagram.parts)
    words = [part.text for part in diagram.parts if isinstance(part, Words)]
    assert [each.text for each in elements if each.tag == f"{SVG}text"] == words


def test_text_from_strangers_is_escaped() -> None:
    hostile = "<script>\x1b]]>&\u202e"
    diagram = Diagram(1, 1, (Words(hostile, (0, 0)),), ((TextRun(hostile),),), description=hostile)
    root = ET.fromstring(diagram_svg(diagram, LIGHT))
    assert {each.text for each in root if each.text} == {"<script>\ufffd]]>&\ufffd"}
    text = scene_svg(standing(drawn()), title="</title><script>\x00 & 'x'")
    (title,) = elements_of(text, "title")
    assert title.text == "</title><script>\ufffd & 'x'"


def elements_of(text: str, tag: str) -> list[ET.Element]:
    return ET.fromstring(text).findall(f".//{SVG}{tag}")


def difference(seen: Scene, cell: int) -> float:
    """How far the SVG is from SDL's in the cell where it is farthest."""
    off = np.abs(with_svg(seen, cell, DARK).astype(float) - as_array(seen, cell, DARK))
    return float(by_cell(off, cell).max())


@settings(max_examples=4)
@given(games(), st.sampled_from([0.25, 0.5, 1]))
def test_any_moment_of_any_game_looks_as_the_window_paints_it(
    states: list[State], fraction: float
) -> None:
    transition = Transition.standing(states[0])
    for state in states[1:]:
        transition = transition.then(state)
    assert difference(scene(transition, fraction), 48) < 3


def test_a_screen_reader_hears_who_is_where_and_labels() -> None:
    labels = Label((2, 2), "12.3", Ink.VALUE), Label((3, 2), "-∞", Ink.BEST)
    state = drawn("ghost 1: (6.5, 3) west, scared 30")
    text = scene_svg(replace(standing(state), marks=Marks(labels=labels)))
    assert ET.fromstring(text).get("role") == "img"
    (title,) = elements_of(text, "title")
    assert title.text == (
        "Pac-Man at (1, 3), ghost 1 at (6.5, 3) scared; 13 food and 2 capsules left"
    )
    assert [each.text for each in elements_of(text, "text")] == ["12.3", "-∞"]
    assert {each.get("stroke") for each in elements_of(text, "text")} == {hexed(DARK.background)}


def test_the_largest_shipped_board_is_small_and_pacman_has_few_figures() -> None:
    one, other = (scene_svg(standing(State.initial(Layout.load("arcade")))) for _ in range(2))
    assert len(one) < 24_000
    assert one == other
    assert not re.search(r"\d\.\d\d", one)
    way = Transition(HUNT, HUNT.successor(HUNT.legal_actions()[0]))
    moments = [scene(way, step / 100) for step in range(101)]
    seen = {display_list(moment).figures[0].figure for moment in moments}
    assert len(seen) == 42 // MOUTH_STEP + 1
    gone = scene(Transition.standing(HUNT), 1, vanished=1)
    assert len(display_list(gone).figures) == len(gone.ghosts)
    marked = replace(standing(HUNT), marks=HUNT_MARKS)
    assert not [each for each in display_list(marked, letters=False).figures if each.text]
