"""How strong the wall is between the grader and a submission, and which walls this system has."""

import subprocess
import sys
from enum import StrEnum
from functools import cache

from pacgrid.autograder.sandbox import seccomp
from pacgrid.errors import PacgridError


class SandboxError(PacgridError):
    """A wall that can't be put up."""


class Level(StrEnum):
    """The walls there are, the strongest first."""

    BUBBLEWRAP = "bubblewrap"
    """Linux namespaces: no network, no processes of others, and no files but what it needs."""
    LANDLOCK = "landlock"
    """Linux's Landlock and seccomp: no reading beyond what it needs, no writing, no sockets, no
    signals to others. For containers in which namespaces are denied."""
    PROCESS = "process"
    """A process of its own, with limits. It keeps accidents away, not attacks."""

    @property
    def is_wall(self) -> bool:
        """Whether it holds against attacks."""
        return self is not Level.PROCESS


def available() -> tuple[Level, ...]:
    """The levels that this system has, the strongest first."""
    return tuple(level for level in Level if not why_not(level))


def strongest() -> Level:
    """The strongest level that this system has."""
    return available()[0]


@cache
def why_not(level: Level) -> str:
    """What stands in the way of `level` here; "" if nothing does. Found out by trying it."""
    if level is Level.PROCESS:
        return ""
    if sys.platform != "linux":
        return "needs Linux"
    if not seccomp.is_supported():
        return "needs a kernel with seccomp, on x86_64 or aarch64"
    return _why_no_bubblewrap() if level is Level.BUBBLEWRAP else _why_no_landlock()


def _why_no_bubblewrap() -> str:
    from pacgrid.autograder.sandbox import bubblewrap, visible_paths

    if not (program := bubblewrap.program()):
        return "needs bubblewrap: install the package bubblewrap, which has the program bwrap"
    command = bubblewrap.command(program, None, tmp_bytes=1 << 20)
    python = [visible_paths.python(), "-S", "-P", "-c", "pass"]
    done = subprocess.run(
        [*command, *python], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    if done.returncode == 0:
        return ""
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return f"bubblewrap can't make namespaces here ({said[-1] if said else 'it does not say why'})"


def _why_no_landlock() -> str:
    try:
        from py_landlock import LandlockError, get_abi_version
    except ImportError:
        return "needs the package py-landlock"
    try:
        get_abi_version()
    except (LandlockError, OSError) as error:
        return f"the kernel has no Landlock, or the container denies it ({error})"
    return ""
