import csv
import io
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.report_cards import (
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    ILL,
    UNANSWERED,
    few,
    grades,
    reflex,
    texts,
)
from pacgrid.autograder.reports.gradebook import defused, gradebook


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_each_submission_has_a_line():
    ada, ill, broken = read(gradebook([GOOD, ILL, BROKEN]))
    assert ada == {
        "submission": "good.py",
        "student": "Ada Lovelace",
        "identifier": "al1815",
        "reflex": "5",
        "minimax": "0",
        "total": "5",
        "possible": "11",
        "failure": "",
        "sandbox": "bubblewrap",
        "digest": "3f9a0c77b1d2e4",
    }
    assert ill["failure"] == "reflex: ValueError: [red]odd[/red] (a.py, line 3, in act)"
    assert broken["failure"] == "ValueError: [red]odd[/red] (a.py, line 3, in act)"


def test_hidden_tests_count_and_parts_of_points_are_told():
    (full,) = read(gradebook([FULL]))
    assert (full["reflex"], full["minimax"], full["total"]) == ("6", "5", "11")
    (part,) = read(gradebook([replace(GOOD, questions=(reflex(replace(GAMES, points=1 / 3)),))]))
    assert part["total"] == "0.33"


def test_no_grades_are_a_line_of_headings():
    assert gradebook([]) == "submission,student,identifier,total,possible,failure,sandbox,digest\n"


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


@given(texts)
def test_a_cell_says_what_was_said(text):
    assert defused(text).replace("'", "") == text.replace("'", "")


@few
@given(st.lists(grades, max_size=3))
def test_it_reads_back_to_what_was_written(batch):
    text = gradebook(batch)
    rows = read(text)
    assert text.count("\n") == len(batch) + 1
    for row, grade in zip(rows, batch, strict=True):
        assert row["submission"] == defused(grade.name)
        assert row["student"] == defused(grade.student)
        assert row["digest"] == defused(grade.digest)
        assert float(row["total"]) == pytest.approx(grade.points, abs=0.01)


@few
@given(grades)
def test_no_cell_starts_a_formula_for_whichever_separator(grade):
    told = gradebook([replace(grade, questions=(UNANSWERED,))])
    for separator in ",;":
        for row in csv.reader(io.StringIO(told, newline=""), delimiter=separator):
            assert not any(re.match(r"[=+\-@]", cell.strip()) for cell in row)
