"""What the page's Python answers, here in this process."""

import json
from pathlib import Path
from typing import Any

import pytest

from pacgrid.autograder.sandbox.level import Level
from pacgrid.site import in_page as module
from pacgrid.site.in_page import CodeCells, PlayedInPage, problems

AGENT = """
from pacgrid import Searcher
class Minimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal or plies == 0:
            return state.score
        values = [self.value(state.successor(a), plies - 1) for a in state.legal_actions()]
        return max(values)
"""
GAME = {"game": "pacman", "layout": "training", "others": "random_ghost", "seed": 1, "depth": 1}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return tmp_path


@pytest.fixture
def cells(monkeypatch: pytest.MonkeyPatch) -> CodeCells:
    import sys

    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    return CodeCells()


def call(function: str, /, **given: Any) -> Any:
    return json.loads(module.call(function, json.dumps(given)))


def test_cells_share_their_names_and_their_last_line_is_shown(cells: CodeCells) -> None:
    assert cells.run("x = 3") == {"value": "", "html": ""}
    assert cells.run("x + 1")["value"] == "4"
    assert cells.run("None")["value"] == ""


def test_a_cell_that_fails_names_its_line(cells: CodeCells) -> None:
    failed = cells.run("def f():\n    1 / 0\nf()")
    assert failed["error"] == "ZeroDivisionError: division by zero"
    assert failed["line"] == 2
    assert cells.run("x = (")["line"] == 1
    assert "SystemExit" in cells.run("raise SystemExit(3)")["error"]


def test_a_game_in_a_cell_shows_itself(cells: CodeCells) -> None:
    shown = cells.run("from pacgrid import Layout, State\nState.initial(Layout.load('training'))")
    assert "<svg" in shown["html"]


def test_a_text_that_is_no_python_has_a_line_and_its_agents_are_still_known() -> None:
    found = problems("class A(Agent):\n    pass\ndef x(:")
    assert found["agents"] == ["A"]
    assert [each["line"] for each in found["problems"]] == [3]
    assert found["problems"][0]["message"].startswith("SyntaxError")


def test_ghosts_are_no_agents_for_pacman() -> None:
    assert problems("class G(ChanceAgent): pass\nclass A(Agent): pass")["agents"] == ["A"]


@pytest.mark.slow
def test_a_grade_names_the_mistake_before_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pacgrid.autograder.sandbox.level.strongest", lambda: Level.IN_PROCESS)
    told: list[dict[str, Any]] = []
    grade = module.grade(
        AGENT, lambda text: told.append(json.loads(text)), only="minimax.1", fast=True
    )
    assert [each["mistake"] for each in told if each["mistake"]]
    assert grade["mistakes"][0]["test"] == "minimax.1"
    assert "Minimax" in grade["report"] or "minimax" in grade["report"]
    assert grade["page"].startswith("<!DOCTYPE html>")
    assert grade["problems"] == []


def test_the_line_at_which_a_file_fails_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pacgrid.autograder.sandbox.level.strongest", lambda: Level.IN_PROCESS)
    failing = AGENT.replace("return max(values)", "return values[99]")
    grade = module.grade(failing, lambda _: None, only="minimax.1.1")
    assert [each["line"] for each in grade["problems"]] == [8]
    assert "IndexError" in grade["problems"][0]["message"]


def test_a_game_is_played_as_in_every_other_view() -> None:
    played = PlayedInPage()
    played.start({**GAME, "text": AGENT, "first": "own:Minimax", "light": True})
    played.joined()
    first = json.loads(played.advance(0)[0])
    assert first["fresh"]
    assert first["view"]["plays"]
    before = played.position()
    played.press('{"press": ".", "repeated": false}')
    for _ in range(30):
        played.advance(0.2)
    assert played.position() != before
    played.joined()
    assert json.loads(played.advance(0)[0])["fresh"]
    played.stop()
    assert played.advance(1) == ("", 1.0)
    assert played.position() == ""


def test_another_game_waits_for_a_person() -> None:
    played = PlayedInPage()
    board = {**GAME, "game": "tictactoe", "others": "alpha_beta", "text": "", "light": False}
    played.start({**board, "first": "keyboard"})
    played.joined()
    assert json.loads(played.advance(0)[0])["view"]
    played.press('{"press": "5", "repeated": false}')
    played.press('{"press": "q", "repeated": false}')
    played.advance(0)
    assert played.position() == ""
    played.stop()


def test_a_search_is_stepped_through_at_a_position() -> None:
    given = {
        "text": AGENT,
        "agent": "own:Minimax",
        "depth": 1,
        "game": "pacman",
        "layout": "pocket",
    }
    value = call("tree", **given, position="")["value"]
    assert "MAX" in value["text"]
    assert "<html" in value["page"]
    assert "error" in call("tree", **given, position="%%%\n")


def test_a_search_of_another_game_is_stepped_through() -> None:
    value = call("tree", text=AGENT, agent="minimax", depth=1, game="hexapawn")["value"]
    assert "MAX" in value["text"]
    assert "<html" in value["page"]


def test_cuts_move_while_a_leaf_changes() -> None:
    book = call("drawn_tree", name="book")["value"]
    text = call("tree_of_drawn", tree=book, agent="")["value"]["text"]
    assert "cut: 2 < alpha = 3" in text
    changed = call("tree_of_drawn", tree=book.replace("2 4 6", "9 4 6"), agent="")["value"]["text"]
    assert "cut: 2 < alpha = 3" not in changed
    assert call("tree_of_drawn", tree="MAX A", agent="")["error"].startswith("my.tree:1")


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("tree_of_drawn", {"tree": "7", "agent": ""}, "nothing to search"),
        ("tree_of_drawn", {"tree": "7 " * 100_000, "agent": ""}, "at most 100,000"),
        ("play", {**GAME, "text": "import numpy_", "first": "own:A", "light": True}, "numpy_"),
        ("play", {**GAME, "text": "", "first": "own:A", "light": True}, "has no agent"),
        ("drawn_tree", {"name": "not_there"}, "not_there"),
    ],
)
def test_bad_input_gets_one_line(name: str, given: dict[str, Any], message: str) -> None:
    answer = call(name, **given)
    assert message in answer["error"]
    assert "\n" not in answer["error"]
