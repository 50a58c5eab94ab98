"""Tries changes of a submission in its worker, which is started again if a change ends it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from typing import TypeVar

from pydantic_core import to_json

from ..sandbox.channel import MAX_BYTES
from ..worker.trial_service import Change
from .client import SubmissionError, WorkerClient

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
