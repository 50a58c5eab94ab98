"""A small assignment with short limits, and submissions written for a test."""

from pathlib import Path
from textwrap import dedent

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grade import Grade, QuestionGrade
from pacgrid.autograder.grader import Grader
from pacgrid.autograder.limits import Limits
from pacgrid.autograder.question import Test
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.submissions.collection import collect

LIMITS = """
[limits]
load = {cpu_seconds = 2, seconds = 20}
move = {cpu_seconds = 0.5, seconds = 4}
game = {cpu_seconds = 3, seconds = 30}
"""

TINY = f"""
title = "Tiny"
{LIMITS}
[[questions]]
name = "reflex"
agent = "Reflex"
points = 2

[[questions.tests]]
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
games = 2
seed = 3
rounds = 20
thresholds = [{{average_score = -10000, points = 1}}]

[[questions.tests]]
kind = "positions"
search = "minimax"
depth = 1
options = {{}}
points = 1
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''']

[[questions]]
name = "minimax"
agent = "Minimax"
points = 1

[[questions.tests]]
kind = "search"
search = "minimax"
depth = 1
points = 1
positions = ['''
%%%%%%
%.P1 %
%%%%%%
''']

[[questions]]
name = "evaluation"
function = "evaluate"
points = 1

[[questions.tests]]
kind = "games"
layout = "pocket"
ghosts = ["random_ghost"]
games = 1
rounds = 20
search = "alpha_beta"
thresholds = [{{average_score = -10000, points = 1}}]
"""

GOES_WEST = """
from pacgrid import Action, Agent

class Reflex(Agent):
    def act(self, state):
        wanted = Action.WEST
        return wanted if wanted in state.legal_actions() else Action.STOP
"""

SOUND_EVALUATE = """
def evaluate(state):
    return state.score
"""


def tiny() -> Assignment:
    return Assignment.parse(TINY, "tiny.toml")


def limits() -> Limits:
    return tiny().limits


def parts_of(question: str) -> list[Test]:
    return tiny().question(question).tests


def write(folder: Path, text: str, name: str = "agent.py") -> Path:
    file = folder / name
    file.write_text(dedent(text))
    return file


def handed_in(*files: Path) -> tuple[Submission, ...]:
    return collect(files).submissions


def graded(file: Path, question: str | None = None, jobs: int = 1) -> Grade:
    grader = Grader(tiny(), level=Level.PROCESS, question=question, jobs=jobs)
    (grade,) = grader.grade(handed_in(file))
    return grade


def message(grade: Grade | QuestionGrade) -> str:
    """The one thing that went wrong."""
    if isinstance(grade, QuestionGrade):
        (failure,) = grade.failures
    else:
        assert grade.failure
        failure = grade.failure
    return failure.message
