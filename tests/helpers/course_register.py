"""Rosters, dates and hand-ins of small courses."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from pacgrid.autograder.course.dates import CourseRow, Dates
from pacgrid.autograder.course.register import CountedGrade
from pacgrid.autograder.course.roster import CourseError, CsvTable, Roster, RosterStudent
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.autograder.submissions.submission import Submission


def refusal(function: Callable[..., object], *arguments: object) -> str:
    """What the CourseError says that the call raises."""
    with pytest.raises(CourseError) as error:
        function(*arguments)
    return str(error.value)


def roster(text: str | bytes, source: str = "roster.csv") -> Roster:
    content = text if isinstance(text, bytes) else text.encode()
    return Roster.of(CsvTable.parse(content, source))


def dates(course: str = "", assignment: str = "") -> Dates:
    """Of an assignment that is due on 30 October, one minute before midnight in Berlin."""
    text = f"""
zone = "Europe/Berlin"
{course}

[[assignments]]
title = "HW 1"
due = 2026-10-30T23:59:00
{assignment}

[[assignments]]
title = "HW 2"
due = 2026-11-13T23:59:00
"""
    return Dates.parse(text, Path("course/dates.toml"), "HW 1")


def hand_in(
    identifier: str,
    time: str = "",
    code: str = "",
    *,
    is_late: bool = False,
    entry: str = "",
) -> Submission:
    """What the student with that identifier handed in at a time such as `2026-10-30 12:00`."""
    return Submission(
        identifier,
        (("agent.py", code.encode()),),
        "agent.py",
        student=identifier,
        identifier=identifier,
        submitted=datetime.fromisoformat(time) if time else None,
        is_late=is_late,
        entry=entry,
    )


def collected(*submissions: Submission, ignored: tuple[str, ...] = ()) -> Collection:
    return Collection(submissions, ignored, is_single=False)


def student(found: Roster, identifier: str) -> RosterStudent:
    known = found.find(identifier)
    assert known is not None
    return known


def graded(submission: Submission, points: float = 4) -> Grade:
    """The grade of a submission that has so many of 5 points."""
    outcome = Outcome("a test", "done", points, 5)
    return Grade(
        submission.name,
        (QuestionGrade("reflex", "Reflex", 5, "Reflex", (outcome,)),),
        failure=submission.problem,
        missing=submission.missing,
        student=submission.student,
        identifier=submission.identifier,
        digest=submission.digest,
    )


def result(
    found: Roster, identifier: str, points: float = 4, course_row: CourseRow | None = None
) -> CountedGrade:
    """The result of the student with that identifier."""
    who = student(found, identifier)
    submission = Submission(who.name, student=who.name, identifier=who.identifier)
    return CountedGrade(graded(submission, points), course_row or CourseRow(), who)
