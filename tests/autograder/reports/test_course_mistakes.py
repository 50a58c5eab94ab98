import csv
import io
from dataclasses import replace

from rich.console import Console

from helpers.grades import ASSIGNMENT, GAMES, GOOD, MISSING, UNANSWERED, reflex
from helpers.report_formats import checked_page
from helpers.reports import report
from pacgrid.autograder.model.diagnosis import Diagnosis, Finding, Verdict
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.course_mistakes import course_mistakes
from pacgrid.autograder.reports.feedback import as_page
from pacgrid.autograder.reports.gradebook import gradebook, mistakes_table
from pacgrid.autograder.reports.index_page import index_page
from pacgrid.autograder.reports.student_view import student_view

EQUAL = Finding("equal", "prunes on equality", section="section 6.2.3")
DEEP = Finding("deep", "looks one round too far ahead", section="section 6.2.1")
TWICE = Finding("twice", "expands every state twice")


def named(*findings: Finding, **options) -> Diagnosis:
    return Diagnosis(Verdict.NAMED, asked=4, right=1, findings=findings, **options)


def diagnosed(name: str, *diagnoses: Diagnosis | None, hidden: bool = False) -> Grade:
    """A submission with a test for each of `diagnoses`."""
    visibility = "hidden" if hidden else "visible"
    outcomes = (replace(GAMES, diagnosis=each, visibility=visibility) for each in diagnoses)
    return replace(
        GOOD,
        name=f"{name}.py",
        student=name,
        identifier=f"00{len(name)}",
        questions=(reflex(*outcomes), replace(UNANSWERED)),
    )


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
    first, *rest = csv.DictReader(io.StringIO(mistakes_table(COURSE), newline=""))
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
    named = csv.DictReader(io.StringIO(gradebook(COURSE), newline=""))
    assert next(named)["mistakes"] == "reflex: prunes on equality"


def test_the_index_links_each_student_to_the_feedback():
    page = checked_page(index_page(ASSIGNMENT, COURSE))
    links = [value for _, name, value in page.attributes if name == "href"]
    assert links.count("feedback/Eli.html") == 3, "for each mistake, and in the row of submissions"
    assert "4of 9" in page.text.replace("\n", "")
    assert "Hana (hidden test)" in page.text
    assert "next lecture" not in index_page(ASSIGNMENT, COURSE[-2:])


def test_a_mistake_in_a_hidden_test_is_not_in_the_feedback():
    assert EQUAL.title not in as_page(student_view(ASSIGNMENT, COURSE[7]))


def test_the_terminal_lists_the_mistakes_of_most_students():
    console = Console(width=120, file=io.StringIO(), record=True)
    console.print(report(ASSIGNMENT, COURSE))
    text = console.export_text()
    assert "4  prunes on equality" in text
    assert "next lecture" in text
