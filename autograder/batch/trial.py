"""The inspection and the tests of a submission. Each can run in another process or on another
machine, and its result depends only on its arguments."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial

from pacgrid.common.failure import Failure

from ..assignments.assignment import Assignment
from ..diagnosis.further_questions import Ask
from ..diagnosis.observation import Observation
from ..diagnosis.probe import Probe
from ..kinds.cs188.course_words import in_course_words
from ..kinds.kind import GradedTest, OnGame, Part
from ..kinds.search.examiner import Examiner
from ..model.answer_names import answer_names
from ..model.fault import Fault, attempt
from ..model.limits import MIB, SubmissionLimits
from ..model.outcome import Outcome
from ..model.searches import MOST_NODES
from ..sandbox.level import Level
from ..sandbox.scratch import check_space
from ..sandbox.worker_library import shipped_sources
from ..submissions.submission import Submission
from ..worker_client.client import WorkerClient
from ..worker_client.connection import SubmissionError
from ..worker_client.replies import Loaded


@dataclass(frozen=True)
class Inspected:
    """The result of an inspection."""

    found: Loaded | Failure
    """What the submission has that can be graded, or why it can't be loaded."""
    outcome: Outcome | Fault | None = None
    """Of the first test, if the same worker went on to it."""


TestChoice = Callable[[Loaded], tuple[str, GradedTest] | None]
"""Chooses the first test by what was found: the name of the class or function, and the test."""


def inspect(
    submission: Submission,
    assignment: Assignment,
    level: Level,
    first_test: TestChoice = lambda _: None,
    on_game: OnGame = lambda: None,
) -> Inspected:
    """Loads `submission` and finds what can be graded. Its worker goes on to the `first_test`, if
    there is one: so far it has only loaded the submission, as every test does."""
    if submission.problem:
        return Inspected(submission.problem)
    began = time.monotonic()
    limits = assignment.test_limits
    with open_worker(submission, limits, level) as client:
        try:
            functions = [n for asked in assignment.functions for n in answer_names(asked)]
            found = load_submission(client, submission, assignment.agents, functions)
        except SubmissionError as error:
            return Inspected(error.failure)
        if not (chosen := first_test(found)):
            return Inspected(found)
        answer, test = chosen
        run_first = partial(_run, test, client, answer, submission, began, on_game)
        return Inspected(found, attempt(run_first))


def run(
    submission: Submission,
    answer: str,
    test: GradedTest,
    limits: SubmissionLimits,
    level: Level,
    on_game: OnGame = lambda: None,
) -> Outcome:
    """Runs one test of the class or function `answer`, in a new worker.

    Raises:
        GradingError: the failure is not the submission's.
    """
    if test.skipped:
        return test.skipped
    began = time.monotonic()
    with open_worker(submission, limits, level) as client:
        try:
            load_submission(client, submission)
        except SubmissionError as error:
            failure = error.failure
            outcome = Outcome(
                test.description, "couldn't be loaded", 0, test.possible, failure=failure
            )
            return _completed(outcome, test, client, began)
        return _run(test, client, answer, submission, began, on_game)


@contextmanager
def further_asking(
    submission: Submission, answer: str, limits: SubmissionLimits, level: Level
) -> Iterator[Ask]:
    """Asks the class `answer` about further probes, in a worker that starts with the first."""
    with ExitStack() as opened:

        @cache
        def examiner() -> Examiner:
            client = opened.enter_context(open_worker(submission, limits, level))
            load_submission(client, submission)
            part = Part(client, answer)
            return Examiner(part, {"depth": 1, "evaluation": "score"}, MOST_NODES)

        def ask(probe: Probe) -> Observation | None:
            try:
                asked = replace(probe, scores_finished=examiner().is_course_file)
                return None if examiner().is_gone else examiner().observe(asked, seed=0)
            except SubmissionError:
                return None

        yield ask


@contextmanager
def open_worker(
    submission: Submission, limits: SubmissionLimits, level: Level
) -> Iterator[WorkerClient]:
    """A worker for `submission`. Raises GradingError if, before or after, the disk lacks the space
    that the worker may use: then nothing that the submission did counts."""
    needed = 0 if level is Level.BUBBLEWRAP else limits.file_mb * MIB
    check_space(needed)
    with submission.written() as main, WorkerClient(main, limits, level) as client:
        yield client
    check_space(needed)


def _run(
    test: GradedTest,
    client: WorkerClient,
    answer: str,
    submission: Submission,
    began: float,
    on_game: OnGame,
) -> Outcome:
    """Runs `test` in a worker that has loaded the submission."""
    if test.move:
        client.move_budget = test.move
    file, is_own = submission.path or submission.main, bool(submission.path)
    outcome = test.run(Part(client, answer, file, is_own, on_game))
    if client.is_course_file:
        outcome = in_course_words(outcome)
    return _completed(outcome, test, client, began)


def _completed(outcome: Outcome, test: GradedTest, client: WorkerClient, began: float) -> Outcome:
    seconds = time.monotonic() - began
    return replace(
        outcome,
        title=test.title,
        visibility=test.visibility,
        output=outcome.output or client.printed,
        seconds=seconds,
    )


def load_submission(
    client: WorkerClient,
    submission: Submission,
    agents: list[str] | None = None,
    functions: list[str] | None = None,
) -> Loaded:
    """Has the worker of `client` load `submission`. Returns which of the `agents` and `functions`
    it has, and its other agents. Raises SubmissionError."""
    shipped = shipped_sources()
    if dict(submission.files)[submission.main] in shipped.values():
        # A shipped agent may need the others. Nobody gains by handing in a copy of it.
        client.provide({name: source.decode() for name, source in shipped.items()})
    return client.load(agents or [], functions or [])
