from collections.abc import Callable, Collection, Iterator, Sequence, Set
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.grading import (
    GOES_WEST,
    SOUND_EVALUATE,
    TINY,
    graded,
    message,
    replace_workers,
    submission,
    tiny,
    with_few_games,
    write,
)
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch import pool as pool_module
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.batch.grading_job import Inspection, Trial
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.autograder.batch.pool import Job, Pool
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.collection import collect
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.replies import AgentSummary, Loaded
from pacgrid.common.failure import Failure

REFLEX = [tiny().question("reflex")]


def grader(assignment: Assignment | None = None, **options: Any) -> Grader:
    return Grader(assignment or tiny(), **{"level": Level.PROCESS, "jobs": 1, **options})


# With workers.


def test_a_failed_question_does_not_stop_the_others(tmp_path):
    wrong = """
class Minimax(Agent):
    def __init__(self, depth, evaluation):
        pass
    def act(self, state):
        raise ValueError("no idea")
"""
    grade = graded(write(tmp_path, GOES_WEST + wrong + SOUND_EVALUATE))
    reflex, minimax, evaluation = grade.questions
    assert message(minimax).startswith("ValueError: no idea")
    assert (reflex.points, minimax.points, evaluation.points) == (2, 0, 1)
    assert (grade.points, grade.attempted, grade.possible) == (3, 4, 4)
    assert grade.failure is None


@pytest.mark.slow
def test_grades_do_not_depend_on_the_number_of_jobs(tmp_path):
    files = [
        write(tmp_path, GOES_WEST, "a.py"),
        write(tmp_path, "import nowhere", "b.py"),
        tmp_path / "missing.py",
        write(tmp_path, SOUND_EVALUATE, "c.py"),
        write(tmp_path, "", "notes.txt"),
    ]
    submissions = collect(files).submissions
    grades = grader(jobs=1).grade(submissions)
    assert grader(jobs=3).grade(submissions) == grades
    assert [grade.name for grade in grades] == [one.name for one in submissions]
    assert [grade.points for grade in grades] == [2, 0, 0, 1, 0]
    assert [grade.missing for grade in grades] == [False, False, True, False, False]
    assert [message(grades[i]) for i in (2, 4)] == [
        "no such file",
        "is not a Python file, a folder or a zip; hand in a .py file, or a .zip with one",
    ]


# Without workers.


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tests that were run, without a worker."""
    return replace_workers(monkeypatch)


def test_a_submission_that_cannot_be_loaded_fails_every_question(runs):
    (grade,) = grader().grade([submission("import nowhere")])
    assert message(grade).startswith("can't be imported")
    assert [message(question) for question in grade.questions] == [message(grade)] * 3
    assert (grade.points, grade.attempted) == (0, 4)
    assert runs == []


def test_unanswered_questions_are_not_attempted(runs):
    (grade,) = grader().grade([submission(SOUND_EVALUATE)])
    assert [question.answered for question in grade.questions] == [False, False, True]
    assert (grade.points, grade.attempted, grade.possible) == (1, 1, 4)


def test_one_question_can_be_graded_alone(runs):
    questions = [tiny().question("evaluation")]
    (grade,) = grader(questions=questions).grade([submission(GOES_WEST + SOUND_EVALUATE)])
    assert [question.name for question in grade.questions] == ["evaluation"]
    assert runs == ["student: evaluate"]


def test_a_submission_with_a_problem_is_finished_at_once():
    progress: list[Progress] = []
    empty = Submission("s1", problem=Failure("is empty"), student="Ada", identifier="a1")
    (grade,) = grader(watch=progress.append).grade([empty])
    assert (grade.name, grade.student, grade.identifier) == ("s1", "Ada", "a1")
    assert (grade.digest, grade.sandbox) == (empty.digest, "process")
    assert [message(question) for question in grade.questions] == ["is empty"] * 3
    assert progress == [Progress(1, 1, "s1", grade=grade)]


def test_progress_is_reported_after_every_job(runs):
    def watch(now: Progress) -> None:
        points = f", {now.grade.points:g} points" if now.grade else ""
        runs.append(f"{now.done}/{now.total} {now.latest}{points}")

    submissions = [submission(GOES_WEST, name) for name in "ab"]
    grader(questions=REFLEX, watch=watch).grade(submissions)
    assert runs == [
        *("1/6 a", "a: Reflex", "2/6 a: reflex.1", "a: Reflex", "3/6 a: reflex.2, 2 points"),
        *("4/6 b", "b: Reflex", "5/6 b: reflex.1", "b: Reflex", "6/6 b: reflex.2, 2 points"),
    ]


def test_a_changed_submission_is_graded_again_alone(tmp_path, runs):
    old = [submission(GOES_WEST + f"# {name}", name) for name in "abc"]
    changed = submission(GOES_WEST + "# another", "b")
    with Journal(tmp_path / "journal") as journal:
        grader(journal=journal).grade(old)
        runs.clear()
        grades = grader(journal=journal).grade([old[0], changed, old[2]])
    assert runs == ["b: Reflex", "b: Reflex"]
    assert grades[1].digest == changed.digest


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ("points = 2", "points = 2", 0),
        ('title = "Tiny"', 'title = "Tinier"', 0),
        ('name = "reflex"', 'name = "corner"', 0),
        ("seed = 3", "seed = 4", 1),
        ("average_score = -10000", "average_score = -9999", 1),
        ("[[questions.tests]]", '[[questions.tests]]\nvisibility = "hidden"', 1),
        ("move = {cpu_seconds = 0.5,", "move = {cpu_seconds = 0.6,", 2),
    ],
    ids=["nothing", "title", "question", "seed", "threshold", "visibility", "limits"],
)
def test_a_changed_assignment_runs_only_the_tests_that_changed(tmp_path, runs, old, new, count):
    changed = Assignment.parse(TINY.replace(old, new, 1), "tiny.toml")
    with Journal(tmp_path / "journal") as journal:
        grader(journal=journal).grade([submission(GOES_WEST)])
        runs.clear()
        grader(changed, journal=journal).grade([submission(GOES_WEST)])
    assert len(runs) == count


def test_another_engine_version_runs_everything_again(tmp_path, runs, monkeypatch):
    with Journal(tmp_path / "journal") as journal:
        for version in ("one", "another"):
            monkeypatch.setattr(pool_module, "engine_version", lambda version=version: version)
            grader(journal=journal).grade([submission(GOES_WEST)])
    assert len(runs) == 4


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (GradingError("a ghost failed"), "a ghost failed"),
        (OSError(28, "No space left on device"), "student: OSError: .*No space left"),
    ],
    ids=["ghost", "full disk"],
)
def test_an_error_that_is_not_the_submissions_ends_grading_and_is_not_stored(
    tmp_path, runs, monkeypatch, error, text
):
    def fail(*_: object) -> None:
        raise error

    with Journal(tmp_path / "journal") as journal:
        with monkeypatch.context() as patched:
            patched.setattr(Inspection, "__call__", fail)
            with pytest.raises(GradingError, match=f"^{text}"):
                grader(journal=journal).grade([submission(GOES_WEST)])
        (grade,) = grader(journal=journal).grade([submission(GOES_WEST)])
    assert grade.points == 2


def test_an_invalid_result_in_the_journal_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(Journal, "find", lambda *_: '{"outcome": {"points": 1000}}')
    damaged = r"journal: the journal is damaged: .*; move it away"
    with Journal(tmp_path / "journal") as journal, pytest.raises(JournalError, match=damaged):
        grader(journal=journal).grade([submission(GOES_WEST)])


def test_the_first_of_two_runs_at_the_same_time_counts(tmp_path, runs, monkeypatch):
    """The other run stores its result after this run has looked for one."""
    path = tmp_path / "journal"
    inspect: Callable[..., Any] = Inspection.__call__

    def meanwhile(*arguments: Any) -> Any:
        monkeypatch.setattr(Inspection, "__call__", lambda *_: Failure("is the first"))
        with Journal(path) as other:
            grader(journal=other).grade([submission(GOES_WEST)])
        return inspect(*arguments)

    monkeypatch.setattr(Inspection, "__call__", meanwhile)
    with Journal(path) as journal:
        (grade,) = grader(journal=journal).grade([submission(GOES_WEST)])
    assert message(grade) == "is the first"


# Hidden tests and visible ones.

LOADED = Loaded(kind="loaded", agents={"Reflex": AgentSummary()})
TEST = """
[[questions.tests]]
kind = "games"
layout = "pocket"
title = "test {number}"
visibility = "{visibility}"
thresholds = [{{average_score = -10000, points = 1}}]
"""


def planned(visibilities: Sequence[str]) -> Assignment:
    """An assignment with a test of each of the `visibilities`."""
    numbered = enumerate(visibilities)
    tests = [TEST.format(number=number, visibility=chosen) for number, chosen in numbered]
    question = f'[[questions]]\nname = "q"\nagent = "Reflex"\npoints = {len(tests)}\n'
    return Assignment.parse("".join(['title = "Planned"\n', question, *tests]), "planned.toml")


class RandomPool(Pool):
    """Finishes jobs in a random order. A test in `killers` ends all jobs that are running.

    Whether they are hidden is added to `events` as tests start and end.
    """

    def __init__(
        self, rng: Random, killers: Set[tuple[str, str]], events: list[bool], capacity: int
    ) -> None:
        self._arguments = rng, killers, events
        self._rng, self._killers, self._events = self._arguments
        self._tests: dict[Future[Any], tuple[Job, GradedTest | None]] = {}
        self._capacity = capacity

    def has_room(self, running: int) -> bool:
        return running < self._capacity

    def alone(self) -> Pool:
        return RandomPool(*self._arguments, capacity=1)

    def submit(self, job: Job) -> Future[Any]:
        test = job.test if isinstance(job, Trial) else None
        self._events += [test.is_hidden] if test else []
        future: Future[Any] = Future()
        self._tests[future] = job, test
        return future

    def wait(self, running: Collection[Future[Any]]) -> set[Future[Any]]:
        ended = self._rng.choice(list(running))
        job, test = self._tests[ended]
        self._events += [test.is_hidden] if test else []
        if test and (job.submission.name, test.title) in self._killers:
            for future in running:
                future.set_exception(BrokenExecutor())
            return set(running)
        outcome = Outcome(test.title, "done", 1, 1, visibility=test.visibility) if test else None
        ended.set_result(outcome or LOADED)
        return {ended}


class MemoryJournal(Journal):
    """A journal without a file."""

    def __init__(self) -> None:
        self._results: dict[str, str] = {}

    def find(self, key: str) -> str | None:
        return self._results.get(key)

    def store(self, key: str, result: str) -> str:
        return self._results.setdefault(key, result)


@settings(max_examples=20)
@given(
    visibilities=st.lists(
        st.sampled_from(["visible", "hidden", "after_due_date"]), min_size=1, max_size=5
    ),
    count=st.integers(1, 4),
    jobs=st.integers(1, 4),
    killers=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=3),
    stops=st.lists(st.integers(1, 30), max_size=2),
    rng=st.randoms(use_true_random=False),
)
def test_no_hidden_test_starts_before_all_visible_ones_of_the_batch_are_stored(
    visibilities, count, jobs, killers, stops, rng
):
    """Whatever ends first, kills its process or is interrupted: and the grades are the same."""
    submissions = [submission(f"class Reflex: {name}", str(name)) for name in range(count)]
    names = {(str(name), f"test {number}") for name, number in killers}
    journal, events, grades = MemoryJournal(), list[bool](), list[Grade]()
    for steps in (*stops, None):
        left = iter(range(steps or 10**9))

        def watch(_: Progress, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt

        graded = grader(planned(visibilities), jobs=jobs, journal=journal, watch=watch)
        pool = RandomPool(rng, names, events, capacity=3)
        opened = patch("pacgrid.autograder.batch.grader.open_pool", lambda *_, pool=pool: pool)
        with opened, suppress(KeyboardInterrupt):
            grades = graded.grade(submissions)
    assert events == sorted(events)
    for grade in grades:
        outcomes = grade.questions[0].outcomes
        assert [outcome.visibility for outcome in outcomes] == sorted(
            visibilities, key="visible".__ne__
        )
        for outcome in outcomes:
            ended = "ended the grader's process" * ((grade.name, outcome.test) in names)
            assert (outcome.failure.message if outcome.failure else "") == ended


# Points of the shipped assignment; `test_students.py` has those of many searches.


@pytest.mark.parametrize("question", ["reflex", "alpha_beta", "evaluation"])
@pytest.mark.slow
def test_a_shipped_agent_gets_full_marks_on_its_question(question):
    file = Path(str(resources.files("pacgrid.agents") / f"{question}.py"))
    assert graded(file, question, with_few_games(Assignment.load(), 4)).points == 5


@pytest.mark.slow
def test_a_random_agent_gets_low_marks(tmp_path):
    text = """
    from pacgrid import Agent

    class Mine(Agent):
        def __init__(self, *, depth=1, evaluation=None):
            pass
        def act(self, state):
            return self.rng.choice(state.legal_actions())
    """
    assignment = with_few_games(Assignment.load(), 4)
    *searches, evaluation = graded(write(tmp_path, text), None, assignment).questions
    assert [question.answered for question in searches] == [False, True, False, False]
    assert searches[0].reason == "no Reflex; Mine takes a depth"
    assert searches[2].reason.startswith("rename it to AlphaBeta")
    assert [question.failures for question in searches] == [{}] * 4
    assert all(question.points <= 1 for question in searches)
    assert not evaluation.answered
