"""Games, trees and grades in Pyodide, as node runs it, against the same calls here."""

from pathlib import Path
from typing import Any

import pytest

from helpers.playground import comparable, in_node
from helpers.students import FOLDER
from pacgrid.autograder.sandbox.level import Level
from pacgrid.site import in_page as grading

STUDENTS = (
    "wrong/alpha_beta_swapped_call.py",
    "right/reflex_tuples.py",
)
GAME = """
from pacgrid import Layout, play
from pacgrid.agent_loader import load_agent
names = ["alpha_beta", "iterative_deepening:cpu_seconds=0.01", "mcts:playouts=20", "expectimax"]
[play(Layout.load("training"), [load_agent(name)], seed=1).ending.value for name in names]
"""


def graded_here(text: str) -> dict[str, Any]:
    return comparable(grading.grade(text, lambda _: None, fast=True))


@pytest.mark.slow
def test_games_trees_and_grades_are_the_same_in_a_page(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pacgrid.autograder.sandbox.level.strongest", lambda: Level.IN_PROCESS)
    files = [FOLDER / name for name in STUDENTS]
    texts = [path.read_text("utf-8") for path in files]
    tree = {"text": "", "agent": "alpha_beta", "depth": 1, "game": "pacman", "layout": "pocket"}
    played, searched, *grades = in_node(
        site,
        [
            ("run", {"code": GAME}),
            ("tree", tree),
            *(("grade", {"text": t, "fast": True}) for t in texts),
        ],
    )
    assert eval(played["value"]["value"]) == ["won"] * 4
    assert "▲ MAX" in searched["value"]["text"]
    for file, text, grade in zip(files, texts, grades, strict=True):
        there, here = comparable(grade["value"]), graded_here(text)
        assert not [key for key in here if here[key] != there[key]], file.name
