"""The page of all submissions, for staff."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from ..assignments.assignment import Assignment
from ..course.lateness import NO_COURSE_ROWS, CourseRow
from ..model.grade import Grade
from .course_mistakes import course_mistakes, grade_mistakes
from .file_names import file_names
from .report import reasons
from .student_view import UNANSWERED, student_view
from .template import template


def index_page(
    assignment: Assignment,
    grades: Sequence[Grade],
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> str:
    """For staff: a page of all mistakes and submissions, with hidden tests and links to the
    feedback."""
    handed_in = [grade for grade in grades if not grade.missing]
    rows = [
        {
            "name": grade.name,
            "student": grade.student,
            "identifier": grade.identifier,
            "questions": grade.questions,
            "points": grade.points,
            "possible": grade.possible,
            "visible": student_view(assignment, grade) if assignment.has_hidden_tests else None,
            "missing": grade.missing,
            "rule": _rule(course_rows, grade),
            "failures": list(reasons(grade)),
            "mistakes": grade_mistakes(grade),
            "link": quote(f"feedback/{file}"),
        }
        for grade, file in zip(grades, file_names([grade.name for grade in grades]), strict=True)
    ]
    return template("index.html.j2")(
        title=assignment.title,
        questions=grades[0].questions if grades else (),
        unanswered=UNANSWERED[assignment.unanswered],
        average=sum(grade.points for grade in handed_in) / max(1, len(handed_in)),
        failed=sum(grade.failure is not None for grade in handed_in),
        missing=sum(grade.missing for grade in grades),
        levels=sorted({grade.sandbox for grade in grades if grade.sandbox}),
        mistakes=course_mistakes(grades),
        rows=rows,
    )


def _rule(course_rows: Mapping[str, CourseRow], grade: Grade) -> str:
    """Which rule about dates counted; "" if there is none, or nothing was handed in."""
    course_row = course_rows.get(grade.name)
    return course_row.line(grade) if course_row and not grade.missing else ""
