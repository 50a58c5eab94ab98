"""Nothing is imported from the current folder: it may be a student's, and staff grade there."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

HOSTILE = """\
import os, sys
with open(os.environ["MARKS"], "a") as marks:
    marks.write(__name__ + "\\\\n")
raise SystemExit(f"{__name__} was imported from the current folder")
"""
"""A module that leaves a mark when it is imported."""

AGENT = """\
from pacgrid import Agent

class First(Agent):
    def act(self, state):
        return state.legal_actions()[0]
"""

SCRIPT = "pacgrid_script.py"
CONSOLE_SCRIPT = """\
from pacgrid.__main__ import main

if __name__ == "__main__":
    main()
"""
"""What pip installs as the command `pacgrid`."""

PACGRID = ["-m", "pacgrid"]
GRADE = ["grade", "ada.py", "bob.py", "--only", "reflex.1", "--no-journal", "--sandbox", "process"]
GAMES = ["play", "reflex", "--layout", "small", "--rounds", "2", "--view", "none", "--games", "2"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two agents, and a hostile module for each name that can be imported."""
    folder = tmp_path_factory.mktemp("student")
    names = {*sys.stdlib_module_names, *packages_distributions(), "sitecustomize", "usercustomize"}
    for name in names - {"pacgrid"}:
        (folder / f"{name.partition('/')[0]}.py").write_text(HOSTILE, "utf-8")
    for agent in ("ada.py", "bob.py"):
        (folder / agent).write_text(AGENT, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ([*PACGRID, "--version"], "pacgrid "),
        (["-mpacgrid", "--version"], "pacgrid "),
        ([*PACGRID, *GRADE, "--jobs", "2"], "bob"),  # in processes of a pool
        ([*PACGRID, *GAMES, "--jobs", "2"], "mean score"),
        ([SCRIPT, *GAMES, "--jobs", "2"], "mean score"),
        (["-m", "pacgrid.cli.console"], ""),
        (["-m", "pacgrid.autograder.worker", "-1"], ""),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_nothing_is_imported_from_the_current_folder(
    arguments, shown, folder, tmp_path, monkeypatch
):
    marks = tmp_path / "marks"
    monkeypatch.setenv("MARKS", str(marks))
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    (tmp_path / SCRIPT).write_text(CONSOLE_SCRIPT, "utf-8")
    arguments = [str(tmp_path / SCRIPT) if word == SCRIPT else word for word in arguments]
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert not marks.exists(), marks.read_text()
    assert shown in done.stdout, done.stdout + done.stderr


def test_another_program_keeps_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)  # another test's command may have set it
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").write_text("import pacgrid, beside\n", "utf-8")
    (package / "__main__.py").touch()
    (tmp_path / "beside.py").write_text("print('found')\n", "utf-8")
    run = [sys.executable, "-m", "mine"]
    assert subprocess.check_output(run, cwd=tmp_path, text=True) == "found\n"
