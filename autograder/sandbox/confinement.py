"""What a worker does to confine itself, irrevocably, before it loads a submission."""

import ctypes
import sys
from typing import TypedDict

from . import c_recursion

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PENDING_SIGNALS = 64
"""How many signals it may have waiting. All processes of its user share one supply of them."""
_CAPABILITY_VERSION_3 = 0x20080522
_STACK_BYTES = 120 << 20
"""Of the main thread: enough for some 100,000 calls through C, so that endless recursion ends with
Python's RecursionError. Linux keeps 128 MiB free for it to grow."""


class ConfinementSpec(TypedDict):
    """How a worker must confine itself; sent by the grader."""

    level: str
    memory_bytes: int
    file_bytes: int
    open_files: int
    processes: int
    readable: list[str]
    """The files and folders that it may read, at the level `landlock`."""
    listable: list[str]
    """The folders that it may only list, at the level `landlock`."""
    writable: str
    """The folder that it may write in."""


def confine(spec: ConfinementSpec) -> None:
    """Confines this process by `spec`. Raises OSError on failure."""
    if sys.platform == "win32":
        return
    if sys.platform == "linux":
        _die_with_the_grader()
    _limit(spec)
    c_recursion.allow()
    if spec["level"] == "landlock":
        _drop_capabilities()
        from . import landlock

        landlock.restrict(spec["readable"], spec["listable"], spec["writable"])
    if spec["level"] != "process":
        from . import seccomp

        seccomp.restrict(processes=spec["processes"] > 1)


def _limit(spec: ConfinementSpec) -> None:
    import resource

    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: spec["file_bytes"],
        resource.RLIMIT_NOFILE: spec["open_files"],
        resource.RLIMIT_STACK: _STACK_BYTES,
        resource.RLIMIT_MEMLOCK: 0,
    }
    if sys.platform == "linux":
        limits[resource.RLIMIT_MSGQUEUE] = 0
        limits[resource.RLIMIT_SIGPENDING] = _PENDING_SIGNALS
    if sys.platform != "darwin":  # which doesn't support it
        limits[resource.RLIMIT_AS] = spec["memory_bytes"]
    for limit, value in limits.items():
        _, hard = resource.getrlimit(limit)
        lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (lowest, lowest))


def _die_with_the_grader() -> None:
    """When the grader is killed, so is this process. Orphaned descendants become its children, so
    that they can be found."""
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _drop_capabilities() -> None:
    """Takes root's privileges away."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)()):
        raise OSError(ctypes.get_errno(), "can't drop capabilities")
