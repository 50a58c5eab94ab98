from dataclasses import replace

import pytest

from helpers.report_cards import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    HIDDEN,
    HIDDEN_POINTS,
    ILL,
    ODD,
    PASSED,
    SECRET,
    UNANSWERED,
    reflex,
    secret,
)
from pacgrid.autograder.grade import Grade, Outcome, QuestionGrade
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.common.failure import Failure


def test_points_are_those_of_visible_tests():
    view = student_view(ASSIGNMENT, GOOD)
    assert (view.points, view.attempted, view.possible) == (2, 3, 7)
    assert [question.points for question in view.questions] == [2, 0]
    assert [question.possible for question in view.questions] == [3, 4]


@pytest.mark.parametrize("grade", [GOOD, ILL, BROKEN, FULL], ids=lambda grade: grade.name)
def test_hidden_points_are_the_same_whatever_was_handed_in(grade):
    assert student_view(ASSIGNMENT, grade).hidden_points == HIDDEN_POINTS


def test_staff_can_see_everything():
    view = student_view(ASSIGNMENT, GOOD, show_hidden=True)
    assert (view.points, view.attempted, view.possible, view.hidden_points) == (5, 6, 11, 0)
    assert [test.is_hidden for test in view.questions[0].tests] == [False, True]


def test_nothing_of_a_hidden_test_is_in_it():
    grade = replace(GOOD, questions=(reflex(GAMES, secret()), UNANSWERED))
    assert SECRET in repr(student_view(ASSIGNMENT, grade, show_hidden=True))
    assert SECRET not in repr(student_view(ASSIGNMENT, grade))


def test_what_comes_of_hidden_tests_and_how_many_there_are_changes_nothing():
    one, two = (
        student_view(ASSIGNMENT, replace(GOOD, questions=(reflex(*outcomes), UNANSWERED)))
        for outcomes in ([GAMES, HIDDEN], [secret(1), GAMES, secret(2)])
    )
    assert one == two


def test_a_question_with_nothing_but_hidden_tests_says_no_more_than_that():
    question = student_view(ASSIGNMENT, replace(GOOD, questions=(reflex(secret(6)),))).questions[0]
    assert question.problem == "answered; its tests are not shown here"
    assert (question.points, question.possible, question.tests) == (0, 0, ())


def failing(name: str, *messages: str, place: str = "game 1") -> QuestionGrade:
    outcomes = (
        Outcome("a test", "failed", 0, 1, failure=Failure(message), place=place)
        for message in messages
    )
    return QuestionGrade(name, name.title(), len(messages), name.title(), tuple(outcomes))


def test_one_kind_of_failure_is_told_of_the_first_question_that_has_it():
    one, other = "returned None (NoneType); legal were a", "returned None (NoneType); legal were b"
    grade = Grade(
        "a.py", (failing("reflex", one, other), failing("minimax", other, place="game 2"))
    )
    first, second = student_view(ASSIGNMENT, grade).questions
    (trouble,) = first.failures
    assert trouble.message == one
    assert trouble.places == ("reflex, game 1", "minimax, game 2")
    assert first.explained_in == ()
    assert (second.failures, second.explained_in) == ((), ("reflex",))


def test_a_failure_that_a_hidden_test_had_first_is_told_of_the_visible_one():
    hidden = Outcome("x", "failed", 0, 3, failure=ODD, place="game 9", visibility="hidden")
    shown = Outcome("y", "failed", 0, 3, failure=ODD, place="game 2")
    view = student_view(ASSIGNMENT, Grade("a.py", (reflex(hidden, shown), UNANSWERED)))
    assert view.questions[0].failures[0].places == ("reflex, game 2",)


def test_what_was_printed_is_of_the_first_visible_test_that_lacks_points():
    outcomes = (
        replace(PASSED, output="passed"),
        replace(HIDDEN, points=0, output="hidden"),
        replace(GAMES, output="first\x1b[2J\n"),
        replace(GAMES, output="second"),
    )
    view = student_view(ASSIGNMENT, Grade("a.py", (reflex(*outcomes, points=12), UNANSWERED)))
    assert view.questions[0].printed == "first�[2J"


def test_why_a_question_has_no_points_is_told():
    grade = Grade("a.py", (reflex(GAMES), replace(UNANSWERED, reason="Mine takes no\ndepth")))
    assert (
        student_view(ASSIGNMENT, grade).questions[1].problem == "not answered: Mine takes no depth"
    )
    assert student_view(ASSIGNMENT, GOOD).questions[1].problem == "not answered: no Minimax"
    assert student_view(ASSIGNMENT, BROKEN).questions[1].problem == "not tested"
