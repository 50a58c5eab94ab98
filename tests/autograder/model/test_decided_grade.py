from dataclasses import replace

import pytest

from helpers.decisions import decision
from pacgrid.autograder.model.decided_grade import decided
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.grade_json import dump_grade, read_grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade, with_unmet
from pacgrid.autograder.model.staff_decision import StaffDecision
from pacgrid.common.failure import Failure


def question(name: str, *points: float, **others: object) -> QuestionGrade:
    """One with tests of 2 points each, of which a submission got so many."""
    outcomes = tuple(Outcome("t", "r", got, 2, number=n) for n, got in enumerate(points, start=1))
    full = {"possible": 2.0 * len(points), **others}
    return QuestionGrade(name=name, asks_for="A", answer="A", outcomes=outcomes, **full)  # type: ignore[arg-type]


GRADE = Grade("ada", (question("p", 0, 1), question("q", 2, 2)))


@pytest.mark.parametrize(
    ("decisions", "questions", "total"),
    [
        ([decision("points", "p.1", 2)], [3, 4], 7),
        ([decision("points", "p.1", 0)], [1, 4], 5),
        ([decision("add", "p.2", 0.5)], [1.5, 4], 5.5),
        ([decision("add", "p.2", 2)], [2, 4], 6),
        ([decision("add", "p.2", -2)], [0, 4], 4),
        ([decision("points", "p", 4)], [4, 4], 8),
        ([decision("regrade", "p", 3, answer="yes")], [3, 4], 7),
        ([decision("regrade", "p", answer="no")], [1, 4], 5),
        ([decision("add", "p", 2), decision("points", "p.1", 2)], [4, 4], 8),
        ([decision("add", "p", 1), decision("add", "p", 1)], [3, 4], 7),
        ([decision("add", "q", 1)], [1, 4], 5),
        ([decision("points", "", 6)], [1, 4], 6),
        ([decision("add", "", 4), decision("points", "p", 4)], [4, 4], 12),
        ([decision("comment", "p.1"), decision("comment")], [1, 4], 5),
        ([decision("exempt", "p")], [0, 4], 4),
    ],
)
def test_points_follow_from_decisions_and_the_computed_ones_stay(decisions, questions, total):
    grade = decided(GRADE, decisions)
    assert [each.points for each in grade.questions] == questions
    assert (grade.points, grade.total) == (total, total)
    assert grade.computed == 5
    assert [each.computed for each in grade.questions] == [1, 4]
    assert [o.computed for q in grade.questions for o in q.outcomes] == [0, 1, 2, 2]
    assert grade.decisions == tuple(decisions)
    assert read_grade(dump_grade(grade)) == (grade, "", None)


def computed(grade: Grade, *decisions: StaffDecision) -> list[float | None]:
    return [each.computed for each in decided(grade, decisions).decisions]


def test_a_decision_says_what_was_computed():
    assert computed(GRADE, decision("points", "p.1", 2), decision("comment", "q")) == [0, None]
    assert computed(GRADE, decision("add", "q.1", -1), decision("add", "", 1)) == [2, 4]


@pytest.mark.parametrize(
    ("made", "to_check"),
    [
        (decision("add", "p.2", 1.5), "p.2: that makes 2.5 points, and 2 count"),
        (decision("add", "p", -2), "p: that makes -1 points, and 0 count"),
        (decision("add", "p", 3), ""),
        (decision("add", "", -9), "the total: that makes -4 points, and 0 count"),
        (decision("add", "", 8), ""),
    ],
)
def test_points_that_do_not_count_are_to_check(made, to_check):
    (one,) = decided(GRADE, [made]).decisions
    assert one.to_check == to_check
    assert one.mend == ("correct it" if to_check else one.mend)


def test_without_decisions_nothing_is_decided():
    assert decided(GRADE, []) is GRADE


def test_an_exempt_question_is_left_out_of_what_is_possible():
    grade = decided(GRADE, [decision("exempt", "p")])
    assert (grade.points, grade.possible) == (4, 4)


def test_an_exempt_student_has_no_total():
    grade = decided(GRADE, [decision("exempt")])
    assert (grade.total, grade.is_exempt, grade.computed) == (None, True, 5)


def test_by_the_rule_all_a_test_that_is_set_to_full_points_is_passed():
    grade = Grade("ada", (question("p", 0, 2, rule="all", extra=1.0),))
    assert decided(grade, [decision("points", "p.1", 2)]).points == 5
    assert decided(grade, [decision("points", "p.1", 1)]).points == 0


def test_a_question_that_is_set_to_full_points_is_complete_for_those_that_require_it():
    waiting = question("q", 2, requires=("p",))
    grade = Grade("ada", with_unmet([question("p", 0), waiting]))
    assert grade.points == 0
    assert decided(grade, [decision("points", "p", 2)]).points == 4
    assert decided(grade, [decision("points", "p.1", 2)]).points == 4
    assert decided(grade, [decision("exempt", "p")]).points == 2
    assert decided(grade, [decision("points", "q", 1)]).points == 1


def test_a_test_that_was_not_run_can_get_points():
    failure = Failure("SyntaxError")
    broken = Grade(
        "ada", (replace(question("p", 0, 0), answer=None, outcomes=(), failure=failure),)
    )
    grade = decided(broken, [decision("points", "p.1", 2)])
    assert (grade.points, grade.decisions[0].computed) == (2, 0)
    by_all = replace(broken, questions=(replace(broken.questions[0], rule="all"),))
    grade = decided(by_all, [decision("points", "p.1", 2)])
    assert grade.points == 0
    assert grade.decisions[0].to_check.endswith("this changes nothing: decide about p")


def test_who_handed_in_nothing_can_get_points():
    nothing = replace(question("p", 0), answer=None, outcomes=(), failure=Failure("nothing"))
    missing = Grade("ada", (nothing,), missing=True)
    assert decided(missing, [decision("points", "", 1)]).total == 1
    assert decided(missing, [decision("comment")]).total is None
