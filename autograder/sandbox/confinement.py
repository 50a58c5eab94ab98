"""A worker confines itself, irrevocably, before it loads a submission."""

import ctypes
import errno
import os
import stat
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypedDict

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PENDING_SIGNALS = 64
"""How many signals it may have waiting. All processes of its user share one supply of them."""
_CAPABILITY_VERSION_3 = 0x20080522
_STACK_BYTES = 120 << 20
"""The stack of the main thread suffices for some 100,000 calls through C, so that endless recursion
ends with Python's RecursionError. Linux keeps 128 MiB free for it to grow."""


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


def confine(spec: ConfinementSpec) -> None:
    """Confines this process by `spec`. Raises OSError on failure."""
    if sys.platform == "win32":
        return
    if sys.platform == "linux":
        _die_with_the_grader()
    _limit(spec)
    if spec["level"] == "landlock":
        _drop_capabilities()
        restrict_files(spec["readable"], spec["listable"], spec["writable"])
    if spec["level"] != "process":
        restrict_calls(processes=spec["processes"] > 1)


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


_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The numbers of the system calls, on every machine."""
_ASK_VERSION, _PATH_BENEATH, _PR_SET_NO_NEW_PRIVS = 1, 1, 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG = (1 << bit for bit in (4, 5, 7, 8))
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
"""What a rule for a single file may permit."""

_READ = _READ_FILE | _READ_DIR | _EXECUTE  # libraries are mapped to be executed
_CHANGE = _WRITE_FILE | _TRUNCATE | _REFER  # to link and move
_MAKE = _MAKE_REG | _MAKE_DIR | _REMOVE_FILE | _REMOVE_DIR
_DEVICES = ("/dev/null", "/dev/urandom")

_FILE_BITS = {1: 13, 2: 14, 3: 15, 4: 15}
"""By version: how many kinds of access to files it knows. Later ones know 16."""
_ALL_PORTS, _ALL_SCOPES = 3, 3
"""TCP (from version 4); signals and abstract sockets (from version 6)."""


def landlock_version() -> int:
    """The version of the kernel's Landlock. Raises OSError if it has none, or a container denies
    it."""
    return _call(_CREATE_RULESET, None, 0, _ASK_VERSION)


def restrict_files(readable: Sequence[str], listable: Sequence[str], writable: str) -> None:
    """Restricts this process and its children: they can read only the files and folders in
    `readable`, list only those in `listable`, and write only in the folder `writable` and to the
    usual devices.

    Raises OSError on failure.
    """
    known = landlock_version()
    files = (1 << _FILE_BITS.get(known, 16)) - 1
    handled = struct.pack("QQQ", files, _ALL_PORTS, _ALL_SCOPES)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = _call(_CREATE_RULESET, handled, size, 0)
    try:
        _permit(rules, readable, _READ & files)
        _permit(rules, listable, _READ_DIR)
        _permit(rules, [writable], (_READ | _CHANGE | _MAKE) & files)
        _permit(rules, filter(os.path.exists, _DEVICES), _READ_FILE | _WRITE_FILE)
        ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _call(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _permit(rules: int, paths: Iterable[str], access: int) -> None:
    for path in paths:
        entry = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            is_folder = stat.S_ISDIR(os.fstat(entry).st_mode)
            permitted = access if is_folder else access & _OF_FILES
            _call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", permitted, entry), 0)
        finally:
            os.close(entry)


def _call(number: int, *arguments: int | bytes | None) -> int:
    converted: list[Any] = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    libc = ctypes.CDLL(None, use_errno=True)
    if (result := int(libc.syscall(ctypes.c_long(number), *converted))) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


# The filter for system calls

# It is a program for the kernel's classic BPF machine (seccomp(2), linux/filter.h). What isn't
# allowed fails, and so does what a newer kernel adds: with EPERM, so that the author sees a
# PermissionError in their own line. It leaves out sockets, processes, signals to others, ways
# around limits, what Landlock doesn't control but changes files or reaches other processes, and
# what one process could see of another's use of a file.

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


def _numbers(table: str) -> dict[str, tuple[int | None, int | None]]:
    """By system call: its numbers on x86_64 and on aarch64, which may lack it. Lines that begin
    with # are remarks."""
    lines = (line for line in table.split("\n") if not line.lstrip().startswith("#"))
    rows = (row.split() for row in " ".join(lines).split(",") if row.strip())
    return {name: (_number(first), _number(second)) for name, first, second in rows}


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)


NEWEST = 469
"""The highest number when this list was made. The kernel has no calls above it, as far as a
sandboxed process can see."""

ALLOWED = _numbers("""
    # Files and folders; Landlock or bubblewrap decides which.
    read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68,
    preadv 295 69, pwritev 296 70, close 3 57, lseek 8 62, dup 32 23, dup2 33 -, dup3 292 24,
    pipe 22 -, pipe2 293 59, stat 4 -, fstat 5 80, lstat 6 -, newfstatat 262 79, statx 332 291,
    access 21 -, faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78,
    getdents 78 -, getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50, mkdir 83 -,
    mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -, renameat 264 38,
    renameat2 316 276, link 86 -, linkat 265 37, ftruncate 77 46, umask 95 166, sendfile 40 71,
    copy_file_range 326 285,
    # Waiting for files and events.
    poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -,
    epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22,
    epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19,
    # The sockets that it has.
    sendto 44 206, recvfrom 45 207, shutdown 48 210, getsockname 51 204, getpeername 52 205,
    # Its own memory.
    munmap 11 215, mremap 25 216, mprotect 10 226, brk 12 214,
    # Its own signals, timers, and the time.
    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136,
    rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -,
    alarm 37 -, setitimer 38 103, getitimer 36 102, restart_syscall 219 128, nanosleep 35 101,
    gettimeofday 96 169, time 201 -, timerfd_create 283 85, timerfd_settime 286 86,
    timerfd_gettime 287 87,
    # Itself, its threads and its children.
    getpid 39 172, getppid 110 173, gettid 186 178, getpgrp 111 -, getuid 102 174,
    geteuid 107 175, getgid 104 176, getegid 108 177, getgroups 115 158, getresuid 118 148,
    getresgid 120 150, exit 60 93, exit_group 231 94, wait4 61 260, waitid 247 95,
    times 100 153, getrusage 98 165, getrlimit 97 163, uname 63 160, sched_yield 24 124,
    sched_get_priority_max 146 125, sched_get_priority_min 147 126, getcpu 309 168,
    getrandom 318 278, arch_prctl 158 -, rseq 334 293,
""")
"""Always allowed."""

FOR_PROCESSES = _numbers("""
    fork 57 -, vfork 58 -, execve 59 221, set_tid_address 218 96,
""")
"""Allowed if the submission may start processes."""

PRETENDED = _numbers("""
    fsync 74 82, fdatasync 75 83, msync 26 227, listxattr 194 11, llistxattr 195 12,
""")
"""Succeed without doing anything: no disk has to be waited for, as nothing is kept when the worker
ends; and files have no attributes."""

ABSENT = _numbers("""
    clone3 435 435, set_robust_list 273 99,
""")
"""Look as if the kernel didn't have them. Libraries then use `clone`, whose flags a filter can see,
and do without robust mutexes, which wake others."""

CONDITIONAL = _numbers("""
    openat 257 56, close_range 436 436, mmap 9 222, madvise 28 233, futex 202 98, fcntl 72 25,
    ioctl 16 29, prctl 157 167, prlimit64 302 261, clone 56 220, kill 62 129, tgkill 234 131,
    socketpair 53 199, getsockopt 55 209, clock_gettime 228 113, clock_getres 229 114,
    clock_nanosleep 230 115, sched_getaffinity 204 123, getpgid 121 155, getsid 124 156,
""")
"""Allowed with some arguments, see `_conditions`."""


def _machine() -> str:
    return os.uname().machine  # the module platform takes milliseconds to import


def can_restrict_calls() -> bool:
    """Whether this machine's system calls are known, and its kernel supports filters."""
    return _machine() in _MACHINES and _ACTIONS.exists()


def restrict_calls(*, processes: bool) -> None:
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
        if (number := CONDITIONAL[name][column]) is not None:
            yield _step(_EQUAL, number, 0, len(steps))
            yield from steps
    for calls, verdict in (
        (ALLOWED, _ALLOW),
        (FOR_PROCESSES, _ALLOW if processes else _REFUSE),
        (PRETENDED, _PRETEND),
        (ABSENT, _FAIL | errno.ENOSYS),
    ):
        for numbers in calls.values():
            if (number := numbers[column]) is not None:
                yield _step(_EQUAL, number, 0, 1)
                yield _step(_RETURN, verdict)
    yield _step(_AT_LEAST, NEWEST + 1, 0, 1)
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
