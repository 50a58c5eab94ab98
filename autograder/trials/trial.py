"""The pieces of work that grading is made of. Each can be sent to another process or machine, and
its result depends on nothing but its arguments."""

import time
from dataclasses import replace

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.limits import Limits
from pacgrid.autograder.messages import Loaded
from pacgrid.autograder.question import Games, Positions, Test
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import shipped_sources
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials import game_trial, position_trial, search_trial
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.common.failure import Failure


def inspect(submission: Submission, assignment: Assignment, level: Level) -> Loaded | Failure:
    """What `submission` has that `assignment` may ask for, or why it can't be loaded."""
    if submission.problem:
        return submission.problem
    with submission.written() as main, WorkerClient(main, assignment.limits, level) as remote:
        try:
            return _load(remote, submission, assignment.agents, assignment.functions)
        except SubmissionError as error:
            return _of_loading(error)


def try_out(
    submission: Submission, answer: str, test: Test, limits: Limits, level: Level
) -> Outcome:
    """Put what `answer` names in `submission` to one test, in a fresh worker.

    Raises:
        GradingError: something failed that is not the submission's.
    """
    began = time.monotonic()
    if test.move:
        limits = limits.model_copy(update={"move": test.move})
    with submission.written() as main, WorkerClient(main, limits, level) as remote:
        try:
            _load(remote, submission)
        except SubmissionError as error:
            outcome = Outcome(
                described(test), "couldn't be loaded", 0, test.points, failure=_of_loading(error)
            )
        else:
            outcome = _try(test, remote, answer, submission)
        return replace(
            outcome,
            visibility=test.visibility,
            output=remote.printed,
            seconds=time.monotonic() - began,
        )


def described(test: Test) -> str:
    """What `test` is, in words."""
    if isinstance(test, Games):
        return game_trial.described(test)
    return position_trial.described(test)


def _try(test: Test, remote: WorkerClient, answer: str, submission: Submission) -> Outcome:
    if isinstance(test, Games):
        file = submission.path or submission.main
        return game_trial.play_games(test, remote, answer, file, is_own=bool(submission.path))
    if isinstance(test, Positions):
        return position_trial.try_positions(test, remote, answer)
    return search_trial.try_search(test, remote, answer)


def _load(
    remote: WorkerClient,
    submission: Submission,
    agents: list[str] | None = None,
    functions: list[str] | None = None,
) -> Loaded:
    shipped = shipped_sources()
    if dict(submission.files)[submission.main] in shipped.values():
        # One of our own, which may need the others. Nobody gains by handing in a copy of it.
        remote.lend({name: text.decode() for name, text in shipped.items()})
    return remote.load(agents or [], functions or [])


def _of_loading(error: SubmissionError) -> Failure:
    """Why it couldn't be loaded, without the path that only the grader knows."""
    message = error.failure.message
    before, _, after = message.partition(".py: ")
    return Failure(after if after and "/" in before else message, error.failure.frames)
