"""A worker in the grader's own process, for browsers, which have no others."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import BufferedWriter, RawIOBase, StringIO, TextIOWrapper
from pathlib import Path
from traceback import walk_stack
from typing import Any

from pacgrid.agent_loader import shipped_names
from pacgrid.common.cpus import thread_time
from pacgrid.common.failure import is_in
from pacgrid.common.folder_importer import folder_importer

from ..model.limits import SubmissionLimits
from ..sandbox.channel import MAX_BYTES, ChannelError, MessageTooLongError
from ..sandbox.level import Level
from ..sandbox.printed import Printed
from ..sandbox.shared_core import SharedCore
from ..worker.messages import ASK, EXPAND
from ..worker.service import Worker, read_request, respond
from .loop_guard import LoopGuard, LoopStoppedError

_WORKERS_DEPTH = 8
"""So many frames are on a worker's stack when it begins to reply in a process of its own."""
_GRADERS_FRAMES = 300
"""So many more the grader may need to answer a question."""
_HIDDEN = frozenset(f"pacgrid.agents.{name}" for name in shipped_names())
"""Pacgrid's own agents, which the library of other workers doesn't have."""


class InProcessWorker:
    """Does what a `WorkerProcess` does, with the same messages, and protects nothing.

    To send it a request runs the submission until it has replied; what it asks meanwhile is passed
    to `answer`. A submission that never returns is stopped only while it loops in its own code.
    """

    level = Level.IN_PROCESS
    spec = None
    """There is nothing to confine."""

    def __init__(self, folder: Path, limits: SubmissionLimits) -> None:
        self.folder = folder
        self.answer: Callable[[bytes], bytes]
        """Answers a question of the submission. May raise an error, which ends the request."""
        self.check: Callable[[], None] = lambda: None
        """Called now and then while the submission loops. May raise an error, too."""
        self.channel = _GradersEnd(self)
        self._real_folder = folder.resolve()
        self._before = [*sys.path], [*sys.meta_path]
        self._worker = Worker(_WorkersEnd(self))
        self._guard = LoopGuard(self._real_folder, self._check)
        folder_importer(str(self._real_folder)).hidden = _HIDDEN
        self._printed = Printed(limits.output_kb << 10)
        self._text = TextIOWrapper(BufferedWriter(_Sink(self._printed)), "utf-8", "replace")
        self._seconds = 0.0
        self._began: float | None = None
        """When the submission began to run; None while it doesn't."""
        self._reply: bytes | None = None
        self._error: BaseException | None = None
        """What answering it has raised."""
        self._killed = False

    def run(self, request: bytes) -> None:
        """Has it reply to `request`. Raises what `answer` has raised."""
        if self._killed:
            raise ChannelError("the worker has ended")
        self._reply = self._error = None
        with self._running():
            reply = self._worker.answer(read_request(request))
        self._text.flush()
        if self._error is not None:
            raise self._error
        respond(_WorkersEnd(self), reply)

    def take_reply(self) -> bytes:
        """Its reply to the last request."""
        if (reply := self._reply) is None:
            raise ChannelError("it sent nothing")
        self._reply = None
        return reply

    def reply(self, message: bytes) -> None:
        """Takes its reply."""
        self._reply = message

    def ask(self, question: bytes) -> bytes:
        """The answer to its question."""
        if self._error is not None:
            raise ChannelError("the grader has closed the channel")
        with self._waiting():
            try:
                return self.answer(question)
            except BaseException as error:
                self._error = error
                raise ChannelError("the grader has closed the channel") from error

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Its clock runs, and its output is kept."""
        before = sys.stdin, sys.argv, sys.getrecursionlimit()
        with ExitStack() as stack:
            stack.enter_context(redirect_stdout(self._text))
            stack.enter_context(redirect_stderr(self._text))
            sys.stdin, sys.argv = StringIO(), [""]
            sys.setrecursionlimit(before[2] + _depth() - _WORKERS_DEPTH)
            self._began = thread_time()
            try:
                yield
            finally:
                self._seconds, self._began = self.cpu_seconds(), None
                sys.stdin, sys.argv, limit = before
                sys.setrecursionlimit(limit)

    def _check(self) -> None:
        if self._began is None:  # it is the grader who uses its code
            return
        try:
            self.check()
        except BaseException as error:
            self._error = self._error or error
            raise LoopStoppedError from None

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Its clock stands still, and nobody observes what the grader does."""
        self._seconds, self._began = self.cpu_seconds(), None
        profile, limit = sys.getprofile(), sys.getrecursionlimit()
        sys.setprofile(None)
        sys.setrecursionlimit(limit + _GRADERS_FRAMES)
        try:
            yield
        finally:
            sys.setrecursionlimit(limit)
            sys.setprofile(profile)
            self._began = thread_time()

    def cpu_seconds(self, *, descendants: bool = False) -> float:  # noqa: ARG002
        """Seconds for which it has run so far."""
        return self._seconds + (0 if self._began is None else thread_time() - self._began)

    def waited_seconds(self) -> float | None:
        """It never waits."""
        return 0

    def shared_core(self) -> SharedCore:
        """One that does nothing."""
        return SharedCore(None)

    def threads(self) -> int:
        """Nobody counts."""
        return 1

    def processes(self) -> int:
        """There is one."""
        return 1

    def excess_of_files(self) -> str:
        """Nobody looks."""
        return ""

    def printed(self) -> str:
        """Its output so far; the middle of a long one is left out."""
        self._text.flush()
        return self._printed.text()

    def exit_reason(self, patience: float) -> str | None:  # noqa: ARG002
        """It never ends by itself."""
        return None

    def kill(self) -> None:
        """It gets no more requests."""
        self._killed = True

    def close(self) -> None:
        """It gets no more requests, and the next one doesn't see its modules."""
        self.kill()
        self._guard.close()
        sys.path[:], sys.meta_path[:] = self._before
        for name, module in [*sys.modules.items()]:
            if is_in(getattr(module, "__file__", None), self._real_folder):
                del sys.modules[name]


def _depth() -> int:
    """The number of frames on the stack."""
    return sum(1 for _ in walk_stack(sys._getframe()))


class _Sink(RawIOBase):
    """A file whose text is kept in `printed`."""

    def __init__(self, printed: Printed) -> None:
        self._printed = printed

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._printed.add(bytes(data))
        return len(data)


class _GradersEnd:
    """The grader's end of the channel."""

    def __init__(self, worker: InProcessWorker) -> None:
        self._worker = worker

    def send(self, data: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        self._worker.run(data)

    def receive(self, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._worker.take_reply()


class _WorkersEnd:
    """The worker's end of the channel."""

    def __init__(self, worker: InProcessWorker) -> None:
        self._worker = worker
        self._answer = b""

    def send(self, data: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        if len(data) > MAX_BYTES:
            raise MessageTooLongError(f"a message of {len(data)} bytes; the limit is {MAX_BYTES}")
        if data[:1] in (ASK, EXPAND):
            self._answer = self._worker.ask(data)
        else:
            self._worker.reply(data)

    def receive(self, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._answer
