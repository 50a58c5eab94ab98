"""The jobs of grading: an inspection, a test, a diagnosis. Each can run in another process or on
another machine, and its result depends only on what it holds."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Self, TypeVar

from pydantic_core import to_json

from pacgrid.common.failure import Failure

from ..assignments.answers import answer_names
from ..assignments.assignment import Assignment
from ..diagnosis.explanation import Ask
from ..diagnosis.observation import Observation
from ..diagnosis.search_task import SearchTask
from ..kinds.cs188.course_kind import in_course_words
from ..kinds.kind import GradedTest, Part
from ..kinds.search import Examiner, Search, concluded
from ..model.diagnosis import MOST_NODES
from ..model.fault import UNEXPLAINED, Fault, attempt
from ..model.outcome import CONCLUSIONS, OUTCOMES, Conclusion, Outcome
from ..model.schema import MIB, JsonForm, SubmissionLimits
from ..sandbox.channel import MAX_BYTES
from ..sandbox.level import Level
from ..sandbox.scratch import check_space
from ..sandbox.worker_disk import shipped_sources
from ..submissions.submission import Submission
from ..worker.trial_service import Change
from ..worker_client.client import SubmissionError, WorkerClient
from ..worker_client.replies import Loaded
from .pool import job_key

_FOUND: JsonForm[Loaded | Failure] = JsonForm(Loaded | Failure, "inspection")


@dataclass(frozen=True)
class Inspection:
    """Finds what a submission has that can be graded, or can play in a ladder."""

    submission: Submission
    agents: Sequence[str]
    functions: Sequence[str]
    limits: SubmissionLimits
    level: Level

    @classmethod
    def of(cls, submission: Submission, assignment: Assignment, level: Level) -> Self:
        """Finds what answers the questions of `assignment`."""
        functions = [name for asked in assignment.functions for name in answer_names(asked)]
        return cls(submission, assignment.agents, functions, assignment.test_limits, level)

    def __call__(self) -> Loaded | Failure:
        if self.submission.problem:
            return self.submission.problem
        with open_worker(self.submission, self.limits, self.level) as client:
            try:
                return load_submission(client, self.submission, self.agents, self.functions)
            except SubmissionError as error:
                return error.failure

    def failed(self, failure: Failure) -> Failure:
        return failure

    def key(self) -> str:
        names = [*self.agents], [*self.functions]
        limits = self.limits.model_dump_json(exclude={"submission"})
        return _key("look", self.submission, self.level, *names, limits)

    dump = staticmethod(_FOUND.dump)
    read = staticmethod(_FOUND.read)

    def __str__(self) -> str:
        return self.submission.name


@dataclass(frozen=True)
class Trial:
    """One test of the class or function `answer`."""

    submission: Submission
    question: str
    answer: str
    test: GradedTest
    limits: SubmissionLimits
    level: Level

    def __call__(self) -> Outcome:
        """Runs it in a new worker."""
        submission, test = self.submission, self.test
        if test.skipped:
            return test.skipped
        began = time.monotonic()
        with open_worker(submission, self.limits, self.level) as client:
            try:
                load_submission(client, submission)
            except SubmissionError as error:
                failed, failure = "couldn't be loaded", error.failure
                outcome = Outcome(test.description, failed, 0, test.possible, failure=failure)
                return self._completed(outcome, client, began)
            if test.move:
                client.move_budget = test.move
            file, is_own = submission.path or submission.main, bool(submission.path)
            outcome = test.run(Part(client, self.answer, file, is_own))
            if client.is_course_file:
                outcome = in_course_words(outcome)
            return self._completed(outcome, client, began)

    def _completed(self, outcome: Outcome, client: WorkerClient, began: float) -> Outcome:
        seconds = time.monotonic() - began
        return replace(
            outcome,
            title=self.test.title,
            visibility=self.test.visibility,
            output=outcome.output or client.printed,
            seconds=seconds,
        )

    def failed(self, failure: Failure) -> Outcome:
        """The outcome without points; other tests keep theirs."""
        title = attempt(lambda: self.test.description)
        return Outcome(
            f"test {self.test.number}" if isinstance(title, Fault) else title,
            "not finished",
            points=0,
            possible=self.test.possible,
            failure=failure,
            visibility=self.test.visibility,
            title=self.test.title,
        )

    def key(self) -> str:
        """As `Job.key`; the test's title and points count, since they are in the outcome."""
        test, limits = self.test.model_dump_json(), self.limits.model_dump_json()
        return _key("test", self.submission, self.level, self.answer, test, limits)

    dump = staticmethod(OUTCOMES.dump)
    read = staticmethod(OUTCOMES.read)

    def __str__(self) -> str:
        return f"{self.submission.name}: {self.question}.{self.test.number}"


@dataclass(frozen=True)
class SearchDiagnosis:
    """Explains what was observed of a search in all `tests` of a question that look into it. If
    there are several explanations, asks the submission further questions."""

    submission: Submission
    question: str
    answer: str
    tests: tuple[Search, ...]
    outcomes: tuple[Outcome, ...]
    limits: SubmissionLimits
    level: Level

    def __call__(self) -> Conclusion:
        outcomes = dict(zip((test.number for test in self.tests), self.outcomes, strict=True))
        trials = WorkerTrials(self._loaded, self.answer) if self._can_be_changed else None
        with self._further_asking() as ask, trials.running() if trials else nullcontext():
            found = attempt(
                lambda: concluded(self.tests, outcomes, ask, files=self._files, trials=trials)
            )
        return self.failed(found) if isinstance(found, Fault) else found

    @property
    def _can_be_changed(self) -> bool:
        """Whether its class takes what the trials of changes give it, as the tests do; and a change
        that never ends is the end of a worker only."""
        is_apart = self.level is not Level.IN_PROCESS
        return is_apart and all(test.options is None for test in self.tests)

    @property
    def _files(self) -> Mapping[str, bytes]:
        """The Python files in the main file's folder and below it, by their paths from there."""
        folder = PurePosixPath(self.submission.main).parent
        files = ((PurePosixPath(path), content) for path, content in self.submission.files)
        return {
            path.relative_to(folder).as_posix(): content
            for path, content in files
            if path.suffix == ".py" and path.is_relative_to(folder)
        }

    @contextmanager
    def _loaded(self) -> Iterator[WorkerClient]:
        """A worker that has loaded the submission. Raises SubmissionError."""
        with open_worker(self.submission, self.limits, self.level) as client:
            load_submission(client, self.submission)
            yield client

    @contextmanager
    def _further_asking(self) -> Iterator[Ask]:
        """Asks the class about further tasks, in a worker that starts with the first."""
        with ExitStack() as opened:

            @cache
            def examiner() -> Examiner:
                part = Part(opened.enter_context(self._loaded()), self.answer)
                return Examiner(part, {"depth": 1, "evaluation": "score"}, MOST_NODES)

            def ask(task: SearchTask) -> Observation | None:
                try:
                    return None if examiner().is_gone else examiner().observe(task, seed=0)
                except SubmissionError:
                    return None

            yield ask

    def failed(self, failure: Failure) -> Conclusion:
        """The conclusion without an explanation; the tests keep their outcomes."""
        if isinstance(failure, Fault):
            failure = replace(failure, message=UNEXPLAINED)
        return Conclusion(failure=failure)

    def key(self) -> str:
        tests = [test.model_dump_json() for test in self.tests]
        outcomes = [OUTCOMES.dump(replace(each, seconds=0)) for each in self.outcomes]
        limits = self.limits.model_dump_json()
        return _key("diagnosis", self.submission, self.level, self.answer, tests, outcomes, limits)

    dump = staticmethod(CONCLUSIONS.dump)
    read = staticmethod(CONCLUSIONS.read)

    def __str__(self) -> str:
        return f"{self.submission.name}: {self.question}"


def _key(kind: str, submission: Submission, level: Level, *more: object) -> str:
    # The path is part of the outcome: the advice on how to watch a lost game names it.
    return job_key(kind, level, submission.digest, submission.path, *more)


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


def load_submission(
    client: WorkerClient,
    submission: Submission,
    agents: Sequence[str] = (),
    functions: Sequence[str] = (),
) -> Loaded:
    """Has the worker of `client` load `submission`. Returns which of the `agents` and `functions`
    it has, and its other agents. Raises SubmissionError."""
    shipped = shipped_sources()
    if dict(submission.files)[submission.main] in shipped.values():
        # A shipped agent may need the others. Nobody gains by handing in a copy of it.
        client.provide({name: source.decode() for name, source in shipped.items()})
    return client.load(agents, functions)


# Trials of changes to a submission, in its worker, which is started again if a change ends it

Answers = Sequence[Sequence[Sequence[tuple[int, int, float | None]]]]
_Reply = TypeVar("_Reply")
_T = TypeVar("_T")
MOST_STARTS = 4
"""A submission that ends its worker so often isn't tried any more."""
MOST_CPU_SECONDS = 60
"""Nor is one that has taken so long."""


class WorkerTrials:
    """The class `agent` of a submission; `start` starts a worker that has loaded it."""

    def __init__(
        self, start: Callable[[], AbstractContextManager[WorkerClient]], agent: str
    ) -> None:
        self._start = start
        self._agent = agent
        self._tables: list[Sequence[object]] = []
        self._stack = ExitStack()
        self._worker: WorkerClient | None = None
        self._starts = 0
        self._seconds = 0.0
        """CPU seconds that all its workers have taken."""
        self._sent = 0

    @contextmanager
    def running(self) -> Iterator["WorkerTrials"]:
        """Ends the worker at the end of the `with`."""
        try:
            yield self
        finally:
            self._end()

    def add_tables(self, tables: Sequence[Sequence[object]]) -> None:
        """Takes more tasks; the worker gets them when it is asked next."""
        self._tables += tables

    def try_changes(
        self, candidates: Sequence[Sequence[Change]], tasks: Sequence[int]
    ) -> Answers | None:
        """What the changed submissions decide; None if the worker has ended, or can't say, or says
        what can't be."""
        answers: list[Sequence[Sequence[tuple[int, int, float | None]]]] = []
        for some in _messages(candidates):
            ask = partial(WorkerClient.try_changes, agent=self._agent, candidates=some, tasks=tasks)
            tried = self._asked(ask)
            if not tried or not _can_be(tried.answers, len(some), len(tasks)):
                return None
            answers += tried.answers
        return answers

    def functions_run(self, tasks: Sequence[int]) -> Sequence[tuple[str, int]]:
        """Which functions of the submission run in these tasks: their files and first lines."""
        run = self._asked(lambda worker: worker.functions_run(self._agent, tasks))
        return run.functions if run else ()

    def _asked(self, ask: Callable[[WorkerClient], _Reply]) -> _Reply | None:
        if not self._worker and self._starts >= MOST_STARTS:
            return None
        if self._seconds > MOST_CPU_SECONDS:
            self._end()
            return None
        try:
            worker = self._running()
            before = worker.cpu_seconds
            reply = ask(worker)
            self._seconds += worker.cpu_seconds - before
            return reply
        except SubmissionError as error:
            if error.gone or not self._worker:
                self._end()
            return None

    def _running(self) -> WorkerClient:
        if self._worker is None:
            self._starts += 1
            self._worker = self._stack.enter_context(self._start())
        for some in _messages(self._tables[self._sent :]):
            self._worker.add_tables(some)
        self._sent = len(self._tables)
        return self._worker

    def _end(self) -> None:
        self._worker, self._sent = None, 0
        self._stack.close()


def _messages(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    """`items` in parts that aren't too long for a message."""
    some: list[_T] = []
    size = 0
    for item in items:
        length = len(to_json(item))
        if some and size + length > MAX_BYTES // 2:
            yield some
            some, size = [], 0
        some.append(item)
        size += length
    if some:
        yield some


def _can_be(answers: Answers, candidates: int, tasks: int) -> bool:
    """Whether a worker that isn't forged can answer so: each candidate up to the first task in
    which it fails, and no count is negative."""
    return len(answers) == candidates and all(
        0 < len(answer) <= tasks
        and all(moves and min(move[1] for move in moves) >= 0 for moves in answer)
        for answer in answers
    )
