"""The sandbox levels, and which of them this system supports."""

import subprocess
import sys
from enum import StrEnum
from functools import cache
from pathlib import Path

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
