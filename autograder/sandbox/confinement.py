"""What a worker does to itself before it loads a submission, and what nobody can undo."""

import ctypes
import sys
from typing import TypedDict

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_CAPABILITY_VERSION_3 = 0x20080522


class ConfinementSpec(TypedDict):
    """How a worker is to confine itself; sent by the grader."""

    level: str
    memory: int
    """Bytes."""
    file: int
    """Bytes."""
    open_files: int
    processes: int
    readable: list[str]
    """Files and folders that it may read, at the level `landlock`."""
    listable: list[str]
    """Folders of which it may see the names."""


def confine(spec: ConfinementSpec) -> None:
    """Carry out `spec`. Raises OSError, or py_landlock's errors, when the system won't."""
    if sys.platform == "win32":
        return
    if sys.platform == "linux":
        _die_with_the_grader()
    _limit(spec)
    if spec["level"] == "landlock":
        _drop_capabilities()
        from pacgrid.autograder.sandbox import landlock

        landlock.restrict(spec["readable"], spec["listable"])
    if spec["level"] != "process":
        from pacgrid.autograder.sandbox import seccomp

        seccomp.restrict(processes=spec["processes"] > 1)


def _limit(spec: ConfinementSpec) -> None:
    import resource

    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: spec["file"],
        resource.RLIMIT_NOFILE: spec["open_files"],
    }
    if sys.platform != "darwin":  # where it can't be set
        limits[resource.RLIMIT_AS] = spec["memory"]
    for limit, value in limits.items():
        _, hard = resource.getrlimit(limit)
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (most, most))


def _die_with_the_grader() -> None:
    """A grader that was killed leaves nobody behind; and whoever loses their parent in here
    becomes a child of this process, by which they are found."""
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _drop_capabilities() -> None:
    """Root is no more than anybody else."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)()):
        raise OSError(ctypes.get_errno(), "can't drop capabilities")
