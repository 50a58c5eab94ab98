import json
from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given

from helpers.course_grades import DEEP, LEFT, RIGHT, course_grade, question, trees
from helpers.course_grades import GAMES as COURSE_GAMES
from helpers.diagnoses import BOARD, TREE, diagnosed_grade, diagnosis
from helpers.diagnoses import outcome as diagnosed
from helpers.grades import FULL, GAMES, GOOD, ILL, grades
from pacgrid.autograder.model.grade import (
    Grade,
    QuestionGrade,
    with_unmet,
)
from pacgrid.autograder.model.outcome import OUTCOMES, CaseResult, Outcome, counted
from pacgrid.autograder.model.schema import JsonForm
from pacgrid.autograder.reports.json_reports import as_json
from pacgrid.common.failure import Failure

GRADES = JsonForm(Grade, "grade")
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
    without_file = QuestionGrade("reflex", "Reflex", 5, None, failure=BROKEN, reason="no file")
    assert not without_file.answered


def test_a_failure_is_listed_once_with_the_place_where_it_came_first():
    assert dict(GRADE.questions[0].failures) == {BROKEN: "game 3"}


def test_everything_is_in_the_json():
    data = json.loads(json.dumps(as_json(GRADE)))
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
    assert as_json(wrong)["questions"][2]["unmet"] == ["q2"]


def test_a_required_question_that_is_not_graded_does_not_matter():
    (alone,) = with_unmet([question("q3", DEEP)])
    assert alone.points == 3


@pytest.mark.parametrize(
    ("outcome", "is_passed"),
    [
        (trees(LEFT), True),
        (trees(LEFT, RIGHT), False),
        (Outcome("2 game trees", "couldn't be loaded", 0, 0, failure=BROKEN), False),
        (COURSE_GAMES, False),
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


@pytest.mark.parametrize("grade", [GOOD, ILL, FULL], ids=lambda grade: grade.name)
def test_a_grade_is_read_as_it_was(grade):
    assert GRADES.read(GRADES.dump(grade)) == grade


def test_an_outcome_is_read_as_it_was_with_its_seconds():
    outcome = OUTCOMES.read(OUTCOMES.dump(replace(GAMES, seconds=2.5)))
    assert outcome == GAMES
    assert outcome.seconds == 2.5


@pytest.mark.parametrize("root", [TREE, BOARD])
def test_a_diagnosis_is_read_as_it_was_and_told_to_programs(root):
    outcome = diagnosed(diagnosis("chooses_lowest", root=root))
    assert OUTCOMES.read(OUTCOMES.dump(outcome)) == outcome
    (test,) = json.loads(json.dumps(as_json(diagnosed_grade(outcome))))["questions"][0]["tests"]
    assert test["diagnosis"]["findings"][0]["mistake"] == "chooses_lowest"
    assert test["diagnosis"]["counterexample"]["drawing"] == str(root)


@given(grades)
def test_whatever_is_handed_in_makes_one_line_that_can_be_kept_and_read(grade):
    text = GRADES.dump(grade)
    assert "\n" not in text
    text.encode()
    read = GRADES.read(text)
    assert GRADES.dump(read) == text
    assert [q.points for q in read.questions] == [q.points for q in grade.questions]


@pytest.mark.parametrize("points", [nan, inf])
def test_points_that_are_no_number_are_refused(points):
    with pytest.raises(ValueError, match="JSON compliant"):
        OUTCOMES.dump(replace(GAMES, points=points))


TEXT = OUTCOMES.dump(replace(GAMES, nodes=3, visibility="hidden"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "EOF"),
        ("{}", "outcome: Field required"),
        (GRADES.dump(GOOD), "outcome: Field required"),
        (TEXT.replace('"points": 2', '"points": NaN'), "outcome.points: .* finite"),
        (TEXT.replace('"points": 2', '"points": 1e999'), "outcome.points: .* finite"),
        (TEXT.replace('"points": 2', '"points": "2"'), "outcome.points: .* valid number"),
        (TEXT.replace('"nodes"', '"nodez"'), "outcome.nodez"),
        (TEXT.replace('"hidden"', '"seen"'), "outcome.visibility"),
    ],
)
def test_what_is_no_outcome_is_refused_in_one_line(text, what):
    with pytest.raises(ValueError, match=what) as told:
        OUTCOMES.read(text)
    assert "\n" not in str(told.value)


def test_what_is_no_grade_is_refused():
    with pytest.raises(ValueError, match="is no grade: grade: Field required"):
        GRADES.read(TEXT)
