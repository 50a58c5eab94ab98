from dataclasses import replace

import pytest

from pacgrid.autograder.batch.grading_version import GradingVersion, RecordedGrade
from pacgrid.autograder.model.case_result import CaseResult, CaseStatus
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.reports.change_reasons import change_reasons

VERSION = GradingVersion("Tiny", "", "a1 q.1:a q.2:b", "pacgrid 1", "landlock")


def recorded(
    *points: float, digest: str = "d1", contents: str = "q.1:a q.2:b", **others: str
) -> RecordedGrade:
    outcomes = tuple(Outcome("t", "r", got, 2, number=n) for n, got in enumerate(points, start=1))
    grade = Grade("ada", (QuestionGrade("q", "A", 4, "A", outcomes),), digest=digest)
    return RecordedGrade(grade, replace(VERSION, assignment=f"a1 {contents}", **others))


OLD = recorded(1, 1)


@pytest.mark.parametrize(
    ("old", "now", "why"),
    [
        (OLD, OLD, []),
        (OLD, recorded(2, 1, digest="d2"), ["another submission"]),
        (OLD, recorded(2, 1, contents="q.1:c q.2:b"), ["changed: q.1"]),
        (OLD, recorded(1, 1, contents="q.1:c q.2:b"), []),
        (OLD, recorded(1, 1, 1, contents="q.1:a q.2:b q.3:c"), ["new: q.3"]),
        (OLD, recorded(1, contents="q.1:a"), ["gone: q.2"]),
        (OLD, recorded(0, 0), ["varies from run to run: q.1 and q.2"]),
        (OLD, recorded(2, 1, engine="pacgrid 2"), ["another version of Pacgrid: q.1"]),
        (
            OLD,
            recorded(2, 1, engine="pacgrid 2", sandbox="process"),
            ["another sandbox or another version of Pacgrid: q.1"],
        ),
        (
            replace(OLD, rule="on time"),
            replace(OLD, rule="2 days late"),
            ["lateness: on time → 2 days late"],
        ),
        (
            OLD,
            recorded(0, 2, digest="d2", contents="q.1:c q.2:b", engine="pacgrid 2"),
            ["another submission", "changed: q.1"],
        ),
    ],
)
def test_each_cause_is_named_with_the_tests_whose_points_it_changes(old, now, why):
    assert list(change_reasons(old, now)) == why


def test_a_question_that_waits_for_another_one_says_so():
    waiting = replace(OLD.grade.questions[0], unmet=("p",))
    now = replace(OLD, grade=replace(OLD.grade, questions=(waiting,)))
    assert change_reasons(OLD, now) == ("q: p isn't complete",)
    assert change_reasons(now, OLD) == ("q: p is complete",)


def test_test_cases_count_where_tests_have_no_points_of_their_own():
    def of(status: CaseStatus) -> RecordedGrade:
        case = CaseResult("q/1", status, weight=1)
        outcome = Outcome("q/1", "r", 0, 0, number=1, cases=(case,))
        question = QuestionGrade("q", "A", 1, "A", (outcome,), rule="weighted")
        return RecordedGrade(Grade("ada", (question,), digest="d1"), VERSION)

    assert change_reasons(of("failed"), of("passed")) == ("varies from run to run: q.1",)
    assert change_reasons(of("passed"), of("passed")) == ()
