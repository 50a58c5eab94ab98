"""The gradebook and the table of mistakes: CSV for any spreadsheet, without formulas."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

from ..course.lateness import LATE_DAYS_HEADINGS, NO_COURSE_ROWS, CourseRow, decimal
from ..model.amount import amount
from ..model.fault import UNREPORTED
from ..model.grade import Grade
from ..model.question_grade import QuestionGrade
from .course_mistakes import course_mistakes, grade_mistakes
from .report import reasons

_FORMULA_STARTS = ("=", "+", "-", "@", "\N{MINUS SIGN}")
"""A cell that starts with one of these may be a formula."""
_NEXT_CELL = re.compile(r";(?=\s*(.))")
"""Where spreadsheets of countries with decimal commas start another cell, even within quotes."""


_COURSE = (
    *("section", "with", "submitted", "due", "late", "late days used", "late days left"),
    *("rule", "points that count"),
)


def gradebook(
    grades: Sequence[Grade], course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS
) -> str:
    """CSV: a header, and a row for each submission. Includes hidden tests. The cell of a
    question is empty if nothing of it was tested; in the total, it counts as the assignment says.
    Students who handed in nothing have no points, not even 0.

    With `course_rows`, by the names of the grades, a row also says when and with whom it was handed
    in, which rule counted, and the points after that."""
    names = [question.name for question in grades[0].questions] if grades else []
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\n")
    head = ["submission", "student", "identifier"]
    table.writerow(
        [
            *head,
            *map(defused, names),
            "total",
            "possible",
            *(_COURSE if course_rows else ()),
            "failure",
            "mistakes",
            "sandbox",
            "digest",
        ]
    )
    for grade in grades:
        table.writerow(
            [
                *map(defused, (grade.name, grade.student, grade.identifier)),
                *map(_points, grade.questions),
                "" if grade.total is None else amount(grade.total),
                amount(grade.possible),
                *(map(defused, _course_cells(course_rows, grade)) if course_rows else ()),
                *map(defused, (next(reasons(grade), ""), "; ".join(grade_mistakes(grade)))),
                *map(defused, (grade.sandbox, grade.digest)),
            ]
        )
    return output.getvalue()


def _points(question: QuestionGrade) -> str:
    return amount(question.points) if question.outcomes else ""


def _course_cells(course_rows: Mapping[str, CourseRow], grade: Grade) -> list[str]:
    course_row = course_rows.get(grade.name, CourseRow())
    final, left = course_row.final(grade), course_row.late_days_left
    used = str(course_row.lateness.used) if course_row.lateness else ""
    return [
        course_row.section,
        "; ".join(course_row.partners),
        *(course_row.submitted, course_row.due, course_row.late),
        *(used, "" if left is None else str(left)),
        *(course_row.rule, "" if final is None else decimal(final)),
    ]


def with_names(text: str, grades: Sequence[Grade]) -> str:
    """The gradebook `text` with a row for each of `grades`, with no more than who it is."""
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\n")
    head = next(csv.reader([text.partition("\n")[0]]))
    for grade in grades:
        known = {
            "submission": grade.name,
            "student": grade.student,
            "identifier": grade.identifier,
            "failure": UNREPORTED,
        }
        table.writerow([defused(known.get(column, "")) for column in head])
    return text + output.getvalue()


def late_days_table(rows: Iterable[tuple[Grade, CourseRow]]) -> str:
    """CSV: a header, and a row for each submission, with the late days that it used. Other
    assignments of the course read it."""
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\n")
    table.writerow(LATE_DAYS_HEADINGS)
    for grade, course_row in rows:
        used, left = course_row.lateness, course_row.late_days_left
        cells = [
            *(grade.identifier, grade.student or grade.name, course_row.submitted, course_row.due),
            *(course_row.late, str(used.used) if used else "0", "" if left is None else str(left)),
            course_row.rule,
        ]
        table.writerow(map(defused, cells))
    return output.getvalue()


def mistakes_table(grades: Sequence[Grade]) -> str:
    """CSV: a header, and a row for each mistake, those of most submissions first. Includes hidden
    tests."""
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\n")
    head = ["mistake", "kind", "section", "questions", "students", "only in hidden tests"]
    table.writerow([*head, "names", "identifiers"])
    for row in course_mistakes(grades):
        identifiers = [case.grade.identifier for case in row.cases]
        table.writerow(
            [
                defused(row.mistake.title),
                "remark" if row.mistake.is_remark else "mistake",
                defused(row.mistake.section),
                defused("; ".join(row.questions)),
                len(row.cases),
                sum(case.is_hidden for case in row.cases),
                defused("; ".join(case.student for case in row.cases)),
                defused("; ".join(filter(None, identifiers))),
            ]
        )
    return output.getvalue()


def defused(text: str) -> str:
    """`text` with an apostrophe before everything that a spreadsheet could take for a formula."""
    safe = _NEXT_CELL.sub(lambda match: ";'" if _is_formula(match[1]) else ";", text)
    return f"'{safe}" if _is_formula(safe) else safe


def _is_formula(text: str) -> bool:
    """Whether `text` starts like a formula, after spaces; full-width signs count too."""
    return normalize("NFKC", text.lstrip()).startswith(_FORMULA_STARTS)
