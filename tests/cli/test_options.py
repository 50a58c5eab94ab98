"""What the shell completes."""

import pytest
from typer.testing import CliRunner

from pacgrid.cli import app
from pacgrid.cli.options import complete_agent, complete_layout


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    """A folder with an agent, a layout, and another agent further down."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    for name in [
        "trick.lay",
        "tr.solution",
        "reflective.py",
        ".hidden.py",
        "mine/best.py",
        "mine/notes.txt",
    ]:
        (tmp_path / name).touch()


def test_agents_are_names_and_python_files():
    assert complete_agent("ref") == ["reflex", "reflective.py"]
    assert {"keyboard", "minimax", "mine/"} <= set(complete_agent(""))
    assert complete_agent("mine/") == ["mine/best.py"]
    assert complete_agent("nowhere/") == []


def test_layouts_are_names_and_files():
    assert complete_layout("tr") == ["training", "trap", "trick.lay"]


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("play ref", ["reflex", "reflective.py"]),
        ("play minimax", ["minimax", "minimax_ghost"]),
        ("compare reflex ref", ["reflex", "reflective.py"]),
        ("play --layout trai", ["training"]),
        ("solve tr", ["training", "trap", "tr.solution", "trick.lay"]),
        ("play --view ter", ["terminal"]),
        ("replay game.json --overlay dis", ["distance"]),
    ],
)
def test_bash_gets_completions(words, completions):
    line = {"COMP_WORDS": f"pacgrid {words}", "COMP_CWORD": str(len(words.split()))}
    shown = CliRunner().invoke(
        app, prog_name="pacgrid", env={**line, "_PACGRID_COMPLETE": "complete_bash"}
    )
    assert shown.stdout.split() == completions
