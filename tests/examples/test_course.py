"""The course in `examples/course`: right agents get all points, and its pages can be followed."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers.grading import graded
from helpers.programs import EXAMPLES
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.grade import Grade
from pacgrid.common.failure import Failure

COURSE = EXAMPLES / "course"
SOLUTIONS = Path(__file__).parent / "course_solutions"
WEEKS = sorted(file.parent.name for file in COURSE.glob("*/handout.md"))
FIRST, *OTHERS, LAST, LADDER = WEEKS


def grade(file: Path, week: str) -> Grade:
    return graded(file, assignment=Assignment.load(COURSE / week / "assignment.toml"))


def commands(week: str) -> list[str]:
    """Those in the handout, in blocks and in sentences."""
    text = (COURSE / week / "handout.md").read_text("utf-8")
    blocks = [
        line for block in re.findall(r"```sh\n(.*?)```", text, re.S) for line in block.split("\n")
    ]
    return [*filter(None, blocks), *re.findall(r"`(pacgrid [^`]+)`", text)]


def failures(of: Grade) -> list[Failure]:
    found = [failure for question in of.questions for failure in question.failures]
    return [of.failure, *found] if of.failure else found


@pytest.mark.parametrize(
    "week", [FIRST, *(pytest.param(week, marks=pytest.mark.slow) for week in (*OTHERS, LAST))]
)
def test_a_right_agent_gets_all_points(week: str) -> None:
    found = grade(SOLUTIONS / f"{week}.py", week)
    assert not failures(found)
    assert found.points == found.possible > 0


@pytest.mark.slow
@pytest.mark.parametrize("week", [FIRST, *OTHERS, LAST])
def test_the_starter_file_is_graded_without_errors_and_gets_few_points(week: str) -> None:
    found = grade(COURSE / week / "agent.py", week)
    assert not failures(found)
    assert found.points < found.possible / 2


def test_the_ladder_plays_the_starter_file_and_a_right_agent(pacgrid: Any, tmp_path: Path) -> None:
    shutil.copy(COURSE / LADDER / "agent.py", tmp_path / "new.py")
    shutil.copy(SOLUTIONS / f"{LADDER}.py", tmp_path / "right.py")
    rules = COURSE / LADDER / "ladder.toml"
    options = ["--games", "16", "--rounds", "20", "--no-pages"]
    played = pacgrid("ladder", "run", "new.py", "right.py", "--rules", rules, *options)
    assert "1  right" in played.output
    assert "forfeited" not in played.output


@pytest.mark.slow
@pytest.mark.parametrize("week", WEEKS)
def test_every_command_of_the_handout_works(pacgrid: Any, tmp_path: Path, week: str) -> None:
    shutil.copytree(COURSE / week, tmp_path, dirs_exist_ok=True)
    shutil.copy(tmp_path / "agent.py", tmp_path / "old.py")
    followed = commands(week)
    assert len(followed) > 3
    for command in followed:
        program, *words = shlex.split(command)
        if program == "python":
            subprocess.run([sys.executable, *words], check=True, cwd=tmp_path)
            continue
        pacgrid(*words, *(["--games", "12"] if words[0] == "ladder" else []), stdin="")
