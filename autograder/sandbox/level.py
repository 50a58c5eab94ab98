"""The sandbox levels, which of them this system supports, and where a worker runs: on the grader's
core while they talk, at the same addresses in every run."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from ..model.fault import GradingError
from .confinement import can_restrict_calls, landlock_version

_PROCESSES = Path("/proc/self/stat")
"""By such files, workers are measured."""


class Level(StrEnum):
    """How strongly submissions are sandboxed, the strongest level first."""

    BUBBLEWRAP = "bubblewrap"
    """Linux namespaces: no network, no other processes, and only the files it needs."""
    LANDLOCK = "landlock"
    """Linux's Landlock and seccomp: reads only the files it needs, writes none, has no sockets and
    sends no signals. For containers in which namespaces are denied."""
    PROCESS = "process"
    """A separate process with limits. It stops accidents, not attacks."""
    IN_PROCESS = "in_process"
    """The grader's own process, for browsers, which have no others. It stops nothing: the page is
    the sandbox."""

    @property
    def is_secure(self) -> bool:
        """Whether it withstands attacks."""
        return self in (Level.BUBBLEWRAP, Level.LANDLOCK)


def available() -> tuple[Level, ...]:
    """The levels that this system supports, the strongest first."""
    return tuple(level for level in Level if not why_not(level))


def strongest() -> Level:
    """The strongest level that this system supports. Raises GradingError if there is none."""
    if usable := available():
        return usable[0]
    raise GradingError(f"nothing can be graded here: a process {why_not(Level.PROCESS)}")


@cache
def why_not(level: Level) -> str:
    """Why this system doesn't support `level`; "" if it does. Tries it to find out."""
    in_browser = sys.platform == "emscripten"
    if level is Level.IN_PROCESS:
        return "" if in_browser else "is for browsers"
    if sys.platform == "linux" and not _PROCESSES.exists():
        return "needs /proc, which isn't mounted here"
    if level is Level.PROCESS:
        return "there are no processes" if in_browser else ""
    if sys.platform != "linux":
        return "needs Linux"
    if not can_restrict_calls():
        return "needs a kernel with seccomp, on x86_64 or aarch64"
    return _why_no_bubblewrap() if level is Level.BUBBLEWRAP else _why_no_landlock()


def _why_no_bubblewrap() -> str:
    from . import worker_disk

    if not (program := worker_disk.bubblewrap_program()):
        return "needs bubblewrap: install the package bubblewrap, which provides bwrap"
    command = worker_disk.bubblewrap_command(program, None, tmp_bytes=1 << 20)
    python = [worker_disk.python(), "-S", "-P", "-c", "pass"]
    done = subprocess.run(
        [*command, *python], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return f"bubblewrap can't create namespaces here ({lines[-1] if lines else 'no reason given'})"


def _why_no_landlock() -> str:
    try:
        landlock_version()
    except OSError as error:
        return f"the kernel has no Landlock, or the container denies it ({error.strerror})"
    return ""


# Where a worker runs


class SharedCore:
    """The core that this thread shares with the main thread of the process `worker`.

    They take turns, and it takes longer to wake another core than to answer a message. The system
    chooses the core; to let it choose again, `leave` for a moment. Keeping a thread on a core also
    takes longer than a message, so don't do it for each one. Without a `worker`, or where threads
    can't be kept on a core, this does nothing.
    """

    def __init__(self, worker: int | None) -> None:
        self._worker = worker or 0
        self._cores = os.sched_getaffinity(0) if worker and sys.platform == "linux" else set()
        self._is_entered = False
        self._workers_core: int | None = None

    def enter(self) -> None:
        """Keeps both on the core on which this thread is running. Quick if they are kept on one."""
        if self._is_entered or len(self._cores) < 2:
            return
        core = int(_libc().sched_getcpu())
        self._is_entered = True
        _keep(0, {core})
        if core != self._workers_core:
            self._workers_core = core
            _keep(self._worker, {core})

    def leave(self) -> None:
        """Lets this thread run on all cores again. Can be repeated."""
        if self._is_entered:
            self._is_entered = False
            _keep(0, self._cores)

    def release(self) -> None:
        """Lets both run on all cores again. Can be repeated."""
        self.leave()
        if self._workers_core is not None:
            self._workers_core = None
            _keep(self._worker, self._cores)


def _keep(process: int, cores: set[int]) -> None:
    if sys.platform == "linux":
        with suppress(OSError):  # the worker has ended, or somebody takes cores away
            os.sched_setaffinity(process, cores)


_ADDR_NO_RANDOMIZE = 0x0040000
"""A flag of personality(2)."""
_ONLY_ASK = 0xFFFFFFFF


@contextmanager
def fixed_addresses() -> Iterator[None]:
    """Programs that this thread starts within the `with` get fixed addresses, where the system
    allows it."""
    if (libc := _libc()) is None:
        yield
        return
    before = libc.personality(_ONLY_ASK)
    libc.personality(before | _ADDR_NO_RANDOMIZE)  # it changes no address of this process
    try:
        yield
    finally:
        libc.personality(before)


def why_random() -> str:
    """Why programs get random addresses here, even within `fixed_addresses()`; "" if they don't."""
    if (libc := _libc()) is None:
        return "fixed addresses need Linux"
    with fixed_addresses():
        is_fixed = libc.personality(_ONLY_ASK) & _ADDR_NO_RANDOMIZE
    return "" if is_fixed else "the container denies the system call personality"


@cache
def _libc() -> Any:
    return ctypes.CDLL(None) if sys.platform == "linux" else None
