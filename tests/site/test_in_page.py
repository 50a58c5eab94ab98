"""What the page's Python answers, here in this process."""

import json
import sys
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
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.setattr("pacgrid.autograder.sandbox.level.strongest", lambda: Level.IN_PROCESS)


def call(function: str, /, **given: Any) -> Any:
    return json.loads(module.call(function, json.dumps(given)))


def test_cells_share_their_names_show_their_last_line_and_name_the_line_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    cells = CodeCells()
    assert cells.run("x = 3") == {"value": "", "html": ""}
    assert [cells.run(text)["value"] for text in ("x + 1", "None")] == ["4", ""]
    shown = cells.run("from pacgrid import Layout, State\nState.initial(Layout.load('training'))")
    assert "<svg" in shown["html"]
    failed = cells.run("def f():\n    1 / 0\nf()")
    assert (failed["error"], failed["line"]) == ("ZeroDivisionError: division by zero", 2)
    assert cells.run("x = (")["line"] == 1
    assert "SystemExit" in cells.run("raise SystemExit(3)")["error"]


def test_a_text_that_is_no_python_has_a_line_and_its_agents_are_still_known() -> None:
    found = problems("class A(Agent):\n    pass\ndef x(:")
    assert found["agents"] == ["A"]
    assert [each["line"] for each in found["problems"]] == [3]
    assert found["problems"][0]["message"].startswith("SyntaxError")
    ghost_too = problems("class G(ChanceAgent): pass\nclass A(Agent): pass")
    assert ghost_too["agents"] == ["A"], "ghosts are no agents for Pac-Man"


@pytest.mark.slow
def test_a_grade_names_the_mistake_before_all_is_done() -> None:
    told: list[dict[str, Any]] = []
    grade = module.grade(
        AGENT, lambda text: told.append(json.loads(text)), only="minimax.1", fast=True
    )
    assert [each["mistake"] for each in told if each["mistake"]]
    assert grade["mistakes"][0]["test"] == "minimax.1"
    assert "Minimax" in grade["report"] or "minimax" in grade["report"]
    assert grade["page"].startswith("<!DOCTYPE html>")
    assert grade["problems"] == []


def test_the_line_at_which_a_file_fails_is_marked() -> None:
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


def test_a_search_is_stepped_through_at_a_position_and_in_another_game() -> None:
    given = {"text": AGENT, "agent": "own:Minimax", "depth": 1, "layout": "pocket"}
    value = call("tree", **given, game="pacman", position="")["value"]
    other = call("tree", text=AGENT, agent="minimax", depth=1, game="hexapawn")["value"]
    for each in (value, other):
        assert "MAX" in each["text"]
        assert "<html" in each["page"]
    assert "error" in call("tree", **given, game="pacman", position="%%%\n")


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
