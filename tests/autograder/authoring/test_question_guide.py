import doctest
import sys
from importlib import import_module
from xml.etree import ElementTree as ET

import pytest

from helpers.course import course
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.question_guide import QuestionGuide
from pacgrid.autograder.kinds.illustration import Illustration

SHIPPED = Assignment.load("pacman")


def illustration(guide: QuestionGuide) -> Illustration:
    assert guide.illustration
    return guide.illustration


@pytest.mark.parametrize("question", SHIPPED.questions, ids=lambda question: question.name)
def test_a_right_answer_prints_what_the_example_says(question, monkeypatch):
    shown = illustration(QuestionGuide.of(question, "answers"))
    monkeypatch.setitem(sys.modules, "answers", import_module(f"pacgrid.agents.{question.name}"))
    examples = doctest.DocTestParser().get_doctest(shown.example, {}, question.name, None, 0)
    assert bool(examples.examples) == bool(question.agent)
    assert doctest.DocTestRunner().run(examples).failed == 0


@pytest.mark.parametrize("question", SHIPPED.questions, ids=lambda question: question.name)
def test_every_question_has_a_figure(question):
    guide = QuestionGuide.of(question, "answers")
    assert ET.fromstring(guide.figure).tag.endswith("svg")
    assert len(guide.tests) == len(question.tests)


def drawn(*positions: str, **changes: object) -> QuestionGuide:
    """The guide to a question with these positions."""
    test = {"kind": "positions", "search": "minimax", "depth": 1, "points": 1, **changes}
    question = {"name": "q", "agent": "Mine", "points": 1}
    tests = [{**test, "positions": list(positions)}]
    data = {"title": "t", "questions": [{**question, "tests": tests}]}
    return QuestionGuide.of(Assignment.model_validate(data).questions[0], "answers")


ONE_BEST = "%%%%%%%\n%  P.1%\n%%%%%%%"
TWO_BEST = "%%%%%%%%\n%. .P. %\n%%%%%%1%\n%%%%%%%%"


def test_the_example_has_one_best_action_if_a_position_has():
    assert "**east** is best" in illustration(drawn(TWO_BEST, ONE_BEST)).caption
    shown = illustration(drawn(TWO_BEST))
    assert "**east** or **west** is best" in shown.caption
    assert shown.example == ""


def test_options_are_those_of_the_test():
    options = {"depth": 3, "evaluation": "linear", "caution": 0.5}
    example = illustration(drawn(ONE_BEST, options=options)).example
    assert "Mine(depth=3, evaluation=evaluation_named('linear'), caution=0.5)" in example
    assert "from pacgrid.search import evaluation_named" in example


def test_goals_say_what_points_are_for(tmp_path):
    question = course(tmp_path).question("minimax")
    goals = dict(QuestionGuide.of(question, "answers").tests)
    assert goals["the best action in 2 positions, 1 round ahead"] == (
        "the best action in each of 2 positions, a share for each, found by a right search, with "
        "at most 5,000 successors each: 1.5 points"
    )


def test_a_question_with_trees_alone_shows_one():
    tree = "MAX\n  MIN: 3 12\n  MIN: 2 4"
    guide = drawn(kind="search", trees=[tree], generate=2)
    shown = illustration(guide)
    assert "finds that **north** is best" in shown.caption
    assert ET.fromstring(guide.figure).tag.endswith("svg")
    assert guide.tests[0][0] == "the best action in 1 tree and 2 generated positions, 1 round ahead"
    generated, counts = guide.notes
    assert "generated so that common mistakes" in generated
    assert "the search itself counts" in counts


def test_the_notes_say_how_points_follow_from_the_tests():
    question = SHIPPED.questions[0].model_copy(
        update={"rule": "all", "extra": 1.0, "requires": ["minimax", "search"]}
    )
    assert QuestionGuide.of(question, "answers").notes[:2] == (
        "All tests must pass; 1 point extra for full points.",
        "It gives points only if minimax and search got all points.",
    )
