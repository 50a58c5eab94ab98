import ast
import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from typer.testing import CliRunner

from pacgrid import agent_loader
from pacgrid.agent import AgentError
from pacgrid.agent_loader import load_agent
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring.package import Package, PackageError
from pacgrid.autograder.authoring.solving_agents import solving_agents
from pacgrid.cli import app

SEARCHES = [
    *("alpha_beta", "expected_utility", "expectimax", "expectiminimax", "iterative_deepening"),
    *("max_n", "minimax", "minimax_ghost", "team_ghost"),
]
"""Those that search by themselves, and the ghosts that inherit from them."""
GAMES = """
kind = "games"
layout = "pocket"
thresholds = [{wins = 1, points = 1}]
"""


def assignment(agent: str, test: str = GAMES) -> Assignment:
    question = f'title = "T"\n[[questions]]\nname = "q"\nagent = "{agent}"\npoints = 1\n'
    return Assignment.parse(f"{question}[[questions.tests]]\n{test}", "t.toml")


@pytest.mark.parametrize(
    ("asked", "left_out"),
    [("Minimax", SEARCHES), ("Expectimax", SEARCHES), ("Reflex", ["reflex"]), ("Mine", [])],
)
def test_what_solves_an_assignment(asked, left_out):
    assert solving_agents(assignment(asked)) == left_out


def test_evaluations_stay_since_opponents_need_them():
    assert "evaluation" not in solving_agents(Assignment.load("pacman"))


@pytest.mark.parametrize(
    ("asked", "test", "message"),
    [
        ("Minimax", f"{GAMES}ghosts = ['minimax_ghost']", "q.1: minimax_ghost solves the assig"),
        ("Minimax", f"{GAMES}ghosts = ['minimax_team']", "q.1: minimax_team solves the assignm"),
        (
            "Reflex",
            "kind = 'ghosts'\nlayout = 'pocket'\npacman = 'reflex'\n"
            "thresholds = [{caught = 1, points = 1}]",
            "q.1: reflex solves the assignment; choose another opponent",
        ),
    ],
)
def test_a_visible_test_that_needs_a_solution_is_an_error(asked, test, message):
    with pytest.raises(AssignmentError, match=message):
        solving_agents(assignment(asked, test))
    hidden = f'{test}\nvisibility = "hidden"'
    assert solving_agents(assignment(asked, hidden))


def test_the_grader_needs_no_agent_that_may_be_left_out():
    """Otherwise students couldn't run the visible tests."""
    root = Path(__file__).parents[3] / "autograder"
    ladder = root / "ladder"  # for the staff
    for file in root.rglob("*.py"):
        if ladder in file.parents:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                needed = node.module.removeprefix("pacgrid.agents.")
                assert needed not in {*SEARCHES, "reflex"}, file


def wheel(*files: str) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name in files:
            archive.writestr(name, f"# {name}")
        record = "".join(f"{name},sha256=x,1\n" for name in files)
        archive.writestr("pacgrid-1.dist-info/RECORD", f"{record}pacgrid-1.dist-info/RECORD,,\n")
    return content.getvalue()


def test_a_package_without_agents_lists_them():
    files = ("pacgrid/agents/minimax.py", "pacgrid/agents/reflex.py", "pacgrid/search.py")
    package = Package("./p.whl", ("p.whl", wheel(*files))).without(["minimax"])
    assert package.wheel
    assert package == Package("./p.whl", ("p.whl", wheel(*files))).without(["minimax"])
    with ZipFile(BytesIO(package.wheel[1])) as archive:
        record = archive.read("pacgrid-1.dist-info/RECORD").decode()
        assert archive.read("pacgrid/agents/left_out.txt") == b"minimax\n"
        assert [line.split(",")[0] for line in record.splitlines()] == sorted(
            archive.namelist(), key=lambda name: ("left_out" not in name, name.count("dist-info"))
        )
        assert "minimax" not in record
        assert set(archive.namelist()) >= set(files[1:])


def test_only_a_wheel_can_be_without_agents():
    with pytest.raises(PackageError, match=r"students would install pacgrid==1, which has all"):
        Package("pacgrid==1").without(["minimax"])


def test_an_agent_that_was_left_out_is_named(monkeypatch):
    monkeypatch.setattr(agent_loader, "shipped_names", lambda: ["reflex"])
    monkeypatch.setattr(agent_loader, "left_out_names", lambda: ["minimax"])
    with pytest.raises(AgentError, match=r"this installation has no agent 'minimax': your course"):
        load_agent("minimax:depth=2")
    with pytest.raises(AgentError, match=r"no agent 'nobody'; choose reflex"):
        load_agent("nobody")


WRONG = """
from pacgrid.search import Searcher

class Minimax(Searcher):
    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluate(state)
        return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())

def evaluate(state):
    return state.score
"""
TESTS = """
title = "Short"
[[questions]]
name = "minimax"
agent = "Minimax"
points = 2
[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
generate = 4
points = 1
[[questions.tests]]
kind = "positions"
search = "minimax"
depth = 1
options = {depth = 1, evaluation = "score"}
points = 1
positions = ['''
%%%%%%%%
%   .P1%
%%%%%%%%
''']
[[questions]]
name = "evaluation"
function = "evaluate"
points = 1
[[questions.tests]]
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
search = "alpha_beta"
depth = 2
games = 2
thresholds = [{wins = 2, points = 1}]
"""


@pytest.mark.slow
def test_students_grade_and_play_with_a_pacgrid_that_has_no_solutions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "short.toml").write_text(TESTS)
    kit = tmp_path / "kit"
    made = CliRunner().invoke(
        app,
        ["assignment", "kit", str(tmp_path / "short.toml"), "-o", str(kit), "--without-solutions"],
    )
    assert f"Left out of its Pacgrid: {', '.join(SEARCHES)}." in " ".join(made.stdout.split())
    (kit / "mine.py").write_text(WRONG)
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin" / "python"
    (found,) = kit.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps"]
    subprocess.run([*pip, found], check=True, capture_output=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "needed.pth").write_text(f"{Path(np.__file__).parents[1]}\n")

    def run(*words: str, code: int = 0) -> str:
        ours = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COVERAGE"))}
        done = subprocess.run(
            [python, *words], cwd=kit, env=ours, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    assert str(environment) in run("-c", "import pacgrid; print(pacgrid.__file__)")
    run("-c", "import pacgrid.agents.alpha_beta", code=1)
    grade = ("grade", "mine.py", "--assignment", "assignment.toml", "--json")
    assert "lets the ghosts help Pac-Man" in run("-m", "pacgrid", *grade, "stripped.json")
    monkeypatch.chdir(kit)
    CliRunner().invoke(app, [*grade, "full.json"])
    stripped, full = (json.loads((kit / f"{n}.json").read_text()) for n in ("stripped", "full"))
    assert stripped == full
    assert "MAX = 3" not in run("-m", "pacgrid", "tree", "book", code=1)
    assert "this installation has no agent 'alpha_beta'" in run(
        "-m", "pacgrid", "play", "alpha_beta", "-n", "1", code=1
    )
    assert "no agent 'alpha_beta'" in run(
        "-m", "pacgrid", "quiz", "book", "--save", "q.html", code=1
    )
    run("-m", "pacgrid", "play", "mine.py:Minimax:depth=1", "-n", "1", "--layout", "pocket")
    assert "▲ MAX" in run("-m", "pacgrid", "tree", "book", "--agent", "mine.py:Minimax:depth=1")
