"""The gradebook: a table that every spreadsheet opens and that commands none."""

import csv
import io
import re
from collections.abc import Sequence
from unicodedata import normalize

from pacgrid.autograder.grade import Grade
from pacgrid.autograder.reports.amount import amount
from pacgrid.autograder.reports.report import reasons

_FORMULA_STARTS = ("=", "+", "-", "@", "\N{MINUS SIGN}")
"""What a formula can start with."""
_NEXT_CELL = re.compile(r";(?=\s*(.))")
"""Where another cell starts for the spreadsheets of countries with decimal commas, whatever the
quotes say."""


def gradebook(grades: Sequence[Grade]) -> str:
    """A line of CSV for each submission, below a line of headings; hidden tests count."""
    names = [question.name for question in grades[0].questions] if grades else []
    told = io.StringIO()
    table = csv.writer(told, lineterminator="\n")
    head = ["submission", "student", "identifier"]
    table.writerow(
        [*head, *map(defused, names), "total", "possible", "failure", "sandbox", "digest"]
    )
    for grade in grades:
        table.writerow(
            [
                *map(defused, (grade.name, grade.student, grade.identifier)),
                *(amount(question.points) for question in grade.questions),
                amount(grade.points),
                amount(grade.possible),
                *map(defused, (next(reasons(grade), ""), grade.sandbox, grade.digest)),
            ]
        )
    return told.getvalue()


def defused(text: str) -> str:
    """`text` with an apostrophe before everything that a spreadsheet could take for a formula."""
    told = _NEXT_CELL.sub(lambda found: ";'" if _is_formula(found[1]) else ";", text)
    return f"'{told}" if _is_formula(told) else told


def _is_formula(text: str) -> bool:
    """Whether `text` starts like a formula, after spaces; full-width signs count too."""
    return normalize("NFKC", text.lstrip()).startswith(_FORMULA_STARTS)
