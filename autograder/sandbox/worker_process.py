"""A worker behind a wall: started, watched, and ended from outside."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from io import FileIO
from pathlib import Path
from secrets import token_hex
from socket import socket
from tempfile import mkstemp
from typing import Any

import psutil

from pacgrid.autograder.limits import MIB, Limits
from pacgrid.autograder.sandbox import bubblewrap, visible_paths
from pacgrid.autograder.sandbox.confinement import ConfinementSpec
from pacgrid.autograder.sandbox.level import Level, SandboxError
from pacgrid.autograder.sandbox.process_tree import ProcessTree
from pacgrid.autograder.sandbox.worker_library import library
from pacgrid.autograder.worker.channel import Channel

KEPT_BYTES = 2000
"""How much of the first and of the last part of what it prints is kept."""


class WorkerProcess:
    """A worker with the submission in `folder`, which it sees as `self.folder`.

    Ask over `channel`. `spec` is what the worker must be told first. Whoever makes a box must
    `close` it.

    Raises SandboxError when the wall can't be put up.
    """

    def __init__(self, folder: Path, level: Level, limits: Limits) -> None:
        self.level = level
        self.folder = bubblewrap.SUBMISSION if level is Level.BUBBLEWRAP else folder
        self.spec = _confinement_spec(folder, level, limits)
        self._mark = token_hex(16)
        self._handle: int | None = None
        self._may_have_children = level is Level.PROCESS or limits.processes > 1
        self.channel, theirs = Channel.pair()
        self._printed, output = _output()
        try:
            with theirs:
                self._tree = ProcessTree(self._start(folder, theirs, output, limits))
        except BaseException:
            self._close_files()
            raise
        finally:
            os.close(output)

    def _start(self, folder: Path, theirs: socket, output: int, limits: Limits) -> int:
        """Start the worker, whose end of the channel is `theirs`, and which prints to `output`;
        its number."""
        inside = self.level is Level.BUBBLEWRAP
        world = bubblewrap.LIBRARY if inside else library(walled=self.level.is_wall)
        # -S: what .pth files say is not for a worker. -P: nor is what lies in its folder.
        command = [visible_paths.python(), "-S", "-P", "-m", "pacgrid.autograder.worker"]
        wall, info, tell = self._wall(folder, limits) if inside else ([], None, None)
        handles = [end for end in (theirs.fileno(), tell) if end is not None]
        posix = os.name == "posix"
        theirs.set_inheritable(True)
        try:
            self._process = subprocess.Popen(
                [*wall, *command, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=_environment(world, self._mark),
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
            if tell is not None:
                os.close(tell)
        return self._process.pid if info is None else self._find_worker(info)

    def _wall(self, folder: Path, limits: Limits) -> tuple[list[str], int, int]:
        """Bubblewrap's command, and the two ends of a pipe in which it tells of its child."""
        program = bubblewrap.program()
        if not program:
            raise SandboxError("bubblewrap has gone since it was last looked for")
        words = bubblewrap.command(
            program, folder, tmp_bytes=limits.file_mb * MIB, library=library()
        )
        info, tell = os.pipe()
        return [*words, "--info-fd", str(tell), "--"], info, tell

    def _find_worker(self, info: int) -> int:
        """The worker's number, as it is out here."""
        with os.fdopen(info, "rb") as told:
            text = told.read()
        try:
            worker = int(json.loads(text)["child-pid"])
            self._handle = os.pidfd_open(worker)
        except (ValueError, KeyError, OSError):
            self._process.wait()
            said = self.printed().strip().splitlines()
            raise SandboxError(
                f"bubblewrap has failed: {said[-1] if said else 'it does not say why'}"
            ) from None
        return worker

    def cpu_seconds(self, *, descendants: bool = False) -> float:
        """What it has used so far, threads and all. Looking for `descendants` costs milliseconds,
        and is left out where there can't be any."""
        return self._tree.cpu_seconds(descendants=descendants and self._may_have_children)

    def threads(self) -> int:
        """How many threads the worker has now; 1 where that isn't told."""
        return self._tree.threads()

    def processes(self) -> int:
        """How many processes it is now; 1 where it can't be more."""
        return self._tree.count() if self._may_have_children else 1

    def printed_bytes(self) -> int:
        """How much it has printed so far."""
        return os.fstat(self._printed.fileno()).st_size

    def printed(self) -> str:
        """The first and the last part of what it has printed."""
        size = self.printed_bytes()
        file = self._printed.fileno()
        if size <= 2 * KEPT_BYTES:
            return _read(file, size, 0)
        left_out = size - 2 * KEPT_BYTES
        first, last = _read(file, KEPT_BYTES, 0), _read(file, KEPT_BYTES, size - KEPT_BYTES)
        return f"{first}\n… {left_out} bytes are left out here …\n{last}"

    def exit_reason(self, patience: float) -> str | None:
        """How it ended, if it has ended by itself within `patience` seconds."""
        try:
            code = self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return None
        if self.level is Level.BUBBLEWRAP and code > 128:
            code = 128 - code  # it tells of signals as shells do
        return _exit_reason(code)

    def kill(self) -> None:
        """End all of it, and see it gone. More than once does no harm."""
        if self._handle is not None:  # with it goes all of its namespace
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            self._process.wait()
            return
        self._tree.kill()
        with suppress(ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()
        if self._may_have_children:
            _kill_marked(self._mark)

    def close(self) -> None:
        """End all of it, and forget what it printed."""
        self.kill()
        self._close_files()

    def _close_files(self) -> None:
        self.channel.close()
        self._printed.close()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _output() -> tuple[FileIO, int]:
    """A file without a name, opened twice: to be read here, and to be written by a worker, which
    may do to its own handle whatever it likes."""
    handle, name = mkstemp(prefix="pacgrid-")
    ours = FileIO(handle, "r+")
    if os.name != "posix":  # where what is open keeps its name
        return ours, os.dup(handle)
    try:
        return ours, os.open(name, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    finally:
        Path(name).unlink()


def _confinement_spec(folder: Path, level: Level, limits: Limits) -> ConfinementSpec:
    is_landlock = level is Level.LANDLOCK
    readable, listable = visible_paths.readable_but_hidden() if is_landlock else ((), ())
    return ConfinementSpec(
        level=str(level),
        memory=limits.memory_mb * MIB,
        file=limits.file_mb * MIB,
        open_files=limits.open_files,
        processes=limits.processes,
        readable=[str(folder), str(library()), *readable],
        listable=list(listable),
    )


def _environment(world: Path, mark: str) -> dict[str, str]:
    """Nothing of the grader's own, which may hold secrets."""
    path = os.pathsep.join(map(str, (world, *visible_paths.packages())))
    settings = {
        "PYTHONPATH": path,
        "PYTHONHASHSEED": "0",  # an agent that iterates over a set is to play the same game again
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "PYTHONWARNINGS": "ignore",
        # One thread is as good as its author's machine has many; CPU seconds are what counts.
        **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
        "HOME": "/tmp" if os.name == "posix" else os.environ.get("TEMP", ""),
        "PACGRID_WORKER": mark,
    }
    if sys.platform == "win32":
        settings["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
    return settings


def _read(file: int, size: int, place: int) -> str:
    if hasattr(os, "pread"):
        data = os.pread(file, size, place)
    else:
        os.lseek(file, place, os.SEEK_SET)
        data = os.read(file, size)
    return data.decode(errors="replace")


def _kill_marked(mark: str) -> None:
    """End those who have left the tree: a daemon still has the environment it came from, unless it
    takes care not to."""
    deadline = time.monotonic() + 5
    while (found := [p for p in psutil.process_iter() if _has(p, mark)]) and (
        time.monotonic() < deadline
    ):
        for process in found:
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
    """How a process ended that was not ended by us."""
    if code >= 0:
        return f"stopped by itself: exit code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else "unknown"
    return f"crashed: signal {-code} ({name})"
