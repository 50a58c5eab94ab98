import json
from dataclasses import replace

import pytest

from helpers.grades import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    HIDDEN,
    ILL,
    UNANSWERED,
    reflex,
    secret,
)
from pacgrid.autograder.reports.json_reports import gradescope_results

FORMATS = {"text", "html", "simple_format", "md", "ansi"}
VISIBILITIES = {"visible", "hidden", "after_due_date", "after_published"}
TEST_FIELDS = {
    *("score", "max_score", "status", "name", "name_format", "number", "output", "output_format"),
    *("tags", "visibility", "extra_data"),
}
FIELDS = {
    *("execution_time", "output", "output_format", "test_output_format", "test_name_format"),
    *("visibility", "stdout_visibility", "extra_data", "tests", "leaderboard"),
}
"""Of a test and of all; a `score` of all would count instead of those of the tests."""


@pytest.mark.parametrize("grade", [GOOD, ILL, BROKEN, FULL], ids=lambda grade: grade.name)
def test_the_results_have_the_documented_fields_and_add_up_to_the_grade(grade):
    data = gradescope_results(ASSIGNMENT, grade)
    assert set(data) == FIELDS
    assert {data["visibility"], data["stdout_visibility"]} <= VISIBILITIES
    for test in data["tests"]:
        assert set(test) == TEST_FIELDS
        assert test["status"] in {"passed", "failed"}
        assert test["visibility"] in VISIBILITIES
        assert {test["name_format"], test["output_format"]} <= FORMATS
        assert isinstance(test["number"], str)
    json.dumps(data, allow_nan=False)
    assert sum(test["score"] for test in data["tests"]) == grade.points
    assert sum(test["max_score"] for test in data["tests"]) == grade.possible


def test_a_test_shows_its_points_and_what_to_look_at():
    first, hidden, visible, later = gradescope_results(ASSIGNMENT, GOOD)["tests"]
    assert first["name"] == "reflex: 2 games on pocket"
    assert (first["score"], first["max_score"], first["status"]) == (2, 3, "failed")
    assert first["output"].splitlines() == [
        "won 1 of 2",
        "✓ at least 1 win (2 points)",
        "✗ at least 2 wins (1 point)",
        "",
        "watch a lost game, without a sandbox: pacgrid play",
    ]
    assert (hidden["visibility"], hidden["status"]) == ("hidden", "passed")
    assert (visible["name"], visible["output"]) == ("minimax", "not answered: no Minimax")
    assert (visible["score"], visible["max_score"], visible["visibility"]) == (0, 4, "visible")
    assert (later["score"], later["max_score"], later["visibility"]) == (0, 1, "after_due_date")


def test_a_failure_has_its_own_lines_and_the_output():
    output = gradescope_results(ASSIGNMENT, ILL)["tests"][0]["output"]
    assert "game 1: ValueError: [red]odd[/red] (a.py, line 3, in act)" in output
    assert '  File "a.py", line 3' in output
    assert output.endswith("printed:\nhello")
    data = gradescope_results(ASSIGNMENT, BROKEN)
    assert data["output"].splitlines()[1].startswith("ValueError: [red]odd[/red]")
    assert all(test["output"].startswith("ValueError") for test in data["tests"])


def test_visible_tests_are_numbered_without_gaps():
    outcomes = (secret(1), GAMES, secret(2), GAMES)
    data = gradescope_results(ASSIGNMENT, replace(GOOD, questions=(reflex(*outcomes), UNANSWERED)))
    numbers = [(test["number"], test["visibility"]) for test in data["tests"][:4]]
    assert numbers == [("1.1", "visible"), ("1.2", "visible"), ("1.3", "hidden"), ("1.4", "hidden")]


def test_points_on_the_leaderboard_and_the_time_are_those_of_visible_tests():
    board = gradescope_results(ASSIGNMENT, FULL)["leaderboard"]
    assert board == [{"name": "points (visible tests)", "value": 7}]
    outcomes = (replace(GAMES, seconds=1.5), replace(HIDDEN, seconds=60))
    data = gradescope_results(ASSIGNMENT, replace(GOOD, questions=(reflex(*outcomes), UNANSWERED)))
    assert data["execution_time"] == 1.5


@pytest.mark.parametrize("visibility", sorted(VISIBILITIES - {"visible"}))
@pytest.mark.parametrize(
    ("title", "name"), [("", "hidden test"), ("cunning ghosts", "cunning ghosts")]
)
def test_a_hidden_test_shows_its_title_and_its_points(visibility, title, name):
    points = [(3, "passed"), (2, "failed"), (0, "failed")]
    hidden = (replace(secret(), points=p, visibility=visibility, title=title) for p, _ in points)
    grade = replace(GOOD, questions=(reflex(GAMES, *hidden), UNANSWERED))
    _, *shown = gradescope_results(ASSIGNMENT, grade)["tests"][:4]
    assert [(test["score"], test["status"]) for test in shown] == points
    assert [test["output"] for test in shown] == ["passed", "failed", "failed"]
    for test in shown:
        assert (test["name"], test["max_score"]) == (f"reflex: {name}", 3)
        assert (test["visibility"], test["extra_data"]) == (visibility, {})
