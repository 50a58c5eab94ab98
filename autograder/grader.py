"""Grading many submissions on many cores; what comes out doesn't depend on how many."""

import multiprocessing
import os
import signal
from collections import deque
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
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import psutil

from pacgrid.failure import Failure
from pacgrid.machine import processors

from .answers import Answer, Unanswered, answers
from .assignment import Assignment, Question
from .grade import Grade, Outcome, QuestionGrade
from .messages import Loaded
from .trial import inspect, try_out


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
        self._jobs = jobs or processors()
        self._watch = watch

    def grade(self, files: Sequence[Path]) -> list[Grade]:
        """A grade for each of `files`, in their order.

        Raises:
            GradingError: something of ours failed: a ghost.
        """
        papers = [_Paper(file) for file in files]
        try:
            with _executor(min(self._jobs, self._total(papers))) as executor:
                self._run(papers, papers, executor)
        except BrokenProcessPool:
            for paper in papers:
                if not paper.is_done:
                    self._run_alone(paper, papers)
        return [paper.grade(self._questions) for paper in papers]

    def _run_alone(self, paper: "_Paper", papers: Sequence["_Paper"]) -> None:
        """Grade one that may be what killed a process of the grader: in one that nobody shares."""
        paper.reset()
        try:
            with _processes(1) as executor:
                self._run([paper], papers, executor)
        except BrokenProcessPool:
            paper.reset(Failure("ended the grader's process"))

    def _run(self, papers: Sequence["_Paper"], of: Sequence["_Paper"], executor: Executor) -> None:
        """Look at each of `papers` and run the tests of what it answers. Progress is told for all
        that are graded."""
        looking = {executor.submit(inspect, p.file, self._assignment): p for p in papers}
        trying: dict[Future[Outcome], tuple[_Paper, str, int]] = {}
        while looking or trying:
            if isinstance(executor, _Here):
                executor.run_one()
            pending: list[Future[Any]] = [*looking, *trying]
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                if paper := looking.pop(future, None):
                    trying.update(self._look(paper, future.result(), executor))
                    doing = str(paper.file)
                else:
                    paper, question, number = trying.pop(future)
                    paper.outcomes[question][number] = future.result()
                    doing = f"{paper.file}: {question}"
                done = sum(paper.done for paper in of)
                self._watch(Progress(done, self._total(of), doing))

    def _total(self, papers: Sequence["_Paper"]) -> int:
        """How many pieces of work there are, as far as is known."""
        tests = sum(len(question.tests) for question in self._questions)
        return sum(1 + (paper.planned if paper.is_seen else tests) for paper in papers)

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
        self.reset()

    def reset(self, failure: Failure | None = None) -> None:
        """Begin again; or end here, with a `failure` of the whole."""
        self.failure = failure
        self.answers: Mapping[str, Answer] = {}
        self.outcomes: dict[str, list[Outcome | None]] = {}

    @property
    def is_seen(self) -> bool:
        """Whether it is known which tests it needs."""
        return bool(self.failure or self.answers)

    @property
    def planned(self) -> int:
        """How many tests it needs."""
        return sum(map(len, self.outcomes.values()))

    @property
    def done(self) -> int:
        """How much work has been done on it: looking at it, and tests."""
        tried = [outcome for outcomes in self.outcomes.values() for outcome in outcomes]
        return self.is_seen + len(list(filter(None, tried)))

    @property
    def is_done(self) -> bool:
        return self.is_seen and self.done == 1 + self.planned

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
            reason=answer.reason if isinstance(answer, Unanswered) else "",
        )


@contextmanager
def _executor(jobs: int) -> Iterator[Executor]:
    """Runs work in `jobs` processes, or right here."""
    if jobs == 1:
        yield _Here()
    else:
        with _processes(jobs) as executor:
            yield executor


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Runs work in `jobs` processes. Left by an exception, it drops all work."""
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
    """Runs work in this process, in the order in which it comes, a piece whenever it is told to."""

    def __init__(self) -> None:
        self._queue: deque[tuple[Future[Any], Callable[[], Any]]] = deque()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._queue.append((future, partial(fn, *args, **kwargs)))
        return future

    def run_one(self) -> None:
        future, work = self._queue.popleft()
        future.set_result(work())
