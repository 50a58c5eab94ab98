"""What students must not learn about hidden tests, in everything that they see."""

import json
import re
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given

from helpers.diagnoses import diagnosis
from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    HIDDEN,
    SECRET,
    UNANSWERED,
    outcomes,
    reflex,
    secret,
    texts,
)
from pacgrid.autograder.diagnosis.evaluation_warnings import INFINITE
from pacgrid.autograder.model.diagnosis import EvaluationReport, EvaluationWarning
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome, Visibility
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.reports.json_reports import gradescope_results
from pacgrid.autograder.reports.pages import as_page
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import as_text

HIDING = [way for way in get_args(Visibility) if way != "visible"]
LOST = PlayedGame(4711, won=False, score=-501)
ODD = EvaluationReport(9, (EvaluationWarning(INFINITE, "a value"),))


def on_gradescope_later(grade: Grade) -> str:
    """What Gradescope shows once all tests are shown, and what its file has."""
    return json.dumps(gradescope_results(ASSIGNMENT, grade), ensure_ascii=False)


def on_gradescope(grade: Grade) -> str:
    """What Gradescope shows while tests are hidden."""
    data = json.loads(on_gradescope_later(grade))
    tests = [test for test in data["tests"] if test["visibility"] == "visible"]
    for test in tests:
        assert test.pop("status") in {"passed", "failed"}
    return json.dumps({**data, "tests": tests}, ensure_ascii=False)


REPORTS = {
    "terminal": lambda grade: as_text(student_view(ASSIGNMENT, grade)),
    "gradescope": on_gradescope,
    "html": lambda grade: as_page(student_view(ASSIGNMENT, grade)),
}
every_report = pytest.mark.parametrize("show", REPORTS.values(), ids=REPORTS)
REPORTS_EVER = REPORTS | {"gradescope later": on_gradescope_later}
every_report_ever = pytest.mark.parametrize("show", REPORTS_EVER.values(), ids=REPORTS_EVER)


def words(report: str) -> str:
    """A report without tags and styles."""
    return re.sub(r"<style>.*</style>|<[^>]*>", "", report, flags=re.DOTALL)


def good_with(*outcomes: Outcome) -> Grade:
    return replace(GOOD, questions=(reflex(*outcomes), UNANSWERED))


@every_report
def test_only_the_points_of_all_hidden_tests_are_shown(show):
    text = show(good_with(GAMES, secret()))
    assert SECRET in repr(good_with(GAMES, secret()))
    assert not [part for part in (SECRET, "98765", "98,765") if part in text]
    assert re.search("idden tests: 4 points, not shown here", text)
    assert show(good_with(GAMES, HIDDEN)) == text, "nor their number and results"
    assert show(good_with(secret(1), GAMES, secret(2))) == text


@given(outcomes, outcomes, texts)
@pytest.mark.parametrize("visibility", HIDING)
def test_only_title_points_and_whether_it_is_passed_are_ever_public(visibility, one, other, title):
    one, other = (
        replace(outcome, points=2, possible=3, cases=(), visibility=visibility, title=title)
        for outcome in (one, other)
    )
    assert one.public == other.public
    assert (one.public.points, one.public.possible, one.public.number) == (2, 3, 1)


@pytest.mark.parametrize("visibility", HIDING)
@every_report_ever
def test_no_report_ever_says_what_a_hidden_test_was_about(show, visibility):
    wrong = diagnosis("chooses_lowest")
    told = replace(secret(), visibility=visibility, diagnosis=wrong, games=(LOST,), evaluation=ODD)
    silent = Outcome("", "", 0, 3, visibility=visibility)
    assert show(good_with(GAMES, told)) == show(good_with(GAMES, silent))
    visible = show(good_with(GAMES, replace(told, visibility="visible")))
    for part in (SECRET, "98,765", "Hint", "4711", "a value"):
        assert part in visible, "so it is shown of a visible test"


def test_staff_see_everything_of_a_hidden_test():
    grade = good_with(secret())
    assert grade.public.public == grade.public != grade
    shown = as_text(student_view(ASSIGNMENT, grade, show_hidden=True))
    parts = ("test", "result", "aim", "place", "advice", "output")
    assert not [part for part in parts if f"{part} {SECRET}" not in shown]
    assert f"{SECRET}Error: {SECRET}" in shown


@every_report
def test_no_report_says_that_everything_passed(show):
    text = words(show(FULL))
    assert re.search(r"\b7\b", text)
    assert "visible tests" in text
    assert not re.search(r"\ball\b[^.\n]*\bpass|passed|perfect|complete|full marks", text, re.I)


@every_report
def test_every_report_has_the_same_total_before_its_details(show):
    total, text = "2 of 7 points on the visible tests", words(show(GOOD))
    assert total in text
    assert text.index(total) < text.index("questions answered: 1 of 2, with 2 of 3 points")
    missing = words(show(replace(BROKEN, missing=True)))
    assert "nothing handed in" in missing
    assert "0 of 7 points" not in missing
