"""Grading many submissions on many cores; what comes out doesn't depend on how many."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import psutil

from pacgrid.errors import PacgridError
from pacgrid.failure import Failure

from .answers import answers
from .assignment import Assignment, Question
from .grade import Grade, Outcome, QuestionGrade
from .messages import Loaded
from .trial import inspect, try_out


class GradingError(PacgridError):
    """Grading can't go on, for no fault of a submission's."""


@dataclass(frozen=True)
class Progress:
    """How far grading has come."""

    done: int
    total: int
    """Known better and better: which tests a file needs is known when it has been looked at."""
    doing: str
    """What was done last."""


class Grader:
    """Grades files for an assignment, or for one `question` of it, on `jobs` cores (all of them).

    `watch` is told of every piece of work that is done.
    """

    def __init__(
        self,
        assignment: Assignment,
        *,
        question: str | None = None,
        jobs: int | None = None,
        watch: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._assignment = assignment
        self._questions: Sequence[Question] = (
            [assignment.question(question)] if question else assignment.questions
        )
        self._jobs = jobs or os.cpu_count() or 1
        self._watch = watch

    def grade(self, files: Sequence[Path]) -> list[Grade]:
        """A grade for each of `files`, in their order.

        Raises:
            GradingError: a process of the grader's own was killed.
        """
        tests = sum(len(question.tests) for question in self._questions)
        total, done = len(files) * (1 + tests), 0
        limits = self._assignment.limits
        papers = [_Paper(file) for file in files]
        try:
            with _executor(min(self._jobs, total)) as executor:
                looking = {executor.submit(inspect, p.file, limits): p for p in papers}
                trying: dict[Future[Outcome], tuple[_Paper, str, int]] = {}
                while looking or trying:
                    pending: list[Future[Any]] = [*looking, *trying]
                    for future in wait(pending, return_when=FIRST_COMPLETED).done:
                        done += 1
                        if paper := looking.pop(future, None):
                            started = self._look(paper, future.result(), executor)
                            trying.update(started)
                            total -= tests - len(started)
                            doing = str(paper.file)
                        else:
                            paper, question, number = trying.pop(future)
                            paper.outcomes[question][number] = future.result()
                            doing = f"{paper.file}: {question}"
                        self._watch(Progress(done, total, doing))
        except BrokenProcessPool:
            raise GradingError(
                "a process of the grader was killed, perhaps for want of memory; try --jobs 1"
            ) from None
        return [paper.grade(self._questions) for paper in papers]

    def _look(
        self, paper: "_Paper", seen: Loaded | Failure, executor: Executor
    ) -> dict[Future[Outcome], tuple["_Paper", str, int]]:
        """Note what answers which question, and start the tests of those that are answered."""
        if isinstance(seen, Failure):
            paper.failure = seen
            return {}
        paper.answers = answers(self._assignment, seen)
        started = {}
        limits = self._assignment.limits
        for question in self._questions:
            answer = paper.answers[question.name]
            if isinstance(answer, str):
                paper.outcomes[question.name] = [None] * len(question.tests)
                for number, test in enumerate(question.tests):
                    future = executor.submit(try_out, paper.file, answer, test, limits)
                    started[future] = paper, question.name, number
        return started


class _Paper:
    """A submission on its way to a grade."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.failure: Failure | None = None
        self.answers: Mapping[str, str | Failure | None] = {}
        self.outcomes: dict[str, list[Outcome | None]] = {}

    def grade(self, questions: Sequence[Question]) -> Grade:
        grades = tuple(map(self._question, questions))
        failures = {grade.failure for grade in grades}
        failure = failures.pop() if len(failures) == 1 else None
        return Grade(str(self.file), grades, failure, missing=not self.file.exists())

    def _question(self, question: Question) -> QuestionGrade:
        answer = self.failure or self.answers[question.name]
        return QuestionGrade(
            name=question.name,
            asks_for=question.asks_for,
            possible=question.points,
            answer=answer if isinstance(answer, str) else None,
            outcomes=tuple(filter(None, self.outcomes.get(question.name, []))),
            failure=answer if isinstance(answer, Failure) else None,
        )


@contextmanager
def _executor(jobs: int) -> Iterator[Executor]:
    """Runs work in `jobs` processes, or right here. Left by an exception, it drops all work."""
    if jobs == 1:
        yield _Here()
        return
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_obey)
    try:
        yield executor
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _obey() -> None:
    """Make this process of a pool leave no worker behind when it is terminated.

    Ctrl-C reaches every process of the terminal; the one in front answers it for all.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(*_: object) -> NoReturn:
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            process.kill()
    os._exit(1)  # an exception would be taken for the outcome of a test


class _Here(Executor):
    """Runs work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
