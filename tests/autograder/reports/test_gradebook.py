"""The grades of a course: the gradebook and tables as CSV, and its mistakes."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given

from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    ILL,
    MISSING,
    UNANSWERED,
    reflex,
    texts,
)
from helpers.report_formats import checked_page
from helpers.reports import report
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.diagnosis import Diagnosis, Finding, Verdict
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.reports.gradebook import course_mistakes, gradebook, mistakes_table
from pacgrid.autograder.reports.pages import index_page
from pacgrid.autograder.reports.result_files import defused
from pacgrid.autograder.reports.student_view import StudentView, student_view
from pacgrid.autograder.reports.terminal_report import change_line, plain_text


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_each_submission_has_a_row_with_hidden_points():
    good, ill, broken, full = read(gradebook([GOOD, ILL, BROKEN, FULL]))
    assert good == {
        "submission": "good.py",
        "student": "Ada Lovelace",
        "identifier": "al1815",
        "reflex": "5",
        "minimax": "",
        "total": "5",
        "possible": "11",
        "failure": "",
        "mistakes": "",
        "sandbox": "bubblewrap",
        "digest": "3f9a0c77b1d2e4",
    }
    assert ill["failure"] == "reflex: ValueError: [red]odd[/red] (a.py, line 3, in act)"
    assert broken["failure"] == "ValueError: [red]odd[/red] (a.py, line 3, in act)"
    assert (full["reflex"], full["minimax"], full["total"]) == ("6", "5", "11")
    third = replace(GOOD, questions=(reflex(replace(GAMES, points=1 / 3)),))
    assert read(gradebook([third]))[0]["total"] == "0.33"
    nothing = replace(GOOD, questions=(replace(UNANSWERED, name="reflex"), UNANSWERED))
    (row,) = read(gradebook([nothing]))
    assert (row["minimax"], row["total"], row["possible"]) == ("", "0", "10")


@pytest.mark.parametrize(
    "cell",
    [
        *("Ada", "a=b", "'=1+1", "'+1", "'-1", "'−1", "'@SUM(A1)", "'  =1", "'＠x", "'﹢1"),
        *("'\N{NO-BREAK SPACE}=1", "'\N{IDEOGRAPHIC SPACE}＝1", "Ada;'=1", "Ada;' @x; b"),
    ],
)
def test_no_cell_is_a_formula(cell):
    assert defused(cell.replace("'", "")) == cell


@given(texts)
def test_defusing_only_adds_apostrophes(text):
    assert defused(text).replace("'", "") == text.replace("'", "")


EQUAL = Finding("equal", "prunes on equality", section="section 6.2.3")
DEEP = Finding("deep", "looks one round too far ahead", section="section 6.2.1")
TWICE = Finding("twice", "expands every state twice")


def named(*findings: Finding, **options) -> Diagnosis:
    return Diagnosis(Verdict.NAMED, asked=4, right=1, findings=findings, **options)


def diagnosed(name: str, *diagnoses: Diagnosis | None, hidden: bool = False) -> Grade:
    """A submission with a test for each of `diagnoses`."""
    visibility = "hidden" if hidden else "visible"
    outcomes = (replace(GAMES, diagnosis=each, visibility=visibility) for each in diagnoses)
    who = {"name": f"{name}.py", "student": name, "identifier": f"00{len(name)}"}
    return replace(GOOD, **who, questions=(reflex(*outcomes), UNANSWERED))


COURSE = [
    diagnosed("Ada", named(EQUAL), named(EQUAL)),
    diagnosed("Ben", named(EQUAL, remarks=(TWICE,))),
    diagnosed("Cem", named(DEEP, EQUAL)),
    diagnosed("Dora", named(EQUAL, DEEP)),
    diagnosed("Eli", Diagnosis(Verdict.COMBINED, 4, 1, (EQUAL, DEEP))),
    diagnosed("Fay", Diagnosis(Verdict.UNEXPLAINED, 4, 1)),
    diagnosed("Gus", Diagnosis(Verdict.UNSTABLE, 4, 1)),
    diagnosed("Hana", named(EQUAL), hidden=True),
    diagnosed("Ida", Diagnosis(Verdict.RIGHT, 4, 4), None),
    MISSING,
]
ROWS = [
    ("prunes on equality", ["Ada", "Ben", "Eli", "Hana"]),
    ("looks one round too far ahead, or prunes on equality", ["Cem", "Dora"]),
    ("behaves differently when it is asked the same again", ["Gus"]),
    ("goes wrong in a way that no known mistake explains", ["Fay"]),
    ("looks one round too far ahead", ["Eli"]),
    ("expands every state twice", ["Ben"]),
]
"""By mistake: the students. What can't be told apart is a mistake of its own."""


def test_each_mistake_is_counted_once_for_each_student():
    rows = course_mistakes(COURSE)
    assert [(row.mistake.title, [case.student for case in row.cases]) for row in rows] == ROWS
    assert [row.mistake.title for row in rows if row.mistake.is_remark] == [TWICE.title]
    assert [case.student for row in rows for case in row.cases if case.is_hidden] == ["Hana"]


def test_the_csv_has_names_sections_and_questions():
    first, *rest = read(mistakes_table(COURSE))
    assert first == {
        "mistake": "prunes on equality",
        "kind": "mistake",
        "section": "section 6.2.3",
        "questions": "reflex",
        "students": "4",
        "only in hidden tests": "1",
        "names": "Ada; Ben; Eli; Hana",
        "identifiers": "003; 003; 003; 004",
    }
    assert [row["mistake"] for row in rest] == [title for title, _ in ROWS[1:]]
    assert read(gradebook(COURSE))[0]["mistakes"] == "reflex: prunes on equality"


def test_the_index_links_each_student_to_the_feedback_and_the_terminal_lists_most_mistakes():
    page = checked_page(index_page(ASSIGNMENT, COURSE))
    links = [value for _, name, value in page.attributes if name == "href"]
    assert links.count("feedback/Eli.html") == 3, "for each mistake, and in the row of submissions"
    assert "4of 9" in page.text.replace("\n", "")
    assert "Hana (hidden test)" in page.text
    assert "next lecture" not in index_page(ASSIGNMENT, COURSE[-2:])
    text = plain_text(report(ASSIGNMENT, COURSE))
    assert "4  prunes on equality" in text
    assert "next lecture" in text


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
