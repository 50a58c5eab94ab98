"""A filter for system calls. What isn't allowed fails, and so does what a newer kernel adds.

The filter is a program for the kernel's classic BPF machine (seccomp(2), linux/filter.h). It leaves
out sockets, processes, signals to others, ways around limits, what Landlock doesn't control but
changes files or reaches other processes, and what one process could see of another's use of a file.
Forbidden calls fail with EPERM, so the author sees a PermissionError in their own line.
"""

import ctypes
import errno
import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import system_calls

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""By machine: the column in the tables, and the AUDIT_ARCH of the kernel's headers."""

_ACTIONS = Path("/proc/sys/kernel/seccomp/actions_avail")
"""What a filter can do with a call; the file exists only if the kernel supports filters."""

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16
"""Offsets in the kernel's seccomp_data."""
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_REFUSE = _FAIL | errno.EPERM
_PRETEND = _FAIL | 0
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, _PR_SET_NO_NEW_PRIVS = 22, 2, 38

_OPEN_FLAGS = 0x400000 | 0x101000
"""O_TMPFILE, which makes files that the grader can't see; O_SYNC, which keeps the disk busy."""
_MAP_PRIVATE, _MAP_ANONYMOUS, _MAP_HUGETLB = 0x02, 0x20, 0x40000
_MADVICE = (*range(5), 8, *range(10, 12), *range(14, 20), 22, 23, 102, 103)
"""What concerns the process alone: no merging of equal pages, and no pushing out of pages that
others use too."""
_PRCTL = (15, 16, 0x53564D41)
"""PR_SET_NAME, PR_GET_NAME, PR_SET_VMA."""
_FCNTL = (*range(6), 1030, 1032)
"""F_DUPFD to F_GETLK, F_DUPFD_CLOEXEC, F_GETPIPE_SZ: no leases, signals or larger pipes."""
_FCNTL_SETLK = (6, 7)
_IOCTL = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x40049409)
"""TCGETS, TCGETS2, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FICLONE."""
_GETSOCKOPT = (3, 4, 38, 39)
"""SO_TYPE, SO_ERROR, SO_PROTOCOL, SO_DOMAIN."""
_FUTEX_PRIVATE, _FUTEX_REALTIME = 128, 256
_FUTEX_WAIT, _FUTEX_WAKE = (0, 9), (1, 10)
"""FUTEX_WAIT and FUTEX_WAKE, and the same with a BITSET."""
_CLOCKS = 16
"""Above are the CPU clocks of processes, others' included."""
_CLOSE_RANGE_UNSHARE = 2
_CLONE_THREAD, _CLONE_THREADS = 0x10000, (0x3D0F00, 0x7D0F00)
"""The flag, and all flags that glibc and musl pass for a thread."""
_CLONE_APART = 0x7E028000
"""CLONE_NEW… and CLONE_PARENT: children in their own namespaces, or with another parent."""
_AF_UNIX, _NOT_STREAM = 1, 0x0E

_Check = tuple[int, int, int, int]
"""An offset, a test, a value, and the verdict on a call whose data there passes the test."""


def _machine() -> str:
    return os.uname().machine  # the module platform takes milliseconds to import


def is_supported() -> bool:
    """Whether this machine's system calls are known, and its kernel supports filters."""
    return _machine() in _MACHINES and _ACTIONS.exists()


def restrict(*, processes: bool) -> None:
    """Installs the filter in this process, irrevocably. `processes` allows child processes.

    Raises OSError if the kernel refuses.
    """
    program = b"".join(_program(processes=processes))
    buffer = ctypes.create_string_buffer(program, len(program))
    length = len(program) // 8
    filter_ = struct.pack("HxxxxxxP", length, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in (
        (_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
        (_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.c_char_p(filter_), 0, 0),
    ):
        if libc.prctl(*arguments):
            code = ctypes.get_errno()
            raise OSError(code, f"the kernel refuses the filter: {os.strerror(code)}")


def _program(*, processes: bool) -> Iterator[bytes]:
    column, arch = _MACHINES[_machine()]
    yield _step(_LOAD, _ARCH)
    yield _step(_EQUAL, arch, 1, 0)
    yield _step(_RETURN, _KILL)
    yield _step(_LOAD, _NUMBER)
    for name, (checks, otherwise) in _conditions(processes=processes).items():
        steps = [*_checked(checks), _step(_RETURN, otherwise)]
        if (number := system_calls.CONDITIONAL[name][column]) is not None:
            yield _step(_EQUAL, number, 0, len(steps))
            yield from steps
    for calls, verdict in (
        (system_calls.ALLOWED, _ALLOW),
        (system_calls.FOR_PROCESSES, _ALLOW if processes else _REFUSE),
        (system_calls.PRETENDED, _PRETEND),
        (system_calls.ABSENT, _FAIL | errno.ENOSYS),
    ):
        for numbers in calls.values():
            if (number := numbers[column]) is not None:
                yield _step(_EQUAL, number, 0, 1)
                yield _step(_RETURN, verdict)
    yield _step(_AT_LEAST, system_calls.NEWEST + 1, 0, 1)
    yield _step(_RETURN, _FAIL | errno.ENOSYS)
    yield _step(_RETURN, _REFUSE)


def _conditions(*, processes: bool) -> dict[str, tuple[list[_Check], int]]:
    """By call: the checks, of which the first that passes decides, and the verdict if none does."""
    first, second, third, fourth = (_ARGUMENTS + 8 * number for number in range(4))
    this_process = _one_of(first, (0, os.getpid()))
    own_clock = [(first, _AT_LEAST, _CLOCKS, _REFUSE)], _ALLOW
    # With one process, nobody else can hold a lock on a file that it may change.
    lock = _FAIL | errno.ENOLCK if processes else _PRETEND
    return {
        "openat": ([(third, _ANY_BIT, _OPEN_FLAGS, _REFUSE)], _ALLOW),
        # The kernel keeps all of some shared memory while a page is mapped, which no limit counts.
        "mmap": (
            [
                (fourth, _ANY_BIT, _MAP_HUGETLB, _REFUSE),
                (fourth, _ANY_BIT, _MAP_PRIVATE, _ALLOW),
                (fourth, _ANY_BIT, _MAP_ANONYMOUS, _REFUSE),
            ],
            _ALLOW,
        ),
        "close_range": ([(third, _ANY_BIT, _CLOSE_RANGE_UNSHARE, _REFUSE)], _ALLOW),
        "madvise": (_one_of(third, _MADVICE), _REFUSE),
        # A futex that isn't private can lie in a library that others have mapped too. Whoever waits
        # for one asks again and again: that is for a thread that is about to end.
        "futex": (
            [
                (second, _ANY_BIT, _FUTEX_PRIVATE, _ALLOW),
                *_one_of(second, _FUTEX_WAIT, _FAIL | errno.EAGAIN),
                *_one_of(second, (o | _FUTEX_REALTIME for o in _FUTEX_WAIT), _FAIL | errno.EAGAIN),
                *_one_of(second, _FUTEX_WAKE, _PRETEND),
            ],
            _REFUSE,
        ),
        "fcntl": ([*_one_of(second, _FCNTL), *_one_of(second, _FCNTL_SETLK, lock)], _REFUSE),
        "ioctl": (_one_of(second, _IOCTL), _REFUSE),
        "prctl": (_one_of(first, _PRCTL), _REFUSE),
        # The third argument points to new limits; if it is null, the call only reads them.
        "prlimit64": (
            [(half, _ANY_BIT, 0xFFFFFFFF, _REFUSE) for half in (third, third + 4)] + this_process,
            _REFUSE,
        ),
        "clone": (
            [
                (first, _ANY_BIT, _CLONE_APART, _REFUSE),
                *_one_of(first, _CLONE_THREADS),
                # A thread with open files of its own could keep some that the grader doesn't see.
                (first, _ANY_BIT, _CLONE_THREAD, _REFUSE),
            ],
            _ALLOW if processes else _REFUSE,
        ),
        "kill": (_one_of(first, [os.getpid()]), _REFUSE),
        "tgkill": (_one_of(first, [os.getpid()]), _REFUSE),
        # Any other kind of pair could send to any socket on the system.
        "socketpair": (
            [(second, _ANY_BIT, _NOT_STREAM, _REFUSE), *_one_of(first, [_AF_UNIX])],
            _REFUSE,
        ),
        "getsockopt": (_one_of(third, _GETSOCKOPT), _REFUSE),
        **dict.fromkeys(("clock_gettime", "clock_getres", "clock_nanosleep"), own_clock),
        **dict.fromkeys(("sched_getaffinity", "getpgid", "getsid"), (this_process, _REFUSE)),
    }


def _one_of(offset: int, values: Iterable[int], verdict: int = _ALLOW) -> list[_Check]:
    return [(offset, _EQUAL, value, verdict) for value in values]


def _checked(checks: Iterable[_Check]) -> Iterator[bytes]:
    for offset, test, value, verdict in checks:
        yield _step(_LOAD, offset)
        yield _step(test, value, 0, 1)
        yield _step(_RETURN, verdict)


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; `yes` and `no` are how many instructions to skip after a test."""
    return struct.pack("HBBI", code, yes, no, value)
