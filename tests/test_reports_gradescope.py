import json
from dataclasses import replace

import pytest
from hypothesis import given

from helpers.report_cards import (
    ASSIGNMENT,
    BROKEN,
    FULL,
    GAMES,
    GOOD,
    HIDDEN,
    ILL,
    SECRET,
    UNANSWERED,
    few,
    grades,
    reflex,
    secret,
)
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.reports.gradescope import results

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


def seen_by_students(data: dict) -> dict:
    """What Gradescope shows while tests are hidden."""
    tests = [test for test in data["tests"] if test["visibility"] == "visible"]
    return {**data, "tests": tests}


@pytest.mark.parametrize("grade", [GOOD, ILL, BROKEN, FULL], ids=lambda grade: grade.name)
def test_it_has_the_fields_of_the_documentation_with_permitted_values(grade):
    data = results(ASSIGNMENT, grade)
    assert set(data) == FIELDS
    assert {data["visibility"], data["stdout_visibility"]} <= VISIBILITIES
    for test in data["tests"]:
        assert set(test) == TEST_FIELDS
        assert test["status"] in {"passed", "failed"}
        assert test["visibility"] in VISIBILITIES
        assert {test["name_format"], test["output_format"]} <= FORMATS
        assert isinstance(test["number"], str)
    json.dumps(data, allow_nan=False)


@pytest.mark.parametrize("grade", [GOOD, ILL, BROKEN, FULL], ids=lambda grade: grade.name)
def test_the_scores_add_up_to_the_grade(grade):
    tests = results(ASSIGNMENT, grade)["tests"]
    assert sum(test["score"] for test in tests) == grade.points
    assert sum(test["max_score"] for test in tests) == grade.possible


def test_a_test_says_what_came_of_it():
    first, hidden, *_ = results(ASSIGNMENT, GOOD)["tests"]
    assert first["name"] == "reflex: 2 games on pocket"
    assert (first["score"], first["max_score"], first["status"]) == (2, 3, "failed")
    assert first["output"].splitlines() == [
        "won 1 of 2",
        "✓ at least 1 win (2 points)",
        "✗ at least 2 wins (1 point)",
        "",
        "watch a lost game: pacgrid play",
    ]
    assert (hidden["visibility"], hidden["status"]) == ("hidden", "passed")


def test_a_failure_is_told_with_the_own_lines_and_what_was_printed():
    output = results(ASSIGNMENT, ILL)["tests"][0]["output"]
    assert "game 1: ValueError: [red]odd[/red] (a.py, line 3, in act)" in output
    assert '  File "a.py", line 3' in output
    assert output.endswith("printed:\nhello")


def test_an_unanswered_question_has_no_points_and_says_why():
    visible, later = results(ASSIGNMENT, GOOD)["tests"][2:]
    assert (visible["name"], visible["output"]) == ("minimax", "not answered: no Minimax")
    assert (visible["score"], visible["max_score"], visible["visibility"]) == (0, 4, "visible")
    assert (later["score"], later["max_score"], later["visibility"]) == (0, 1, "after_due_date")


def test_a_file_that_can_not_be_loaded_says_why():
    data = results(ASSIGNMENT, BROKEN)
    assert data["output"].startswith("ValueError: [red]odd[/red]")
    assert all(test["output"].startswith("ValueError") for test in data["tests"])


def test_visible_tests_are_numbered_without_gaps():
    outcomes = (secret(1), GAMES, secret(2), GAMES)
    data = results(ASSIGNMENT, replace(GOOD, questions=(reflex(*outcomes), UNANSWERED)))
    numbers = [(test["number"], test["visibility"]) for test in data["tests"][:4]]
    assert numbers == [("1.1", "visible"), ("1.2", "visible"), ("1.3", "hidden"), ("1.4", "hidden")]


def test_nothing_of_a_hidden_test_is_outside_of_it():
    grade = replace(GOOD, questions=(reflex(GAMES, secret()), UNANSWERED))
    seen = json.dumps(seen_by_students(results(ASSIGNMENT, grade)))
    assert SECRET not in seen
    assert "98765" not in seen
    assert "hidden tests: 4 points, not shown here" in seen


def test_what_comes_of_hidden_tests_and_how_many_there_are_changes_nothing_that_students_see():
    one, two = (
        results(ASSIGNMENT, replace(GOOD, questions=(reflex(*outcomes), UNANSWERED)))
        for outcomes in ([GAMES, HIDDEN], [secret(1), GAMES, secret(2)])
    )
    assert seen_by_students(one) == seen_by_students(two)


def test_the_leaderboard_has_the_points_of_visible_tests():
    board = results(ASSIGNMENT, FULL)["leaderboard"]
    assert board == [{"name": "points (visible tests)", "value": 7}]


def test_the_time_is_that_of_visible_tests():
    outcomes = (replace(GAMES, seconds=1.5), replace(HIDDEN, seconds=60))
    data = results(ASSIGNMENT, replace(GOOD, questions=(reflex(*outcomes), UNANSWERED)))
    assert data["execution_time"] == 1.5


def test_nothing_says_that_all_is_well_when_there_are_hidden_tests():
    data = results(ASSIGNMENT, FULL)
    told = " ".join([data["output"], *(test["output"] for test in data["tests"])])
    assert "pass" not in told
    assert "all" not in told


def test_counted_states_are_told():
    outcome = Outcome("jaws", "optimal", 3, 3, nodes=1234)
    (test,) = results(ASSIGNMENT, replace(GOOD, questions=(reflex(outcome),)))["tests"]
    assert "expanded 1,234 states" in test["output"]
    assert test["extra_data"] == {"nodes": 1234}


@few
@given(grades)
def test_whatever_is_handed_in_is_shown_as_text(grade):
    data = results(ASSIGNMENT, grade)
    formats = [data["output_format"], data["test_output_format"], data["test_name_format"]]
    formats += [test[key] for test in data["tests"] for key in ("name_format", "output_format")]
    assert set(formats) == {"text"}
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
