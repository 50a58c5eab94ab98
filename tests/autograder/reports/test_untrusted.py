"""Whatever a submission says, every report is well formed and says just that."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from helpers.grades import ASSIGNMENT, UNANSWERED, grades
from helpers.report_formats import checked_page
from helpers.reports import report
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.schema import JsonForm
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.json_reports import gradescope_results, to_json
from pacgrid.autograder.reports.pages import as_page, index_page
from pacgrid.autograder.reports.result_files import defused
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import as_text, plain_text
from pacgrid.common.sanitize import one_line

GRADES = JsonForm(Grade, "grade")
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""They command a terminal or change the direction of text."""


def check_pages(grade: Grade) -> None:
    page = checked_page(as_page(student_view(ASSIGNMENT, grade)))
    said = {grade.name, grade.student, grade.failure.message if grade.failure else ""}
    assert all(one_line(text) in page.text for text in said)
    assert one_line(grade.student) in checked_page(index_page(ASSIGNMENT, [grade])).text


def check_gradebook(grade: Grade) -> None:
    """It reads back to the grade, and no cell is a formula with either separator."""
    text = gradebook([grade])
    assert text.count("\n") == 2
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row["submission"] == defused(grade.name)
    assert row["student"] == defused(grade.student)
    assert row["digest"] == defused(grade.digest)
    if grade.missing or not grade.possible:
        assert row["total"] == ""
    else:
        assert float(row["total"]) == pytest.approx(grade.points, abs=0.01)
    without_numbers = gradebook([replace(grade, questions=(UNANSWERED,))])
    for separator in ",;":
        for cells in csv.reader(io.StringIO(without_numbers, newline=""), delimiter=separator):
            assert not any(re.match(r"[=+\-@]", cell.strip()) for cell in cells)


def check_gradescope(grade: Grade) -> None:
    data = gradescope_results(ASSIGNMENT, grade)
    formats = [data["output_format"], data["test_output_format"], data["test_name_format"]]
    formats += [test[key] for test in data["tests"] for key in ("name_format", "output_format")]
    assert set(formats) == {"text"}
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()


def check_json(grade: Grade) -> None:
    """It doesn't matter whether the journal kept the grade in between."""
    kept = GRADES.read(GRADES.dump(grade))
    assert json.dumps(to_json(ASSIGNMENT, [grade])) == json.dumps(to_json(ASSIGNMENT, [kept]))


@settings(max_examples=15)
@given(grades, grades)
def test_every_report_of_any_grade_is_well_formed(grade, other):
    for check in (check_pages, check_gradebook, check_gradescope, check_json):
        check(grade)
    view = student_view(ASSIGNMENT, grade)
    for text in (
        *(as_text(view), as_page(view), gradebook([grade, other])),
        plain_text(report(ASSIGNMENT, [grade], show_hidden=True)),
        plain_text(report(ASSIGNMENT, [grade, other])),
    ):
        text.encode()
        assert not CONTROLS.search(text)
