"""A worker in the grader's own process, for browsers, which have no others."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from io import BufferedWriter, RawIOBase, StringIO, TextIOWrapper
from pathlib import Path
from traceback import walk_stack
from types import CodeType
from typing import Any, ClassVar, TextIO

from pacgrid.agent_loader import shipped_names
from pacgrid.common.concurrency import thread_time
from pacgrid.common.failure import is_in
from pacgrid.common.folder_importer import folder_importer

from ..model.schema import SubmissionLimits
from ..sandbox.channel import MAX_BYTES, ChannelError, MessageTooLongError
from ..sandbox.level import Level, SharedCore
from ..sandbox.output import Printed
from ..worker.messages import ASK, EXPAND
from ..worker.service import Worker, read_request, respond

_WORKERS_DEPTH = 8
"""So many frames are on a worker's stack when it begins to reply in a process of its own."""
_GRADERS_FRAMES = 300
"""So many more the grader may need to answer a question."""
_HIDDEN = frozenset(f"pacgrid.agents.{name}" for name in shipped_names())
"""Pacgrid's own agents, which the library of other workers doesn't have."""
_TOOL = 4
"""A number that Python leaves to programs."""
_EVERY = 500
"""Loops between two looks."""
_MONITORING: Any = getattr(sys, "monitoring", None)


class InProcessWorker:
    """Does what a `WorkerProcess` does, with the same messages, and protects nothing.

    To send it a request runs the submission until it has replied; what it asks meanwhile is passed
    to `answer`. A submission that never returns is stopped only while it loops in its own code.
    """

    level = Level.IN_PROCESS
    spec = None

    def __init__(self, folder: Path, limits: SubmissionLimits) -> None:
        self.folder = folder
        self.answer: Callable[[bytes], bytes]
        """Answers a question of the submission. May raise an error, which ends the request."""
        self.check: Callable[[], None] = lambda: None
        """Called now and then while the submission loops. May raise an error, too."""
        self.channel = self
        self._real_folder = folder.resolve()
        self._before = [*sys.path], [*sys.meta_path]
        self._worker = Worker(_WorkersEnd(self))
        self._guard = LoopGuard(self._real_folder, self._check)
        folder_importer(str(self._real_folder)).hidden = _HIDDEN
        self._printed = Printed(limits.output_kb << 10)
        sink = _Sink(self._printed, sys.stdout)
        self._text = TextIOWrapper(BufferedWriter(sink), "utf-8", "replace")
        self._memory = memory_of_page() + (limits.memory_mb << 20)
        self._seconds = 0.0
        self._began: float | None = None
        """When the submission began to run; None while it doesn't."""
        self._reply: bytes | None = None
        self._error: BaseException | None = None
        """What answering it has raised."""
        self._killed = False

    def send(self, request: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
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

    def receive(self, timeout: float | None = None) -> bytes:  # noqa: ARG002
        """Its reply to the last request."""
        if (reply := self._reply) is None:
            raise ChannelError("it sent nothing")
        self._reply = None
        return reply

    def take(self, reply: bytes) -> None:
        """Called with its reply to the last request."""
        self._reply = reply

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
        if memory_of_page() > self._memory:
            raise MemoryError
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

    # What nobody can look at or change from within the process.

    def waited_seconds(self) -> float | None:
        return 0

    def shared_core(self) -> SharedCore:
        return SharedCore(None)

    def threads(self) -> int:
        return 1

    def processes(self) -> int:
        return 1

    def excess_of_files(self) -> str:
        return ""

    def exit_reason(self, patience: float) -> str | None:  # noqa: ARG002
        return None

    def printed(self) -> str:
        """Its output so far; the middle of a long one is left out."""
        self._text.flush()
        return self._printed.text()

    def ask_for_line(self) -> None:
        """Has it send the line of the submission in which it is."""
        self._worker.tell_line(0, sys._getframe())

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


def memory_of_page() -> int:
    """Bytes that Python has taken from its page so far, which it never gives back; 0 elsewhere."""
    if sys.platform != "emscripten":
        return 0
    size: int = import_module("pyodide_js")._module.HEAPU8.length
    return size


def _depth() -> int:
    return sum(1 for _ in walk_stack(sys._getframe()))


class _Sink(RawIOBase):
    """A file whose text is kept in `printed`, and shown to the person who grades in a page."""

    def __init__(self, printed: Printed, shown: TextIO) -> None:
        self._printed = printed
        self._shown = shown

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._printed.add(bytes(data))
        self._shown.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


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
            self._worker.take(data)

    def receive(self, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._answer


class LoopStoppedError(BaseException):
    """Ends a loop; not an `Exception`, which the submission may catch."""


class LoopGuard:
    """Calls `check` now and then while code in `folder` loops, until it is closed. What that raises
    goes through the code. Before Python 3.12, which doesn't tell of loops, it is never called."""

    _open: ClassVar["dict[str, LoopGuard]"] = {}
    """The guards that are open, by the beginning of the names of files."""

    def __init__(self, folder: Path, check: Callable[[], None]) -> None:
        self._inside = f"{folder}/"
        self._check = check
        self._left = _EVERY
        if _MONITORING and not self._open:
            _MONITORING.use_tool_id(_TOOL, "pacgrid")
            _MONITORING.register_callback(_TOOL, _MONITORING.events.JUMP, _on_jump)
            _MONITORING.set_events(_TOOL, _MONITORING.events.JUMP)
        self._open[self._inside] = self

    def looped(self) -> None:
        """The code has jumped back, or somewhere else."""
        self._left -= 1
        if self._left <= 0:
            self._left = _EVERY
            self._check()

    def close(self) -> None:
        """It calls nobody from now on. Can be repeated."""
        if self._open.pop(self._inside, None) and _MONITORING and not self._open:
            _MONITORING.set_events(_TOOL, 0)
            _MONITORING.register_callback(_TOOL, _MONITORING.events.JUMP, None)
            _MONITORING.free_tool_id(_TOOL)


def _on_jump(code: CodeType, _offset: int, _target: int) -> Any:
    for inside, guard in LoopGuard._open.items():
        if code.co_filename.startswith(inside):
            return guard.looped()
    return _MONITORING.DISABLE  # nothing more is heard of this jump
