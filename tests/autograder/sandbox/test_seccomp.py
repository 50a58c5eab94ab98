"""The filter as a program, run by an emulator; and as the kernel enforces it."""

import errno
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from pacgrid.autograder.sandbox import seccomp
from pacgrid.autograder.sandbox.system_calls import (
    ABSENT,
    ALLOWED,
    CONDITIONAL,
    FOR_PROCESSES,
    NEWEST,
    PRETENDED,
)

TABLES = ALLOWED | FOR_PROCESSES | PRETENDED | ABSENT | CONDITIONAL
YES, KILLED = 0x7FFF0000, 0x80000000
NO, UNKNOWN, AGAIN, NO_LOCK, PRETENCE = (
    0x00050000 | code for code in (errno.EPERM, errno.ENOSYS, errno.EAGAIN, errno.ENOLCK, 0)
)
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000
I386 = 0x40000003
HEADERS = {  # the numbers of aarch64 are the generic ones
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"),
    "aarch64": ("/usr/include/asm-generic/unistd.h",),
}
PID, POINTER = 4711, 0x7F0000000000

Filters = Mapping[bool, bytes]
"""The filter's program, by whether processes are allowed."""


@pytest.fixture(params=ARCHITECTURES)
def machine(request, monkeypatch) -> str:
    monkeypatch.setattr(seccomp, "_machine", lambda: request.param)
    return str(request.param)


@pytest.fixture
def filters(machine, monkeypatch) -> Filters:
    monkeypatch.setattr("os.getpid", lambda: PID)
    return {allowed: b"".join(seccomp._program(processes=allowed)) for allowed in (False, True)}


@pytest.fixture
def header(machine) -> dict[str, int]:
    """The numbers of the system calls in the kernel's header, by name."""
    path = next(filter(Path.is_file, map(Path, HEADERS[machine])), None)
    if path is None:
        pytest.skip(f"the kernel's header for {machine} is not installed")
    found = re.findall(r"^#define __NR3?[264]*_(\w+)\s+(\d+)\s*$", path.read_text(), re.M)
    numbers = {name: int(number) for name, number in found}
    return numbers if machine == "x86_64" else numbers | {"newfstatat": numbers.pop("fstatat")}


def number_of(name: str, machine: str) -> int | None:
    return TABLES[name][list(ARCHITECTURES).index(machine)]


def verdict(program: bytes, number: int, *arguments: int, arch: int) -> int:
    """The filter's decision on a system call, by the instructions of BPF that it uses."""
    six = (argument % 2**64 for argument in (*arguments, *[0] * (6 - len(arguments))))
    data = struct.pack("<iIQ6Q", number, arch, 0, *six)
    steps = list(struct.iter_unpack("=HBBI", program))
    tests = {0x15: int.__eq__, 0x35: int.__ge__, 0x45: int.__and__}
    position = loaded = 0
    while True:
        code, yes, no, value = steps[position]
        position += 1
        if code == 0x06:
            return value
        if code == 0x20:
            (loaded,) = struct.unpack_from("<I", data, value)
        else:
            position += yes if tests[code](loaded, value) else no


def test_the_numbers_are_those_in_the_kernels_header(machine, header):
    numbers = {name: number_of(name, machine) for name in TABLES}
    assert not {name for name, number in numbers.items() if number is None} & header.keys()
    present = header.keys() & numbers.keys()
    assert {name: numbers[name] for name in present} == {name: header[name] for name in present}
    # A header may be older than a call; then, no other call has its number.
    assert not {numbers[name] for name in numbers.keys() - present} - {None} & set(header.values())


def test_a_call_that_is_in_no_table_fails_and_one_that_is_newer_seems_not_to_exist(
    machine, filters
):
    listed = {number_of(name, machine) for name in TABLES}
    for program in filters.values():
        for number in {*range(2 * NEWEST), X32 + 39, X32 + NEWEST} - listed:
            expected = UNKNOWN if number > NEWEST else NO
            assert verdict(program, number, arch=ARCHITECTURES[machine]) == expected, number


THREAD, CHILD = 0x3D0F00, 0x01200011  # the flags that glibc passes to clone
NEWUSER, NEWNET, PARENT, FILES = 0x10000000, 0x40000000, 0x8000, 0x400
UNIX, INET = 1, 2
STREAM, DGRAM, RAW, SEQPACKET, CLOEXEC = 1, 2, 3, 5, 0o2000000
CREATE, TMPFILE, SYNC = 0o102, 0o20200000, 0o4010000
SHARED, ANONYMOUS, HUGE = 0x01, 0x22, 0x40000
PRIVATE, REALTIME = 128, 256
OTHERS = (1, PID - 1, -1, -PID)

Arguments = list[tuple[int, ...]]
CASES: list[tuple[list[str], Arguments, int, int]] = [
    # The calls, their arguments, and the verdicts without and with processes.
    (list(ALLOWED), [()], YES, YES),
    (list(FOR_PROCESSES), [()], NO, YES),
    (list(PRETENDED), [()], PRETENCE, PRETENCE),
    (list(ABSENT), [()], UNKNOWN, UNKNOWN),
    (["openat"], [(0, POINTER, 0), (0, POINTER, CREATE)], YES, YES),
    (["openat"], [(0, POINTER, TMPFILE | 2), (0, POINTER, SYNC), (0, POINTER, 0x1000)], NO, NO),
    (["mmap"], [(0, 4096, 3, ANONYMOUS)], YES, YES),
    (["mmap"], [(0, 4096, 3, SHARED)], YES, YES),
    (["mmap"], [(0, 4096, 3, flags) for flags in (ANONYMOUS | HUGE, SHARED | 0x20)], NO, NO),
    (["close_range"], [(3, 9, 0), (3, 9, 4)], YES, YES),
    (["close_range"], [(3, 9, 2), (3, 9, 6)], NO, NO),
    (["madvise"], [(0, 0, advice) for advice in (0, 3, 4, 8, 14)], YES, YES),
    (["madvise"], [(0, 0, advice) for advice in (9, 12, 20, 21, 100)], NO, NO),
    (["futex"], [(POINTER, op | PRIVATE) for op in (0, 1, 9 | REALTIME, 10, 6)], YES, YES),
    (["futex"], [(POINTER, op) for op in (0, 9, 9 | REALTIME)], AGAIN, AGAIN),
    (["futex"], [(POINTER, op) for op in (1, 10)], PRETENCE, PRETENCE),
    (["futex"], [(POINTER, op) for op in (2, 3, 4, 5, 6, 7, 11, 12)], NO, NO),
    (["fcntl"], [(0, command) for command in (0, 1, 2, 3, 4, 5, 1030)], YES, YES),
    (["fcntl"], [(0, 6), (0, 7)], PRETENCE, NO_LOCK),
    (["fcntl"], [(0, n) for n in (8, 10, 15, 36, 37, 38, 1024, 1026, 1031, 1036)], NO, NO),
    (["ioctl"], [(0, 0x5401), (0, 0x541B)], YES, YES),  # TCGETS, FIONREAD
    (["ioctl"], [(0, n) for n in (0x8901, 0x8902, 0x5412, 0x40305828)], NO, NO),
    (["prctl"], [(15,), (16,)], YES, YES),
    (["prctl"], [(n,) for n in (1, 4, 22, 29, 36, 38, 67)], NO, NO),
    (["prlimit64"], [(0, 7, 0, POINTER), (PID, 7, 0, POINTER)], YES, YES),
    (["prlimit64"], [(0, 7, new) for new in (POINTER, 0x1000, 1 << 32)], NO, NO),
    (["prlimit64"], [(n, 7, 0, POINTER) for n in OTHERS], NO, NO),
    (["clone"], [(THREAD,)], YES, YES),
    (["clone"], [(CHILD,)], NO, YES),
    (["clone"], [(flag | 17,) for flag in (NEWUSER, NEWNET, PARENT)], NO, NO),
    (["clone"], [(THREAD & ~FILES,), (THREAD | NEWUSER,)], NO, NO),
    (["kill", "tgkill"], [(PID, 9)], YES, YES),
    (["kill", "tgkill"], [(n, 9) for n in (*OTHERS, 0)], NO, NO),
    (["socketpair"], [(UNIX, STREAM), (UNIX, STREAM | CLOEXEC)], YES, YES),
    (
        ["socketpair"],
        [*((UNIX, kind) for kind in (DGRAM, RAW, SEQPACKET, DGRAM | CLOEXEC)), (INET, STREAM)],
        *(NO, NO),
    ),
    (["getsockopt"], [(3, 1, 3), (3, 1, 4)], YES, YES),
    (["getsockopt"], [(3, 1, 77)], NO, NO),  # SO_PEERPIDFD
    (["clock_gettime", "clock_getres", "clock_nanosleep"], [(0,), (2,), (3,)], YES, YES),
    (
        ["clock_gettime", "clock_getres", "clock_nanosleep"],
        [(~n << 3 | 2,) for n in (1, PID)],
        NO,
        NO,
    ),
    (["sched_getaffinity", "getpgid", "getsid"], [(0,), (PID,)], YES, YES),
    (["sched_getaffinity", "getpgid", "getsid"], [(n,) for n in OTHERS], NO, NO),
]


def test_the_filter_decides_by_the_call_its_arguments_and_whether_processes_are_allowed(
    machine, filters
):
    assert {name for names, *_ in CASES for name in names} == TABLES.keys()
    for names, argument_lists, *verdicts in CASES:
        for name in names:
            if (number := number_of(name, machine)) is not None:
                for arguments in argument_lists:
                    found = [
                        verdict(filters[allowed], number, *arguments, arch=ARCHITECTURES[machine])
                        for allowed in (False, True)
                    ]
                    assert found == verdicts, (name, arguments)


def test_calls_by_another_architectures_convention_are_stopped(machine, filters):
    for arch in {I386, *ARCHITECTURES.values()} - {ARCHITECTURES[machine]}:
        assert verdict(filters[True], 0, arch=arch) == KILLED


CALLS = {
    "socket.socket()": False,
    "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)": False,
    "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)": False,
    "[end.close() for end in socket.socketpair()]": True,
    "os.fork()": False,
    "subprocess.run(['true'])": False,
    "os.execv('/bin/true', ['true'])": False,
    "os.kill(os.getppid(), 0)": False,
    "os.kill(os.getpid(), 0)": True,
    "os.killpg(0, 0)": False,
    "resource.setrlimit(resource.RLIMIT_NOFILE, (9, 9))": False,
    "resource.getrlimit(resource.RLIMIT_NOFILE)": True,
    "threading.Thread(target=int).start()": True,
    "os.pidfd_open(os.getppid())": False,
    "os.memfd_create('x')": False,
    "os.chmod('.', 0o755)": False,
    "os.fsync(1)": True,
    "os.statvfs('/')": False,
    "os.posix_fadvise(0, 0, 0, os.POSIX_FADV_DONTNEED)": False,
    "fcntl.flock(0, fcntl.LOCK_SH)": False,
    "fcntl.lockf(0, fcntl.LOCK_EX)": True,
    "os.open('/dev/null', os.O_RDONLY)": True,
}
"""By expression: whether it is allowed."""


@pytest.mark.skipif(
    sys.platform != "linux" or not seccomp.is_supported(),
    reason="this kernel has no filters, or this machine's calls are not known",
)
def test_the_kernel_enforces_the_filter():
    code = f"""
    import fcntl, os, resource, socket, subprocess, sys, threading
    from pacgrid.autograder.sandbox import seccomp
    seccomp.restrict(processes=False)
    for call in {list(CALLS)!r}:
        try:
            eval(call)
        except (PermissionError, ValueError):  # setrlimit raises ValueError
            print(False, call, flush=True)
        else:
            print(True, call, flush=True)
    """
    done = subprocess.run(
        [sys.executable, "-c", dedent(code)], capture_output=True, text=True, check=False
    )
    expected = [f"{allowed} {call}" for call, allowed in CALLS.items()]
    assert (done.stdout.splitlines(), done.stderr, done.returncode) == (expected, "", 0)


def test_an_unknown_machine_or_a_kernel_without_filters_is_not_supported(monkeypatch, tmp_path):
    with monkeypatch.context() as patch:
        patch.setattr(seccomp, "_machine", lambda: "riscv64")
        assert not seccomp.is_supported()
    monkeypatch.setattr(seccomp, "_ACTIONS", tmp_path / "nothing")
    assert not seccomp.is_supported()
