"""The filter as a program, run by an emulator; and as the kernel enforces it."""

import errno
import platform
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from pacgrid.autograder.sandbox import seccomp

ALLOWED, KILLED = 0x7FFF0000, 0x80000000
REFUSED, UNKNOWN = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
I386 = 0x40000003
HEADERS = {  # the numbers of aarch64 are the generic ones
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"),
    "aarch64": ("/usr/include/asm-generic/unistd.h",),
}
TABLES = {**seccomp._NUMBERS, **seccomp._PROCESSES, **seccomp._ARGUED}
PID, POINTER = 4711, 0x7F0000000000

Filters = Mapping[bool, bytes]
"""The filter's program, by whether processes are allowed."""


@pytest.fixture(params=ARCHITECTURES)
def machine(request, monkeypatch) -> str:
    monkeypatch.setattr(platform, "machine", lambda: request.param)
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
    return {name: int(number) for name, number in found}


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
    # A header may be older than a forbidden call; then, no other call has its number.
    absent = {name for name, number in numbers.items() if number} - header.keys()
    assert len(absent) < len(TABLES) / 8
    assert not {numbers[name] for name in absent} & set(header.values())
    present = header.keys() & numbers.keys()
    assert {name: numbers[name] for name in present} == {name: header[name] for name in present}


DANGEROUS = re.compile(
    r"socket|connect|accept|^bind$|listen|^(shm|sem|msg|mq_)|memfd|chmod|chown|utim|xattr|inotify"
    r"|fanotify|setpriority|sched_set|ioprio_set|_pages$|setpgid|setsid|ptrace|sigqueueinfo|kill"
    r"|^process_|pidfd|setns|unshare|mount|^fs[copm]|root|mknod|handle_at|swap|reboot|hostname"
    r"|domainname|settime|adjtime|^iop[le]|module|kexec|quotactl|key|bpf|perf_event|userfault"
    r"|io_uring|setrlimit|truncate|fork|execve|clone|open_tree|file_setattr|^syslog|^acct$"
    r"|personality"
)
"""Matches the names of system calls that could do harm."""
HARMLESS = {
    *("getxattr", "lgetxattr", "fgetxattr", "getxattrat"),
    *("listxattr", "llistxattr", "flistxattr", "listxattrat"),
    *("ftruncate", "shmdt", "pkey_alloc", "pkey_free", "pkey_mprotect", "remap_file_pages"),
    *("timer_settime", "timerfd_settime", "ioprio_get", "statmount", "listmount"),
    # These need a handle that can't be had, or no kernel has them any more.
    *("fanotify_mark", "inotify_rm_watch", "create_module", "query_module"),
    *("mq_getsetattr", "mq_notify", "mq_timedreceive", "mq_timedsend"),
}
"""Exceptions from `DANGEROUS`."""


def test_every_dangerous_call_in_the_kernels_header_is_in_the_filters_tables(header):
    dangerous = {name for name, n in header.items() if n <= 467 and DANGEROUS.search(name)}
    dangerous -= {name for name in dangerous if name.endswith("time64")}  # of 32-bit machines
    assert len(dangerous) > 80
    assert dangerous - HARMLESS <= TABLES.keys()


def test_calls_that_python_needs_are_allowed(machine, header, filters):
    needed = "read write openat close mmap munmap brk futex exit_group getrandom clock_gettime"
    for name in f"{needed} getpid nanosleep madvise rt_sigaction lseek recvfrom sendto".split():
        arch = ARCHITECTURES[machine]
        assert verdict(filters[False], header[name], arch=arch) == ALLOWED, name


THREAD, CHILD = 0x3D0F00, 0x01200011  # the flags that glibc passes to clone
NEWUSER, NEWNET, PARENT = 0x10000000, 0x40000000, 0x8000
UNIX, INET = 1, 2
STREAM, DGRAM, RAW, SEQPACKET, CLOEXEC = 1, 2, 3, 5, 0o2000000

CASES: list[tuple[list[str], list[tuple[int, ...]], int, int]] = [
    # The calls, their arguments, and the verdicts without and with processes.
    (list(seccomp._NUMBERS), [()], REFUSED, REFUSED),
    (list(seccomp._PROCESSES), [()], REFUSED, ALLOWED),
    (["clone"], [(THREAD,)], ALLOWED, ALLOWED),
    (["clone"], [(CHILD,)], REFUSED, ALLOWED),
    (["clone"], [(flag | 17,) for flag in (NEWUSER, NEWNET, PARENT)], REFUSED, REFUSED),
    (["clone3"], [(POINTER,)], UNKNOWN, UNKNOWN),  # so that libraries use clone
    (["kill", "tgkill"], [(PID, 9)], ALLOWED, ALLOWED),
    (["kill", "tgkill"], [(n % 2**32, 9) for n in (1, PID - 1, 0, -1, -PID)], REFUSED, REFUSED),
    (["prlimit64"], [(0, 7, 0, POINTER)], ALLOWED, ALLOWED),
    (["prlimit64"], [(0, 7, new) for new in (POINTER, 0x1000, 1 << 32)], REFUSED, REFUSED),
    (["prctl"], [(15,)], ALLOWED, ALLOWED),
    (["prctl"], [(1,), (36,)], REFUSED, REFUSED),  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER
    (["socketpair"], [(UNIX, STREAM), (UNIX, STREAM | CLOEXEC)], ALLOWED, ALLOWED),
    (
        ["socketpair"],
        [*((UNIX, kind) for kind in (DGRAM, RAW, SEQPACKET, DGRAM | CLOEXEC)), (INET, STREAM)],
        *(REFUSED, REFUSED),
    ),
    (["fcntl"], [(0, 3)], ALLOWED, ALLOWED),  # F_GETFL
    (["fcntl"], [(0, 8), (0, 10), (0, 15)], REFUSED, REFUSED),  # F_SETOWN, F_SETSIG, F_SETOWN_EX
    (["ioctl"], [(0, 0x5401)], ALLOWED, ALLOWED),  # TCGETS
    (["ioctl"], [(0, 0x8901), (0, 0x8902), (0, 0x5412)], REFUSED, REFUSED),  # see seccomp._IOCTL
]


def test_the_filter_decides_by_the_call_its_arguments_and_whether_processes_are_allowed(
    machine, filters
):
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
    assert verdict(filters[True], 0x40000000 + 39, arch=ARCHITECTURES[machine]) == REFUSED


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
    "os.open('/dev/null', os.O_RDONLY)": True,
}
"""By expression: whether it is allowed."""


@pytest.mark.skipif(
    sys.platform != "linux" or not seccomp.is_supported(),
    reason="this kernel has no filters, or this machine's calls are not known",
)
def test_the_kernel_enforces_the_filter():
    code = f"""
    import os, resource, socket, subprocess, sys, threading
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
        patch.setattr(platform, "machine", lambda: "riscv64")
        assert not seccomp.is_supported()
    monkeypatch.setattr(seccomp, "_ACTIONS", tmp_path / "nothing")
    assert not seccomp.is_supported()
