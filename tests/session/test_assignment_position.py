"""Positions as tests of assignments."""

import tomllib
from pathlib import Path

import pytest

from pacgrid import LayoutError, State
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.session.assignment_position import add_position_test, position_test

BOARD = "%%%%%%%\n%P..o %\n%...1.%\n%%%%%%%"
ASSIGNMENT = """\
title = "Reach the food"

[[questions]]
name = "reflex"
agent = "Reflex"
points = 1
"""


def test_the_position_is_added_to_the_last_question_of_an_assignment(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ASSIGNMENT, "utf-8")
    add_position_test(path, BOARD, 'the "den"\n')
    assert path.read_text("utf-8").startswith(ASSIGNMENT)
    (question,) = Assignment.load(str(path)).questions
    (test,) = question.tests
    assert test.title == "the  den  "
    assert test.positions == [State.parse(BOARD)]  # type: ignore[attr-defined]


def test_a_file_of_its_own_gets_one_test_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "tests.toml"
    for title in ("one", "two"):
        add_position_test(path, BOARD, title)
    tests = tomllib.loads(path.read_text("utf-8"))["questions"]["tests"]
    assert [test["title"] for test in tests] == ["one", "two"]


def test_a_position_that_is_none_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="no Pac-Man; write P"):
        position_test(BOARD.replace("P", " "), "den")
    with pytest.raises(LayoutError, match="the game is over in this position"):
        position_test("%%%%\n%P1%\n%%%%", "den")
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(LayoutError, match="can't be read: Is a directory"):
        add_position_test(folder, BOARD, "den")
    (tmp_path / "x.toml").write_bytes(b"\xff")
    with pytest.raises(LayoutError, match=r"is not a text file; name a \.toml file"):
        add_position_test(tmp_path / "x.toml", BOARD, "den")
