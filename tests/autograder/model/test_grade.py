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
from pacgrid.autograder.diagnosis.evaluation_warnings import BLIND_TO_GHOSTS, INFINITE
from pacgrid.autograder.model.diagnosis import EvaluationReport, EvaluationWarning, merged
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


def test_points_are_added_up_and_a_failed_question_was_attempted_and_an_unanswered_one_was_not():
    assert (GRADE.points, GRADE.attempted, GRADE.possible) == (2, 10, 15)
    data = json.loads(json.dumps(as_json(GRADE)))
    keys = ("points", "attempted_points", "possible_points")
    assert [data[key] for key in keys] == [2, 10, 15]
    told = data["questions"][0]["tests"][1]["failure"]
    assert told == {"message": "ValueError: odd", "frames": "  File ...", "position": ""}
    assert data["questions"][1]["answered"] is False
    without_file = QuestionGrade("reflex", "Reflex", 5, None, failure=BROKEN, reason="no file")
    assert not without_file.answered


def test_a_failure_is_listed_once_with_the_place_where_it_came_first():
    assert dict(GRADE.questions[0].failures) == {BROKEN: "game 3"}


ALIKE = [CaseResult(f"q2/{n}", "failed", f"returned {n} (int): return an action") for n in "4567"]
RAISED = [CaseResult(f"q2/{n}", "raised", "ValueError: odd") for n in "12"]
ALONE = CaseResult("q3/a-game", "failed", "chose wrong in 1 of 2 moves")


@pytest.mark.parametrize(
    ("outcome", "shown"),
    [
        (trees(LEFT, RIGHT), ["q2/2-right: chose Left, expected Right"]),
        (trees(*ALIKE), ["q2/4 and 3 more: return an action"]),
        (trees(*RAISED), ["q2/1", "q2/2"]),
        (replace(DEEP, cases=(ALONE,)), []),
    ],
    ids=["one fails", "they fail alike", "they raise", "the test is a single case"],
)
def test_test_cases_that_fail_alike_are_listed_together(outcome, shown):
    assert [str(part) for part in outcome.parts] == shown


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
    assert [counted(n, "win") for n in (0, 1, 2, 0.5)] == ["0 wins", "1 win", "2 wins", "0.5 wins"]


UNLOADED = Outcome("2 game trees", "couldn't be loaded", 0, 0, failure=BROKEN)


def test_points_follow_from_test_cases_and_from_required_questions():
    wrong, right = course_grade(LEFT, RIGHT), course_grade(LEFT)
    assert [question.points for question in wrong.questions] == [3, 0, 0]
    assert [question.points for question in right.questions] == [3, 7, 3]
    assert [question.unmet for question in wrong.questions] == [(), (), ("q2",)]
    assert (right.points, right.possible) == (13, 12)
    assert as_json(wrong)["questions"][2]["unmet"] == ["q2"]
    (alone,) = with_unmet([question("q3", DEEP)])
    assert alone.points == 3, "a required question that is not graded does not matter"
    for outcomes in ([], [UNLOADED, trees(LEFT)]):
        assert question("q2", *outcomes).points == 0


@pytest.mark.parametrize(
    ("outcome", "is_passed"),
    [
        (trees(LEFT), True),
        (trees(LEFT, RIGHT), False),
        (UNLOADED, False),
        (COURSE_GAMES, False),
        (Outcome("a test", "won", 2, 2, failure=BROKEN), True),
        (Outcome("a test", "lost", 1, 2), False),
    ],
)
def test_a_test_is_passed_with_all_points_and_all_test_cases(outcome, is_passed):
    assert outcome.is_passed == is_passed
    assert outcome.is_lacking == (not is_passed or outcome.failure is not None)


def test_grades_and_outcomes_are_read_as_they_were():
    for grade in (GOOD, ILL, FULL):
        assert GRADES.read(GRADES.dump(grade)) == grade
    outcome = OUTCOMES.read(OUTCOMES.dump(replace(GAMES, seconds=2.5)))
    assert (outcome, outcome.seconds) == (GAMES, 2.5)


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
    with pytest.raises(ValueError, match="is no grade: grade: Field required"):
        GRADES.read(TEXT)
    for points in (nan, inf):
        with pytest.raises(ValueError, match="JSON compliant"):
            OUTCOMES.dump(replace(GAMES, points=points))


def test_reports_of_several_tests_on_an_evaluation_are_one():
    blind = EvaluationWarning(BLIND_TO_GHOSTS, "the same in all", is_general=True)
    endless = EvaluationWarning(INFINITE, "inf")
    found = merged([EvaluationReport(20, (blind, endless)), EvaluationReport(4, (blind, endless))])
    assert (found.warnings, found.positions) == ((blind, endless), 24)
    refuting = EvaluationReport(5, (), (BLIND_TO_GHOSTS.mistake,))
    found = merged([EvaluationReport(5, (blind, endless)), refuting])
    assert found.warnings == (endless,), "another test refutes what is said in general"
    assert merged([]) is None
