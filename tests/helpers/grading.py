"""A small assignment with short limits, submissions for it, and grading with or without workers."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from pacgrid.autograder.assignments.assignment import Assignment, Question, select
from pacgrid.autograder.batch.grader import Grader
from pacgrid.autograder.batch.grading_job import Inspection, Trial
from pacgrid.autograder.kinds.cs188.course_kind import CourseTest, UnknownTest
from pacgrid.autograder.kinds.games import Games
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.model.grade import Grade, QuestionGrade
from pacgrid.autograder.model.outcome import CaseResult, CaseStatus, Outcome
from pacgrid.autograder.model.schema import SubmissionLimits
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.submissions.collection import collect
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.client import SubmissionError, WorkerClient
from pacgrid.autograder.worker_client.replies import AgentSummary, Loaded
from pacgrid.common.failure import Failure

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


def limits() -> SubmissionLimits:
    return tiny().limits


def question_tests(question: str) -> list[GradedTest]:
    return tiny().question(question).tests


def with_few_games(assignment: Assignment, most: int) -> Assignment:
    """`assignment` with at most so many games in each test, of which as large a part must be won;
    but as many as before for reflex agents, which play fast, and not always well."""

    def changed(question: Question) -> list[GradedTest]:
        tests: list[GradedTest] = [*question.tests]
        if question.name == "reflex":
            return tests
        return [test.shortened(most) if isinstance(test, Games) else test for test in tests]

    questions = [
        question.model_copy(update={"tests": changed(question)})
        for question in assignment.questions
    ]
    return assignment.model_copy(update={"questions": questions})


def write(folder: Path, text: str, name: str = "agent.py") -> Path:
    file = folder / name
    file.write_text(dedent(text))
    return file


def submission(text: str, name: str = "student", **others: str) -> Submission:
    """A submission with the main file `agent.py`, and `others` by module name."""
    texts = {"agent": text, **others}
    files = tuple((f"{module}.py", texts[module].encode()) for module in sorted(texts))
    return Submission(name, files, main="agent.py")


def graded(
    file: Path, question: str | None = None, assignment: Assignment | None = None, only: str = ""
) -> Grade:
    """The grade of `file`, for one `question` or for what `only` selects."""
    assignment = assignment or tiny()
    selected = select(assignment, filter(None, [question, only])) or None
    grader = Grader(assignment, level=Level.PROCESS, questions=selected, jobs=1)
    (grade,) = grader.grade(collect([file]).submissions)
    return grade


def message(grade: Grade | QuestionGrade) -> str:
    """The message of the only failure."""
    if isinstance(grade, QuestionGrade):
        (failure,) = grade.failures
    else:
        assert grade.failure
        failure = grade.failure
    return failure.message


@contextmanager
def loaded(file: Path, limits: SubmissionLimits | None = None) -> Iterator[WorkerClient]:
    """A worker that has loaded `file`."""
    with WorkerClient(file, limits or tiny().limits, strongest()) as client:
        client.load()
        yield client


def worker(text: str, name: str = "agent.py") -> tuple[Any, Any]:
    """Two fixtures, `file` and `client`, for all tests of a module: a file with this text, and a
    worker that has loaded it."""

    @pytest.fixture(scope="module")
    def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
        return write(tmp_path_factory.mktemp("agents"), text, name)

    @pytest.fixture(scope="module")
    def client(file: Path) -> Iterator[WorkerClient]:
        with loaded(file) as client:
            yield client

    return file, client


def subclasses(base: str, bodies: Mapping[str, str]) -> str:
    """The text of classes that inherit from `base`, by name: what is in them."""
    return "".join(
        f"class {name}({base}):\n{indent(dedent(body), '    ')}\n" for name, body in bodies.items()
    )


class NoClient(WorkerClient):
    """A client without a worker."""

    def __init__(self) -> None:
        pass

    def kill(self, reason: str) -> SubmissionError:
        return SubmissionError(Failure(reason), gone=True)


def replace_workers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grades in this process from now on, and never runs a submission: its classes and functions
    pass every test, and every game scores 0. With `import nowhere`, it can't be imported.

    Returns the list that all tests are added to as they run, such as `student: Reflex`.
    """
    runs: list[str] = []

    def inspect(job: Inspection) -> Loaded | Failure:
        text = dict(job.submission.files)[job.submission.main].decode()
        if "import nowhere" in text:
            return Failure("can't be imported: no module named nowhere")
        agents = {name: AgentSummary() for name in job.agents if f"class {name}(" in text}
        defined = [name for name in job.functions if f"def {name}(" in text]
        return Loaded(kind="loaded", agents=agents, functions=defined)

    def run(job: Trial) -> Outcome:
        test = job.test
        runs.append(f"{job.submission.name}: {job.answer}")
        points = test.possible
        if isinstance(test, Games):
            points = sum(t.points for t in test.thresholds if (t.average_score or 0) <= 0)
        names = test.case_names if isinstance(test, CourseTest) else ()
        status: CaseStatus = "not run" if isinstance(test, UnknownTest) else "passed"
        cases = tuple(CaseResult(name, status, earned=test.possible) for name in names)
        return Outcome(test.description, "done", points, test.possible, cases=cases)

    monkeypatch.setattr(Inspection, "__call__", inspect)
    monkeypatch.setattr(Trial, "__call__", run)
    return runs


def spied(folder: Path) -> tuple[Assignment, list[Submission]]:
    """A visible and a hidden test, and accomplices: in the hidden test, where the food is in the
    east, each leaves a file in `folder`, and in the visible one, each fails if it finds that file.
    Without a sandbox they may."""
    question = "[[questions]]\nname = 'reflex'\nagent = 'Reflex'\npoints = 2\n"
    tests = "".join(
        "[[questions.tests]]\nkind = 'positions'\nsearch = 'minimax'\ndepth = 1\npoints = 1\n"
        f"visibility = '{visibility}'\npositions = [\"%%%%%%\\n{row}\\n%%%%%%\"]\n"
        for visibility, row in (("hidden", "%1P. %"), ("visible", "%.P1 %"))
    )
    text = f"""
from pathlib import Path
from pacgrid import Action, Agent

FLAG = Path({str(folder / "flag")!r})

class Reflex(Agent):
    def act(self, state):
        if state.maze.width == 6 and (3, 1) in state.food:  # not a board of the diagnosis
            FLAG.touch()
            return Action.EAST
        return Action.STOP if FLAG.exists() else Action.WEST
"""
    spies = [submission(f"# {number}{text}", f"{number}") for number in range(4)]
    return Assignment.parse(f"title = 'Spied'\n{question}{tests}", "spied.toml"), spies


class RecordingClient(WorkerClient):
    """Keeps the messages to the worker."""

    def __init__(self, *arguments: Any) -> None:
        self.messages: list[object] = []
        super().__init__(*arguments)

    def _send(self, message: Mapping[str, Any], *more: Any) -> None:
        self.messages.append(message)
        super()._send(message, *more)
