import json
from dataclasses import replace

import pytest

from helpers.course_grades import DEEP, GAMES, LEFT, RIGHT, course_grade, question, trees
from pacgrid.autograder.model.aim import counted
from pacgrid.autograder.model.case_result import CaseResult
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade, with_unmet
from pacgrid.common.failure import Failure

BROKEN = Failure("ValueError: odd", "  File ...")
GRADE = Grade(
    "a.py",
    (
        QuestionGrade("reflex", "Reflex", 3, "Reflex", (
            Outcome("a test", "won", 2, 2),
            Outcome("another", "lost", 0, 1, failure=BROKEN, place="game 3"),
            Outcome("a third", "lost", 0, 1, failure=BROKEN, place="game 1"),
        )),
        QuestionGrade("minimax", "Minimax", 5, None),
        QuestionGrade("expectimax", "Expectimax", 7, None, failure=Failure("no way")),
    ),
)  # fmt: skip


def test_points_are_added_up():
    assert (GRADE.points, GRADE.possible) == (2, 15)


def test_a_failed_question_was_attempted_and_an_unanswered_one_was_not():
    assert GRADE.attempted == 10


def test_a_failure_is_listed_once_with_the_place_where_it_came_first():
    assert dict(GRADE.questions[0].failures) == {BROKEN: "game 3"}


def test_everything_is_in_the_json():
    data = json.loads(json.dumps(GRADE.to_json()))
    assert data["points"] == 2
    assert data["attempted_points"] == 10
    assert data["possible_points"] == 15
    reflex = data["questions"][0]
    assert reflex["tests"][1]["failure"] == {
        "message": "ValueError: odd",
        "frames": "  File ...",
        "position": "",
    }
    assert data["questions"][1]["answered"] is False


@pytest.mark.parametrize(
    ("cases", "shown"),
    [
        ([LEFT, RIGHT], ["q2/2-right: chose Left, expected Right"]),
        (
            [
                CaseResult(f"q2/{n}", "failed", f"returned {n} (int): return an action")
                for n in "4567"
            ],
            ["q2/4 and 3 more: return an action"],
        ),
        ([CaseResult(f"q2/{n}", "raised", "ValueError: odd") for n in "12"], ["q2/1", "q2/2"]),
    ],
)
def test_test_cases_that_fail_alike_are_listed_together(cases, shown):
    assert [str(part) for part in trees(*cases).parts] == shown


def test_a_test_that_is_a_single_case_has_no_parts():
    failed = replace(
        DEEP, cases=(CaseResult("q3/a-game", "failed", "chose wrong in 1 of 2 moves"),)
    )
    assert not failed.parts


@pytest.mark.parametrize(
    ("nodes", "unpruned", "failure", "said"),
    [
        (None, None, None, ""),
        (0, 142, None, "never asked for a successor"),
        (0, None, BROKEN, ""),
        (1, None, None, "asked for 1 successor"),
        (1420, 1420, None, "asked for 1,420 successors"),
        (28, 142, None, "asked for 28 successors; a full search asks for 142"),
    ],
)
def test_the_successors_that_a_search_asks_for_are_put_into_words(nodes, unpruned, failure, said):
    outcome = Outcome("a test", "", 0, 1, failure=failure, nodes=nodes, unpruned_nodes=unpruned)
    assert outcome.successors == said


def test_counts_have_the_singular_or_the_plural():
    assert [counted(n, "win") for n in (0, 1, 2, 0.5)] == ["0 wins", "1 win", "2 wins", "0.5 wins"]


def test_points_follow_from_test_cases_and_from_required_questions():
    wrong, right = course_grade(LEFT, RIGHT), course_grade(LEFT)
    assert [question.points for question in wrong.questions] == [3, 0, 0]
    assert [question.points for question in right.questions] == [3, 7, 3]
    assert [question.unmet for question in wrong.questions] == [(), (), ("q2",)]
    assert (right.points, right.possible) == (13, 12)
    assert wrong.to_json()["questions"][2]["unmet"] == ["q2"]


def test_a_required_question_that_is_not_graded_does_not_matter():
    (alone,) = with_unmet([question("q3", DEEP)])
    assert alone.points == 3


@pytest.mark.parametrize(
    ("outcome", "is_passed"),
    [
        (trees(LEFT), True),
        (trees(LEFT, RIGHT), False),
        (Outcome("2 game trees", "couldn't be loaded", 0, 0, failure=BROKEN), False),
        (GAMES, False),
        (Outcome("a test", "won", 2, 2, failure=BROKEN), True),
        (Outcome("a test", "lost", 1, 2), False),
    ],
)
def test_a_test_is_passed_with_all_points_and_all_test_cases(outcome, is_passed):
    assert outcome.is_passed == is_passed
    assert outcome.is_lacking == (not is_passed or outcome.failure is not None)


def test_a_question_whose_tests_could_not_be_loaded_has_no_points():
    broken = Outcome("2 game trees", "couldn't be loaded", 0, 0, failure=BROKEN)
    assert question("q2", broken, trees(LEFT)).points == 0
    assert question("q2").points == 0
