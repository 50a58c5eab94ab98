"""A worker in a sandbox: started, watched and killed by the grader."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from socket import socket
from typing import Any

import psutil

from ..model.fault import SandboxError
from ..model.schema import MIB, SubmissionLimits
from . import worker_disk
from .channel import WorkerChannel
from .confinement import ConfinementSpec
from .level import Level, SharedCore, fixed_addresses
from .output import Output
from .scratch import MAX_FILES, ScratchFileSystem, ScratchFolder
from .worker_disk import library

_CORES = (
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "PYTHON_CPU_COUNT",
)
_WINDOWS = ("USERPROFILE", "TEMP")


class WorkerProcess:
    """A worker with the submission in `folder`, which it sees as `self.folder`.

    Talk to it over `channel`; the first request must send it `spec`. Call `close` in the end.

    Raises SandboxError if the sandbox can't be set up.
    """

    def __init__(self, folder: Path, level: Level, limits: SubmissionLimits) -> None:
        self.level = level
        self.folder = worker_disk.SUBMISSION if level is Level.BUBBLEWRAP else folder
        self._library = library(sandboxed=level.is_secure)
        self._file_mb = limits.file_mb
        inside = level is Level.BUBBLEWRAP
        beside = self._library.parent  # removed with it, should the grader be killed
        self._scratch = (
            ScratchFileSystem(limits.file_mb * MIB)
            if inside
            else ScratchFolder(beside, limits.file_mb * MIB)
        )
        self.spec = _confinement_spec(folder, self._library, self._scratch.path, level, limits)
        self._handle: int | None = None
        self._max_processes = limits.processes
        self._may_have_children = level is Level.PROCESS or limits.processes > 1
        # A submission may print its environment, so the mark is only there where it is needed.
        self._mark = token_hex(16) if self._may_have_children and not inside else ""
        self.channel, theirs = WorkerChannel.pair()
        self._output = Output(limits.output_kb << 10)
        try:
            with theirs:
                self._pid = self._start(folder, theirs, limits)
            self._tree = ProcessTree(self._pid)
        except BaseException:
            self._close_files()
            raise

    def _start(self, folder: Path, theirs: socket, limits: SubmissionLimits) -> int:
        """Starts the worker, which uses the channel's end `theirs`. Returns its pid."""
        inside = self.level is Level.BUBBLEWRAP
        library = worker_disk.LIBRARY if inside else self._library
        # -S: no .pth files. -P: no modules from the current folder.
        command = [worker_disk.python(), "-S", "-P", "-m", "pacgrid.autograder.worker"]
        wrapper, info, writer = self._bubblewrap(folder, limits) if inside else ([], None, None)
        handles = [end for end in (theirs.fileno(), writer) if end is not None]
        posix = os.name == "posix"
        theirs.set_inheritable(True)
        try:
            with fixed_addresses():
                self._process = subprocess.Popen(
                    [*wrapper, *command, f"{theirs.fileno():04}"],  # always as long
                    stdin=subprocess.DEVNULL,
                    stdout=self._output.writing_end.fileno(),
                    stderr=subprocess.STDOUT,
                    env=_environment(library, self._scratch.path, self._mark),
                    cwd="/" if inside else folder,
                    start_new_session=True,
                    close_fds=posix,
                    pass_fds=handles if posix else (),
                )
        except OSError as error:
            if info is not None:
                os.close(info)
            raise SandboxError(f"a worker can't be started: {error}") from None
        finally:
            if writer is not None:
                os.close(writer)
        self._output.follow()
        return self._process.pid if info is None else self._find_worker(info)

    def _bubblewrap(self, folder: Path, limits: SubmissionLimits) -> tuple[list[str], int, int]:
        """Bubblewrap's command, and the two ends of the pipe in which it reports the pid."""
        program = worker_disk.bubblewrap_program()
        if not program:
            raise SandboxError("bubblewrap is no longer installed")
        command = worker_disk.bubblewrap_command(
            program, folder, tmp_bytes=limits.file_mb * MIB, library=self._library
        )
        info, writer = worker_disk.report_pipe()
        return [*command, "--info-fd", str(writer), "--"], info, writer

    def _find_worker(self, info: int) -> int:
        """The worker's pid outside its namespace."""
        with os.fdopen(info, "rb") as pipe:
            text = pipe.read()
        try:
            worker = int(json.loads(text)["child-pid"])
            self._handle = os.pidfd_open(worker)
        except (ValueError, KeyError, OSError):
            self._process.wait()
            lines = self.printed().strip().splitlines()
            raise SandboxError(
                f"bubblewrap failed: {lines[-1] if lines else 'no reason given'}"
            ) from None
        return worker

    def shared_core(self) -> SharedCore:
        """The core that it shares with this thread; none if children could inherit it."""
        return SharedCore(self._pid if self._max_processes == 1 else None)

    def cpu_seconds(self, *, descendants: bool = False) -> float:
        """CPU seconds used so far, by all threads. Finding `descendants` takes milliseconds, and is
        skipped where there can't be any."""
        return self._tree.cpu_seconds(descendants=descendants and self._may_have_children)

    def waited_seconds(self) -> float | None:
        """Seconds in which it was ready to run without a CPU; None where the system doesn't tell.
        Takes milliseconds."""
        return self._tree.waited_seconds()

    def threads(self) -> int:
        """The number of the worker's threads; 1 where the system doesn't tell."""
        return self._tree.threads()

    def processes(self) -> int:
        """The number of processes; 1 where there can't be more."""
        return self._tree.count() if self._may_have_children else 1

    def excess_of_files(self) -> str:
        """How its temporary files exceed their limits; "" if they don't."""
        usage = self._scratch.usage(self._pid)
        if usage.bytes > self._file_mb * MIB:
            return f"its temporary files take more than {self._file_mb} MiB"
        return f"has more than {MAX_FILES} temporary files" if usage.files > MAX_FILES else ""

    def printed(self) -> str:
        """Its output so far; the middle of a long one is left out."""
        return self._output.text()

    def exit_reason(self, patience: float) -> str | None:
        """Why it ended, if it ends by itself within `patience` seconds."""
        try:
            code = self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        if self.level is Level.BUBBLEWRAP and code > 128:
            code = 128 - code  # bubblewrap reports signals as shells do
        return _exit_reason(code)

    def ask_for_line(self) -> None:
        """Has it send the submission's line in which it is, if it still answers."""
        with suppress(OSError, AttributeError):  # it has ended; or Windows has no such signal
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, signal.SIGUSR1)
            else:
                os.kill(self._pid, signal.SIGUSR1)

    def kill(self) -> None:
        """Kills it with all its descendants, and waits until they have ended. Can be repeated."""
        if self._handle is not None:  # its death ends its whole pid namespace
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            self._process.wait()
            return
        self._tree.kill()
        with suppress(ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()
        if self._mark:
            _kill_marked(self._mark)

    def close(self) -> None:
        """Kills it, and deletes its output."""
        self.kill()
        self._close_files()

    def _close_files(self) -> None:
        self.channel.close()
        self._output.close()
        self._scratch.close()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _confinement_spec(
    folder: Path, library: Path, scratch: Path, level: Level, limits: SubmissionLimits
) -> ConfinementSpec:
    readable: list[str] = []  # their lengths would affect the addresses of objects
    listable: list[str] = []
    if level is Level.LANDLOCK:
        files, listed = worker_disk.readable_but_hidden()
        readable, listable = [str(folder), str(library), *files], list(listed)
    return ConfinementSpec(
        level=str(level),
        memory_bytes=limits.memory_mb * MIB,
        file_bytes=limits.file_mb * MIB,
        open_files=limits.open_files,
        processes=limits.processes,
        readable=readable,
        listable=listable,
        writable=str(scratch),
    )


def _environment(library: Path, scratch: Path, mark: str) -> dict[str, str]:
    """The worker's environment: nothing of the grader's, which may hold secrets."""
    path = os.pathsep.join(map(str, (library, *worker_disk.packages())))
    settings = {
        "PYTHONPATH": path,
        "PYTHONHASHSEED": "0",  # an agent that iterates over a set must play the same game again
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "PYTHONWARNINGS": "ignore",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        # The number of cores must not matter; CPU seconds are what counts.
        **dict.fromkeys(_CORES, "1"),
        # TEMP and USERPROFILE are Windows' names for the same.
        **dict.fromkeys(("HOME", "TMPDIR") if os.name == "posix" else _WINDOWS, str(scratch)),
    }
    if mark:
        settings["PACGRID_WORKER"] = mark
    if sys.platform == "win32":
        settings["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
    return settings


def _kill_marked(mark: str) -> None:
    """Kills processes that have left the tree: a daemon keeps the environment that it inherited,
    unless it removes `mark` on purpose."""
    deadline = time.monotonic() + 5
    while (marked := [p for p in psutil.process_iter() if _has(p, mark)]) and (
        time.monotonic() < deadline
    ):
        for process in marked:
            with suppress(psutil.Error):
                process.kill()


def _has(process: Any, mark: str) -> bool:
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        return bool(process.environ().get("PACGRID_WORKER") == mark)
    except (psutil.Error, OSError):
        return False


def _exit_reason(code: int) -> str:
    """Why a process ended, by its exit code; for one that we haven't killed."""
    if code >= 0:
        return f"its process exited: exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else "unknown"
    hint = ", often endless recursion through C code such as lru_cache" * (name == "SIGSEGV")
    return f"crashed: signal {-code} ({name}){hint}"


_PATIENCE = 5
"""Seconds to wait for killed processes to end; a busy machine may be slow."""

_CPUCLOCK_SCHED = 2


class ProcessTree:
    """The process `root`, which leads its own session, and its descendants."""

    def __init__(self, root: int) -> None:
        self._pid = root
        self._root: psutil.Process | None = None
        with suppress(psutil.Error):  # it may have ended already
            self._root = psutil.Process(root)
        self._threads = Path(f"/proc/{root}/task")
        self._last_seen = 0.0
        self._others = 0.0

    def cpu_seconds(self, *, descendants: bool = True) -> float:
        """CPU seconds used so far, ended processes included.

        Finding `descendants` takes milliseconds. Without that, it is a single system call on Linux,
        and descendants count with what they had used when they were last looked for.
        """
        if descendants or sys.platform != "linux":
            self._others = max(self._others, self._used_by_others(descendants=descendants))
        with suppress(psutil.Error, OSError):
            self._last_seen = max(self._last_seen, self._own() + self._others)
        return self._last_seen

    def _own(self) -> float:
        if sys.platform == "linux":  # the kernel's clock of a process, to the nanosecond
            return time.clock_gettime((~self._pid << 3) | _CPUCLOCK_SCHED)
        times = self._root.cpu_times() if self._root else None
        return float(times.user + times.system) if times else 0

    def _used_by_others(self, *, descendants: bool) -> float:
        """CPU seconds of its ended children, and of its live descendants."""
        seconds = 0.0
        with suppress(psutil.Error):
            seconds += _used_by_ended_children(self._root) if self._root else 0
            for child in self._descendants() if descendants else ():
                with suppress(psutil.Error):
                    times = child.cpu_times()
                    seconds += times.user + times.system + _used_by_ended_children(child)
        return seconds

    def waited_seconds(self) -> float | None:
        """Seconds in which it was ready to run without a CPU; None where the system doesn't tell.

        This is the longest time of any thread: while that one waited, other threads and processes
        computed, so it can't have slept instead. The sum could be inflated: by waking hundreds of
        threads at once, which all wait for the same short time.
        """
        delays = [_delay(process) for process in (self._pid, *(p.pid for p in self._descendants()))]
        known = [delay for delay in delays if delay is not None]
        return max(known) if known else None

    def count(self) -> int:
        """The number of live processes."""
        return 1 + len(self._descendants())

    def threads(self) -> int:
        """The number of the root's threads; always 1 on systems other than Linux."""
        try:
            return self._threads.stat().st_nlink - 2
        except OSError:
            return 1

    def kill(self) -> None:
        """Kills the whole tree and waits for its end. The caller must still reap the root."""
        descendants = self._descendants()
        # Until it is reaped, the root keeps its pid, and so does its group.
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
        for child in descendants:
            with suppress(psutil.Error):
                child.kill()
        deadline = time.monotonic() + _PATIENCE
        while any(map(_lives, descendants)) and time.monotonic() < deadline:
            time.sleep(0.005)

    def _descendants(self) -> list[psutil.Process]:
        try:
            return list(self._root.children(recursive=True)) if self._root else []
        except psutil.Error:
            return []


def _delay(pid: int) -> float | None:
    """The longest time that a thread of the process has waited for a CPU, in seconds."""
    seconds = None
    for file in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError, ValueError, IndexError):  # the thread may end meanwhile
            seconds = max(seconds or 0, int(file.read_text().split()[1]) / 1e9)
    return seconds


def _used_by_ended_children(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(getattr(times, "children_user", 0) + getattr(times, "children_system", 0))


def _lives(process: psutil.Process) -> bool:
    """Whether it still runs. A zombie doesn't, and some containers never reap theirs."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
