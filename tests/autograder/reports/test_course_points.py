"""Points that follow from test cases by a rule, in every report."""

import csv
import io
import re
from collections.abc import Callable

import pytest
from rich.console import Console

from helpers.course_grades import COURSE, LEFT, RIGHT, course_grade
from helpers.reports import report
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.feedback import as_page, as_text
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.gradescope_results import results
from pacgrid.autograder.reports.student_view import run_again, student_view

ONE_WRONG, ALL_RIGHT = course_grade(LEFT, RIGHT), course_grade(LEFT)


TAGS = re.compile("<style>.*?</style>|<[^>]*>", re.DOTALL)


def on_the_terminal(grade: Grade) -> str:
    console = Console(file=io.StringIO(), record=True, width=120)
    console.print(report(COURSE, [grade]))
    return console.export_text()


def shown(as_: Callable[..., str]) -> Callable[[Grade], str]:
    return lambda grade: as_(student_view(COURSE, grade))


REPORTS = {
    "terminal": on_the_terminal,
    "txt": shown(as_text),
    "html": lambda grade: re.sub(
        "<style>.*?</style>|<[^>]*>", "", shown(as_page)(grade), flags=re.S
    ),
}


@pytest.mark.parametrize("show", REPORTS.values(), ids=REPORTS)
def test_every_report_says_how_the_points_follow(show):
    text = show(ONE_WRONG)
    assert "3 of 12 points" in text
    assert "all tests must pass" in text
    assert "no points, because q2 isn't complete" in text.replace("&#39;", "'")
    assert re.search("q2/2-right.*chose Left, expected Right", text)
    assert not re.search("q2/1-left|partial credit|0 / 0", text), "what is plain is left out"
    assert ("✗" in text, "✓" in text) == (True, True)
    right = show(ALL_RIGHT)
    assert "13 of 12 points" in right
    assert "2 points extra for full points" in right
    assert "isn't complete" not in right


@pytest.mark.parametrize("grade", [ONE_WRONG, ALL_RIGHT])
def test_gradescope_adds_up_the_same_points(grade):
    tests = results(COURSE, grade)["tests"]
    assert sum(test.get("score", 0) for test in tests) == grade.points
    assert sum(test.get("max_score", 0) for test in tests) == grade.possible
    assert len({test["number"] for test in tests}) == len(tests)


def test_gradescope_shows_which_tests_pass_apart_from_the_points():
    tests = {test["name"]: test for test in results(COURSE, ONE_WRONG)["tests"]}
    assert (tests["q2"]["score"], tests["q2"]["max_score"], tests["q2"]["status"]) == (
        0,
        5,
        "failed",
    )
    trees, game = tests["q2: 2 game trees"], tests["q3: a-game"]
    assert "score" not in trees
    assert "✗ q2/2-right: chose Left, expected Right" in trees["output"]
    assert (trees["status"], game["status"]) == ("failed", "passed")
    assert "no points, because q2 isn't complete" in tests["q3"]["output"]


def test_the_gradebook_has_the_points_of_each_question():
    (row,) = csv.DictReader(io.StringIO(gradebook([ONE_WRONG]).removeprefix("\ufeff")))
    assert [row[key] for key in ("q1", "q2", "q3", "total", "possible")] == [
        "3",
        "0",
        "0",
        "3",
        "12",
    ]


def test_a_submission_is_graded_again_on_the_same_folder():
    assert run_again(COURSE, "hand-in 1") == "pacgrid grade multiAgents.py --assignment test_cases"
