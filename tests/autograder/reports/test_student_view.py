from dataclasses import replace

import pytest

from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    GAMES,
    GOOD,
    HIDDEN,
    ODD,
    PASSED,
    UNANSWERED,
    failing,
    reflex,
    secret,
)
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.reports.student_view import student_view


def test_points_are_those_of_visible_tests_and_staff_can_see_all():
    view = student_view(ASSIGNMENT, GOOD)
    assert (view.points, view.attempted, view.possible) == (2, 3, 7)
    assert [question.points for question in view.questions] == [2, 0]
    assert [question.possible for question in view.questions] == [3, 4]
    view = student_view(ASSIGNMENT, GOOD, show_hidden=True)
    assert (view.points, view.attempted, view.possible, view.hidden_points) == (5, 6, 11, 0)
    assert [test.outcome.is_hidden for test in view.questions[0].tests] == [False, True]
    question = student_view(ASSIGNMENT, replace(GOOD, questions=(reflex(secret(6)),))).questions[0]
    assert question.problem == "answered; its tests are not shown here"
    assert (question.points, question.possible, question.tests) == (0, 0, ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("returned None (x); legal actions: a", "returned None (x); legal actions: b"),
        ("A can't be built: its __init__ must accept b", "A can't be built: its __init__ must c"),
        ("e returned 1 (S); it must return a number", "e returned 2 (S); it must return a number"),
    ],
)
def test_similar_failures_are_explained_at_the_first_question(one, other):
    grade = Grade(
        "a.py", (failing("reflex", one, other), failing("minimax", other, place="game 2"))
    )
    first, second = student_view(ASSIGNMENT, grade).questions
    (failure,) = first.failures
    assert failure.message == one
    assert failure.places == ["reflex.1, game 1", "reflex.2, game 1", "minimax.1, game 2"]
    assert first.explained_in == ()
    assert (second.failures, second.explained_in) == ((), ("reflex",))


def test_a_failure_is_placed_in_a_visible_test_even_if_a_hidden_one_had_it_first():
    hidden = Outcome("x", "failed", 0, 3, failure=ODD, place="game 9", visibility="hidden")
    shown = Outcome("y", "failed", 0, 3, failure=ODD, place="game 2", number=2)
    view = student_view(ASSIGNMENT, Grade("a.py", (reflex(hidden, shown), UNANSWERED)))
    assert view.questions[0].failures[0].places == ["reflex.2, game 2"]


def test_the_output_is_that_of_the_first_visible_test_without_all_points():
    outcomes = (
        replace(PASSED, output="passed"),
        replace(HIDDEN, points=0, output="hidden"),
        replace(GAMES, output="first\x1b[2J\n"),
        replace(GAMES, output="second"),
    )
    view = student_view(ASSIGNMENT, Grade("a.py", (reflex(*outcomes, points=12), UNANSWERED)))
    assert view.questions[0].printed == "first�[2J"


def test_a_question_without_points_says_why():
    mine = Grade("a.py", (reflex(GAMES), replace(UNANSWERED, reason="Mine takes no\ndepth")))
    for grade, problem in (
        (mine, "not answered: Mine takes no depth"),
        (GOOD, "not answered: no Minimax"),
        (BROKEN, "not tested"),
    ):
        assert student_view(ASSIGNMENT, grade).questions[1].problem == problem
