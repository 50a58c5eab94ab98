"""What has changed since a submission was graded before."""

from dataclasses import replace

import pytest

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.diagnosis import Diagnosis, Finding, Verdict
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.question_grade import QuestionGrade
from pacgrid.autograder.reports.change_line import change_line
from pacgrid.autograder.reports.student_view import StudentView, student_view

DEEP, ZERO = Finding("deep", "looks one ply too far"), Finding("zero", "starts at 0")


def view(points: float, *findings: Finding) -> StudentView:
    """A grade for minimax, in which these mistakes were found."""
    verdict = Verdict.COMBINED if len(findings) > 1 else Verdict.NAMED
    diagnosis = Diagnosis(verdict, 3, 2, findings) if findings else None
    outcome = Outcome("trees", "right in 2 of 3", points, 5, diagnosis=diagnosis, number=1)
    question = QuestionGrade("minimax", "Minimax", 5, "Minimax", (outcome,))
    return student_view(Assignment.load("pacman"), replace(GRADE, questions=(question,)))


GRADE = Grade("my_agent.py", ())


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (view(2, DEEP), view(2, DEEP), ""),
        (view(2, DEEP), view(4), "2 → 4 of 5 points; fixed: minimax looks one ply too far"),
        (view(2, DEEP, ZERO), view(2, ZERO), "fixed: minimax looks one ply too far"),
        (
            view(2, DEEP),
            view(1, ZERO),
            "2 → 1 of 5 points; fixed: minimax looks one ply too far; new: minimax starts at 0",
        ),
    ],
)
def test_points_and_mistakes_that_are_gone_or_new_are_told(
    before: StudentView, after: StudentView, expected: str
) -> None:
    assert change_line(before, after) == expected
