"""A worker that answers requests, within limits."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pydantic_core import to_json

from pacgrid.common.failure import Failure

from ..model.errors import GradingError, SandboxError
from ..model.limits import Budget, SubmissionLimits
from ..sandbox.channel import ChannelError
from ..sandbox.level import Level
from .clock import WorkerClock
from .in_process_worker import InProcessWorker
from .replies import (
    Acted,
    Chosen,
    Done,
    Expand,
    Explored,
    Failed,
    Features,
    Loaded,
    Reply,
    Returned,
    StateQuestion,
    Values,
    read_reply,
)
from .stable_text import stable_text

if TYPE_CHECKING:
    from ..sandbox.worker_process import WorkerProcess

_CHECK_SECONDS = 0.05
"""Time between two checks of a worker's limits before it answers."""

_RETRY_SECONDS = (0.1, 1)
"""Pauses before a sandbox is set up again: a system may run short of something for a moment."""

MAX_THREADS = 256
"""More than any submission needs; a machine can only run so many."""

_R = TypeVar("_R", Loaded, Done, Acted, Chosen, Explored, Values, Features, Returned)

Answer = Callable[[Expand | StateQuestion], bytes]
"""Answers a worker that asks about a state. May raise SubmissionError."""


class SubmissionError(Exception):
    """A submission failed. If it is `gone`, its process has ended and takes no more requests; if it
    `exits`, it asked for that, as `sys.exit` does. If it has `timed_out`, it was killed."""

    def __init__(
        self, failure: Failure, *, gone: bool, exits: bool = False, timed_out: bool = False
    ) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.gone = gone
        self.exits = exits
        self.timed_out = timed_out


def _start(
    folder: Path, level: Level, limits: SubmissionLimits
) -> "WorkerProcess | InProcessWorker":
    if level is Level.IN_PROCESS:
        return InProcessWorker(folder, limits)
    from ..sandbox.worker_process import WorkerProcess

    for pause in _RETRY_SECONDS:
        with suppress(SandboxError):
            return WorkerProcess(folder, level, limits)
        time.sleep(pause)
    return WorkerProcess(folder, level, limits)


class WorkerConnection:
    """A submission in a worker. At the end of the `with`, the worker is killed with all its
    processes.

    Every method raises SubmissionError if the submission fails, exceeds a limit, or dies.
    """

    def __init__(self, folder: Path, limits: SubmissionLimits, level: Level) -> None:
        self._limits = limits
        self.load_budget = limits.load
        """For loading the file, and for building an agent."""
        self.move_budget = limits.move
        """For each answer in a game or search."""
        self._process = _start(folder, level, limits)
        self.clock = WorkerClock(self._process, limits)
        self._next_check = 0.0
        self._core = self._process.shared_core()
        try:
            self._confine()
        except BaseException:
            self._close()
            raise
        self.clock.start_test()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @property
    def printed(self) -> str:
        """What the submission has printed; the middle of a long output is left out."""
        return stable_text(self._process.printed())

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds that the worker has used so far."""
        return self._process.cpu_seconds()

    def _close(self) -> None:
        self._core.leave()
        self._process.close()

    def _confine(self) -> None:
        """Has the worker confine itself, before it sees the submission."""
        if self._process.spec is None:
            return
        try:
            self.ask({"do": "confine", "spec": self._process.spec}, Done, self.load_budget, "")
        except SubmissionError as error:
            reason = "; ".join([str(error), *self.printed.strip().splitlines()[-1:]])
            raise GradingError(
                f"the sandbox {self._process.level} can't be set up: {reason}"
            ) from None

    def ask(
        self,
        request: Mapping[str, Any] | bytes,
        expected: type[_R],
        budget: Budget,
        purpose: str,
        answer: Answer | None = None,
        *,
        continues: bool = False,
    ) -> _R:
        """The reply to `request`, a message or an object for JSON. If it `continues` the answer
        before, the two share one time limit."""
        if continues:
            self.clock.resume_answer()
        else:
            self.clock.start_answer()
        if isinstance(self._process, InProcessWorker):
            self._process.answer = partial(self._answered, budget, purpose, answer)
            self._process.check = partial(self._check_clock, budget, purpose)
        self._send(request if isinstance(request, bytes) else to_json(request), budget)
        while isinstance(reply := self._next(budget, purpose), Expand | StateQuestion) and answer:
            self._send(answer(reply), budget)
            if time.monotonic() > self._next_check:
                self._check_clock(budget, purpose)
                self._check_resources()
        self._check_clock(budget, purpose)
        if (
            expected not in (Acted, Chosen, Explored, Returned, Values)
            or time.monotonic() > self._next_check
        ):
            self._check_resources()
        if isinstance(reply, Failed):
            raise SubmissionError(reply.failure, gone=False, exits=reply.exits)
        if not isinstance(reply, expected):
            raise self.kill("sent the grader a reply of the wrong kind")
        return reply

    def _answered(
        self, budget: Budget, purpose: str, answer: Answer | None, question: bytes
    ) -> bytes:
        """The answer to a worker in this process that asks in the midst of its own one."""
        reply = self._read(question)
        if not (isinstance(reply, Expand | StateQuestion) and answer):
            raise self.kill("sent the grader a reply of the wrong kind")
        answered = answer(reply)
        self._check_clock(budget, purpose)
        return answered

    def _send(self, message: bytes, budget: Budget) -> None:
        try:
            self._process.channel.send(message, timeout=budget.seconds)
        except ChannelError as error:
            raise self._died(str(error)) from None

    def _next(self, budget: Budget, purpose: str) -> Reply:
        """The worker's next message. Checks its limits while waiting."""
        try:
            while (data := self._poll()) is None:
                self._core.release()
                self._check_clock(budget, purpose, descendants=True)
                self._check_resources()
                self._check_processes()
        except ChannelError as error:
            raise self._died(str(error)) from None
        self._core.enter()
        return self._read(data)

    def _read(self, data: bytes) -> Reply:
        try:
            return read_reply(data)
        except ValueError:
            raise self.kill("sent the grader an invalid message") from None

    def _poll(self) -> bytes | None:
        try:
            return self._process.channel.receive(_CHECK_SECONDS)
        except TimeoutError:
            return None

    def _check_clock(self, budget: Budget, purpose: str, *, descendants: bool = False) -> None:
        if reason := self.clock.exceeded(budget, purpose, descendants=descendants):
            error = self.kill(reason)
            error.timed_out = True
            raise error

    def _check_resources(self) -> None:
        """Checks threads and temporary files. Takes longer than a move, so call it now and then,
        and at the end of a game."""
        self._next_check = time.monotonic() + _CHECK_SECONDS
        self._core.leave()  # the system may choose another one for the next message
        if self._process.threads() > MAX_THREADS:
            raise self.kill(f"started more than {MAX_THREADS} threads")
        if reason := self._process.excess_of_files():
            raise self.kill(reason)

    def _check_processes(self) -> None:
        if self._process.processes() > (limit := self._limits.processes):
            raise self.kill(f"started too many processes; the limit is {limit}, itself included")

    def kill(self, reason: str) -> SubmissionError:
        """Kills the worker. Returns the error to raise."""
        self._process.kill()
        return SubmissionError(Failure(reason), gone=True)

    def _died(self, broken: str) -> SubmissionError:
        """The error to raise for a `broken` channel; usually, the worker has exited."""
        exit_reason = self._process.exit_reason(patience=1)
        if exit_reason is None:
            return self.kill(f"broke its channel to the grader: {broken}")
        return self.kill(exit_reason)
