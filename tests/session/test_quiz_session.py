"""Answering questions by keys and clicks, without a pixel."""

from collections.abc import Iterable

import pytest

from pacgrid import quiz
from pacgrid.session.diagram import Diagram, Words
from pacgrid.session.quiz_session import QuizSession
from pacgrid.session.session import NextAction

BOOK = ["values", "move", "pruning", "order"]


def session(keys: Iterable[str] = (), kinds: list[str] | None = None) -> QuizSession:
    found = QuizSession(quiz("book", kinds or BOOK))
    for key in keys:
        found.press(key)
    return found


def words(found: QuizSession, board: int) -> list[str]:
    scene = found.frame().boards[board].scene
    assert isinstance(scene, Diagram)
    return [part.text for part in scene.parts if isinstance(part, Words)]


def facts(found: QuizSession) -> dict[str, str]:
    return {fact.label: fact.value for fact in found.frame().caption.facts}


def test_values_are_typed_part_by_part_and_stand_in_the_tree() -> None:
    found = session(["3", "tab", "-", "4", "backspace", "5", "down", "2"])
    assert found.answers.written == ["3", "-5", "2", ""]
    assert {"3", "-5", "2"} <= set(words(found, 0))
    assert words(found, 1)[2] == "The value of C: 2_"


def test_enter_checks_and_then_explains_with_the_search() -> None:
    found = session([*"3", "down", *"two", "enter"])
    assert words(found, 1) == [
        "The value of A: 3   right",
        "The value of B: two   not right",
        "   'two' is not a number",
        "The value of C:    not right",
        "The value of D:    not right",
    ]
    found.press("enter")
    assert facts(found)["step"].startswith("0 of ")
    found.press("right")
    assert facts(found)["step"].startswith("1 of ")
    found.press("escape")
    assert facts(found)["question"] == "1 of 4"
    assert found.next_action is None


def test_another_letter_takes_the_results_back() -> None:
    found = session([*"3", "enter"])
    assert found.answers.results
    found.press("4")
    assert not found.answers.results


def test_leaves_are_clicked_and_taken_back() -> None:
    found = session(["right", "right"])
    nodes = [node.label for node in found.answers.question.tree.nodes]
    for label in ("4", "12", "6", "12"):
        found.choose_target(nodes.index(label))
    assert found.answers.written == ["4, 6"]
    found.press("enter")
    assert facts(found)["solved"] == "1 of 4"


def test_leaves_in_order_have_their_numbers() -> None:
    found = session(["right"] * 3)
    for number in (2, 3):
        found.choose_target(number)
    assert found.answers.written == ["3, 12"]
    assert {"1", "2"} <= set(words(found, 0))


def test_a_move_is_chosen_by_number_or_click() -> None:
    found = session(["right", "2"])
    assert found.answers.written == ["a2"]
    nodes = [node.label for node in found.answers.question.tree.nodes]
    found.choose_target(nodes.index("B"))
    assert found.answers.written == ["a1"]
    found.press("x")
    found.press("9")
    assert found.answers.written == ["a1"]
    found.press("backspace")
    assert found.answers.written == [""]


def test_a_click_on_a_node_or_a_line_goes_to_its_part() -> None:
    found = session()
    nodes = [node.label for node in found.answers.question.tree.nodes]
    found.choose_target(nodes.index("C"))
    assert found.answers.current == 2
    found.choose_target(len(nodes) + 1)
    assert found.answers.current == 1
    found.choose_target(10_000)


def test_the_help_opens_and_escape_closes() -> None:
    found = session(["?"])
    assert found.frame().sheet
    found.press("x")
    assert not found.frame().sheet
    found.press("escape")
    assert found.next_action is NextAction.QUIT


def test_held_keys_type_nothing_twice() -> None:
    found = session()
    found.press("3")
    found.press("3", repeated=True)
    assert found.answers.written[0] == "3"
    found.press("backspace", repeated=True)
    assert found.answers.written[0] == ""


@pytest.mark.parametrize("kind", ["bounds", "count"])
def test_parts_without_a_node_of_their_own_are_only_in_the_list(kind: str) -> None:
    found = session(["7"], [kind])
    assert "7" not in words(found, 0)
    assert "7_" in words(found, 1)[0]


def test_time_only_matters_in_an_explanation() -> None:
    found = session(["enter", "enter", " "])
    found.advance(0.6)
    assert facts(found)["step"].startswith("1 of ")
    found.seek(3)
    assert facts(found)["step"].startswith("3 of ")
    found.choose_target(1)
    assert found.frame().boards[0].title == "the search"
