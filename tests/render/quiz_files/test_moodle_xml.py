"""Moodle XML: as an importer reads it."""

import re
from base64 import b64decode
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from pacgrid import quiz
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.quizzes.generator import generate
from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_kinds import KINDS
from pacgrid.render.quiz_files.moodle_xml import SHARES, moodle_xml

FIELD = re.compile(r"\{1:(\w+):((?:[^}\\]|\\.)*)\}")
BOOK = quiz("book")


def questions(found: Quiz) -> list[Any]:
    category, *rest = ET.fromstring(moodle_xml(found))
    assert category.get("type") == "category"
    return rest


def fields(element: Any) -> list[tuple[str, list[str]]]:
    """The kind and the options of each field in the text."""
    text = element.findtext("questiontext/text")
    return [(kind, options.split("~")) for kind, options in FIELD.findall(text)]


@pytest.mark.parametrize("kind", KINDS)
def test_each_question_has_a_name_a_text_a_picture_and_an_explanation(kind: str) -> None:
    for element in questions(generate(kind, count=2)):
        assert element.findtext("name/text")
        text = element.findtext("questiontext/text")
        assert 'src="@@PLUGINFILE@@/tree.png"' in text
        picture = element.find("questiontext/file")
        assert (picture.get("name"), picture.get("encoding")) == ("tree.png", "base64")
        assert b64decode(picture.text)[:8] == b"\x89PNG\r\n\x1a\n"
        assert element.findtext("generalfeedback/text").startswith("<pre>")


def test_pruned_leaves_are_a_multiple_choice_worth_1_in_all() -> None:
    (element,) = questions(quiz("book", ["pruning"]))
    assert element.get("type") == "multichoice"
    assert element.findtext("single") == "false"
    shares = {a.findtext("text"): float(a.get("fraction")) for a in element.findall("answer")}
    assert {leaf for leaf, share in shares.items() if share > 0} == {"4", "6"}
    assert sum(share for share in shares.values() if share > 0) == 100


@pytest.mark.parametrize(("number", "share"), SHARES.items())
def test_shares_add_up(number: int, share: str) -> None:
    assert number * float(share) == pytest.approx(100, abs=0.001)


def test_without_a_pruned_leaf_each_leaf_has_a_field() -> None:
    (element,) = questions(quiz("monotonic", ["pruning"]))
    assert element.get("type") == "cloze"
    assert fields(element) == [("MULTICHOICE", ["=visited", "pruned"])] * 4


def test_a_move_is_a_single_choice() -> None:
    (element,) = questions(quiz("book", ["move"]))
    assert element.findtext("single") == "true"
    right = [a.findtext("text") for a in element.findall("answer") if a.get("fraction") == "100"]
    assert right == ["a1"]


def test_values_are_numbers_in_the_text() -> None:
    (element,) = questions(quiz("gamble", ["expected"]))
    assert fields(element) == [("NUMERICAL", ["=-1.1:0.0001"])]


def test_where_a_bound_is_infinite_all_are_texts() -> None:
    (element,) = questions(quiz("book", ["bounds"]))
    kinds, options = zip(*fields(element), strict=True)
    assert set(kinds) == {"SHORTANSWER"}
    assert {"=-inf", "=−∞"} <= set(options[0])
    assert {"=3", "=3.0"} <= set(options[2])


def test_an_order_has_a_field_for_each_place() -> None:
    (element,) = questions(quiz("book", ["order"]))
    right = [
        next(option[1:] for option in options if option[0] == "=") for _, options in fields(element)
    ]
    assert right == ["3", "12", "8", "a (2)", "14", "5", "b (2)", "nothing more", "nothing more"]


def test_signs_of_the_format_are_escaped() -> None:
    tree = DrawnTree.parse("MAX\n  a}~=<b>: 3\n  c]]>: 4")
    (element,) = questions(quiz(tree, ["move"]))
    assert [a.findtext("text") for a in element.findall("answer")] == ["a}~=<b>", "c]]>"]
    tree = DrawnTree.parse("MAX\n  go}{~: CHANCE\n    1/2: 4\n    1/2: 9\n  stay: 1")
    (element,) = questions(quiz(tree, ["certainty_equivalent"], utility="sqrt"))
    assert [kind for kind, _ in fields(element)] == ["NUMERICAL", "NUMERICAL", "MULTICHOICE"]
