"""Games, trees and grades in Pyodide, as node runs it, against the same calls here."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from helpers.site import build_site, in_node
from helpers.students import FOLDER
from pacgrid.autograder.sandbox.level import Level
from pacgrid.site.in_page import grading

STUDENTS = (
    "wrong/alpha_beta_swapped_call.py",
    "wrong/reflex_toward_ghosts.py",
    "wrong/no_terminal_test_crashes.py",
    "right/minimax_textbook.py",
)
GAME = """
from pacgrid import Layout, play
from pacgrid.agent_loader import load_agent
names = ["alpha_beta", "iterative_deepening:cpu_seconds=0.01", "mcts:playouts=20", "expectimax"]
[play(Layout.load("training"), [load_agent(name)], seed=1).ending.value for name in names]
"""


def comparable(grade: dict[str, Any]) -> dict[str, Any]:
    """All of a grade that doesn't tell where and how fast it was made."""
    text = json.dumps(grade)
    text = re.sub(r'"(seconds|sandbox)": ("[^"]*"|[\d.e-]+)', r'"\1": ""', text)
    text = re.sub(r"sandbox: \w+", "", text)
    same: dict[str, Any] = json.loads(
        re.sub(r"\bsandbox\b[^,<]{0,40}(process|in_process)", "", text)
    )
    return same


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site") / "site")


def graded_here(text: str) -> dict[str, Any]:
    return comparable(grading.grade(text, lambda _: None))


@pytest.mark.slow
def test_games_trees_and_grades_are_the_same_in_a_page(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(grading, "strongest", lambda: Level.PROCESS)
    files = [path for name in STUDENTS if (path := FOLDER / name).is_file()]
    texts = [path.read_text("utf-8") for path in files]
    tree = {"text": "", "agent": "alpha_beta", "depth": 1, "layout": "pocket", "position": ""}
    played, searched, *grades = in_node(
        site, [("run", {"code": GAME}), ("tree", tree), *(("grade", {"text": t}) for t in texts)]
    )
    assert eval(played["value"]["value"]) == ["won"] * 4
    assert "▲ MAX" in searched["value"]["text"]
    for file, text, grade in zip(files, texts, grades, strict=True):
        assert comparable(grade["value"]) == graded_here(text), file.name
