import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given

from helpers.decisions import decision
from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    ILL,
    MISSING,
    UNANSWERED,
    few,
    reflex,
    texts,
)
from helpers.report_formats import checked_page
from pacgrid.autograder.model.decided_grade import decided
from pacgrid.autograder.reports.gradebook import defused, gradebook
from pacgrid.autograder.reports.index_page import index_page
from pacgrid.autograder.reports.report import to_json


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_each_submission_has_a_row_with_hidden_points():
    third = replace(GOOD, questions=(reflex(replace(GAMES, points=1 / 3)),))
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
    assert read(gradebook([third]))[0]["total"] == "0.33"


def test_an_unanswered_question_counts_as_the_assignment_says():
    unanswered = replace(UNANSWERED, name="reflex")
    rows = [
        replace(grade, unanswered=rule)
        for grade in (GOOD, replace(GOOD, questions=(unanswered, UNANSWERED)))
        for rule in ("zero", "left out")
    ]
    cells = [(row["minimax"], row["total"], row["possible"]) for row in read(gradebook(rows))]
    assert cells == [("", "5", "11"), ("", "5", "6"), ("", "0", "10"), ("", "", "0")]


def test_who_handed_in_nothing_has_a_row_without_points():
    (row,) = read(gradebook([MISSING]))
    assert (row["submission"], row["failure"]) == ("Eve Absent", "nothing was handed in")
    assert (row["reflex"], row["minimax"], row["total"], row["possible"]) == ("", "", "", "11")


def test_without_grades_there_is_only_the_header():
    heading = "submission,student,identifier,total,possible,failure,mistakes,sandbox,digest\n"
    assert gradebook([]) == heading


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Ada", "Ada"),
        ("a=b", "a=b"),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("−1", "'−1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("\N{NO-BREAK SPACE}=1", "'\N{NO-BREAK SPACE}=1"),
        ("\N{IDEOGRAPHIC SPACE}＝1", "'\N{IDEOGRAPHIC SPACE}＝1"),
        ("＠x", "'＠x"),
        ("﹢1", "'﹢1"),
        ("Ada;=1", "Ada;'=1"),
        ("Ada; @x; b", "Ada;' @x; b"),
    ],
)
def test_no_cell_is_a_formula(text, cell):
    assert defused(text) == cell


@few
@given(texts)
def test_defusing_only_adds_apostrophes(text):
    assert defused(text).replace("'", "") == text.replace("'", "")


def test_computed_points_stand_beside_what_was_decided():
    changed = decision("points", "reflex.1", 3, changed=("the test has changed",))
    grades = [decided(GOOD, [changed]), decided(FULL, [decision("exempt", "minimax")]), ILL]
    good, full, ill = read(gradebook(grades))
    assert (good["reflex"], good["total"], good["computed total"]) == ("6", "6", "5")
    assert good["decisions"] == (
        "reflex.1: 3 points instead of 2, decided by Dr. Okafor on 2026-11-03: why"
    )
    assert good["to check"] == "reflex.1: the test has changed"
    assert (full["minimax"], full["total"], full["possible"]) == ("exempt", "6", "6")
    assert (ill["computed total"], ill["decisions"], ill["to check"]) == ("0", "", "")
    page = checked_page(index_page(ASSIGNMENT, grades)).text
    assert "Decisions to look at" in page
    assert "computed: 5" in page
    data = to_json(ASSIGNMENT, grades)["submissions"][0]
    test = data["questions"][0]["tests"][0]
    assert (data["points"], data["computed_points"]) == (6, 5)
    assert (test["points"], test["computed_points"]) == (3, 2)
    assert data["decisions"][0]["by"] == "Dr. Okafor"
