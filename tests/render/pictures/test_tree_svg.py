"""Diagrams and search trees as SVG."""

from xml.etree import ElementTree as ET

import pytest

from helpers.search_trees import LECTURE, search_tree
from pacgrid.render.pictures.diagram_svg import diagram_svg
from pacgrid.render.pictures.tree_svg import tree_svg
from pacgrid.session.diagram import Diagram, TextRun, Words
from pacgrid.session.themes import LIGHT, THEMES
from pacgrid.session.tree_diagram import tree_diagram

TREE = search_tree(LECTURE)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_has_the_parts_of_the_diagram_and_words_for_screen_readers(theme: str) -> None:
    diagram, root = tree_diagram(TREE, 9), ET.fromstring(tree_svg(TREE, 9, theme=theme))
    title, description, background, *elements = root
    assert title.text == diagram.description
    assert (description.text or "").startswith("▲ MAX")
    assert background.tag == f"{SVG}rect"
    assert len(elements) == len(diagram.parts)
    assert [each.text for each in elements if each.tag == f"{SVG}text"] == [
        part.text for part in diagram.parts if isinstance(part, Words)
    ]


def test_text_from_strangers_is_escaped() -> None:
    hostile = "<script>\x1b]]>&\u202e"
    diagram = Diagram(1, 1, (Words(hostile, (0, 0)),), ((TextRun(hostile),),), description=hostile)
    root = ET.fromstring(diagram_svg(diagram, LIGHT))
    assert {each.text for each in root if each.text} == {"<script>\ufffd]]>&\ufffd"}


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="theme: must be one of dark, light"):
        tree_svg(TREE, theme="pink")
    with pytest.raises(ValueError, match="there is no step -1: the steps are 0 to"):
        tree_svg(TREE, -1)
