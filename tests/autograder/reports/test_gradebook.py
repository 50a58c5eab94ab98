import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given

from helpers.grades import (
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
from pacgrid.autograder.reports.gradebook import defused, gradebook


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
