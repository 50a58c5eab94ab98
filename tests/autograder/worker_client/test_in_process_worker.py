"""A worker in this process does what one in a process of its own does."""

import re
import sys
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from helpers.tables import pairs
from pacgrid.autograder.assignments.assignment import Assignment, select
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import as_text
from pacgrid.autograder.sandbox.level import Level, why_not
from pacgrid.autograder.submissions.submission import Submission

STUDENTS = Path(__file__).parents[2] / "students" / "wrong"


@cache
def shipped() -> Assignment:
    return Assignment.load("pacman")


def grade(source: str | bytes, only: str, level: Level = Level.IN_PROCESS) -> Grade:
    content = dedent(source).encode() if isinstance(source, str) else source
    submission = Submission("student", (("my_agent.py", content),), "my_agent.py")
    questions = select(shipped(), [only])
    (grade,) = Grader(shipped(), level=level, questions=questions, jobs=1).grade([submission])
    return grade


def text(grade: Grade) -> str:
    # Lines are found by trying changes, which needs a worker.
    assignment = shipped().model_copy(update={"hints": "name"})
    return re.sub("sandbox: [a-z_]+", "", as_text(student_view(assignment, grade)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "only"),
    [
        ("alpha_beta_swapped_call.py", "alpha_beta.1"),
        ("sum_instead_of_mean.py", "expectimax.1"),
        ("reflex_toward_ghosts.py", "reflex.1"),
    ],
)
def test_the_feedback_is_the_same(name: str, only: str) -> None:
    source = (STUDENTS / name).read_bytes()
    assert text(grade(source, only)) == text(grade(source, only, Level.PROCESS))


ONE = "alpha_beta.1.1"
AGENT = """
    from pacgrid import Agent
    {top}
    class AlphaBeta(Agent):
        def __init__(self, depth=2, evaluation=None):
            pass
        def act(self, state):
            {act}
"""


def failure(act: str, top: str = "") -> str:
    return text(grade(AGENT.format(top=top, act=act), ONE))


FAILURES = pairs("""
input() -> EOFError: nobody can type here
import not_there -> No module named 'not_there'
from pacgrid.agents.minimax import Minimax -> own agents are not available in
import sys; sys.exit(3) -> SystemExit: 3
return self.act(state.successor(state.legal_actions()[0])) -> game is over
return self.act(state) -> RecursionError
[print(n) for n in range(20_000)]; raise ValueError('end') -> ValueError: end
return 7 -> 7
""")
SLOW = [pytest.param(*row, marks=pytest.mark.slow) for row in FAILURES[2:]]


@pytest.mark.parametrize(("act", "message"), [*FAILURES[:2], *SLOW])
def test_a_failure_is_told_as_it_is_elsewhere(act: str, message: str) -> None:
    told = failure(act)
    assert message in told
    assert told == text(grade(AGENT.format(top="", act=act), ONE, Level.PROCESS))


@pytest.mark.parametrize(
    "act", ["input()", pytest.param("return state.legal_actions()[0]", marks=pytest.mark.slow)]
)
def test_nothing_of_a_submission_is_left(act: str) -> None:
    before = [*sys.path], [*sys.meta_path], sys.getrecursionlimit(), sys.stdout, sys.stdin
    failure(act)
    assert before == ([*sys.path], [*sys.meta_path], sys.getrecursionlimit(), sys.stdout, sys.stdin)
    assert "pacgrid_file_my_agent" not in sys.modules

    if act == "input()":
        assert why_not(Level.IN_PROCESS) == "is for browsers"
