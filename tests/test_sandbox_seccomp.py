"""The filter as a program, in a machine of our own; and as the kernel carries it out."""

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
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
HEADERS = {
    "x86_64": (
        Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        Path("/usr/include/asm/unistd_64.h"),
    ),
    # The numbers of aarch64 are the generic ones.
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"),),
}
TABLES = {**seccomp._NUMBERS, **seccomp._PROCESSES, **seccomp._ARGUED}
HERE = sys.platform == "linux" and seccomp.is_supported()


def header_of(machine: str) -> Path | None:
    return next(filter(Path.is_file, HEADERS[machine]), None)


on_each_machine = pytest.mark.parametrize("machine", MACHINES)
by_its_header = pytest.mark.parametrize(
    "machine",
    [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                header_of(name) is None, reason=f"the kernel's header for {name} is not installed"
            ),
        )
        for name in MACHINES
    ],
)
where_it_works = pytest.mark.skipif(not HERE, reason="the kernel takes no filter, or is not known")


@pytest.fixture
def program(machine, monkeypatch) -> Mapping[bool, bytes]:
    """The filter for that machine, by whether there may be processes."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr("os.getpid", lambda: 4711)
    return {may: b"".join(seccomp._program(processes=may)) for may in (False, True)}


def verdict(program: bytes, number: int, *arguments: int, arch: int) -> int:
    """What the kernel's machine makes of a system call; only what our filter uses of it."""
    six = (arguments + (0,) * 6)[:6]
    data = struct.pack("<iIQ6Q", number, arch, 0, *(argument % 2**64 for argument in six))
    steps = list(struct.iter_unpack("=HBBI", program))
    tests = {0x15: int.__eq__, 0x35: int.__ge__, 0x45: int.__and__}
    place = loaded = 0
    while True:
        code, yes, no, value = steps[place]
        place += 1
        if code == 0x06:
            return value
        if code == 0x20:
            (loaded,) = struct.unpack_from("<I", data, value)
        else:
            place += yes if tests[code](loaded, value) else no


def number_of(name: str, machine: str) -> int | None:
    return TABLES[name][list(MACHINES).index(machine)]


def numbers_in(header: Path) -> dict[str, int]:
    found = re.findall(r"^#define __NR3?[264_]*_(\w+)\s+(\d+)\s*$", header.read_text(), re.M)
    return {name: int(number) for name, number in found}


@by_its_header
def test_the_numbers_are_those_of_the_systems_header(machine):
    known = numbers_in(header_of(machine) or Path())
    assert known["openat"] > 0
    for name in TABLES:
        number = number_of(name, machine)
        if number is None:
            assert name not in known
        else:
            # A header may be older than a call that is forbidden; no other may have its number.
            assert known.get(name, number) == number, name
            assert {other for other, n in known.items() if n == number} <= {name}


@by_its_header
def test_all_but_a_few_names_are_in_the_systems_header(machine):
    known = numbers_in(header_of(machine) or Path())
    absent = [name for name in TABLES if number_of(name, machine) and name not in known]
    assert len(absent) < len(TABLES) / 8, absent


FAMILIES = re.compile(
    r"socket|connect|accept|^bind$|listen|^(shm|sem|msg|mq_)|memfd|chmod|chown|utim|xattr|inotify"
    r"|fanotify|setpriority|sched_set|ioprio_set|_pages$|setpgid|setsid|ptrace|sigqueueinfo|kill"
    r"|^process_|pidfd|setns|unshare|mount|^fs[copm]|root|mknod|handle_at|swap|reboot|hostname"
    r"|domainname|settime|adjtime|^iop[le]|module|kexec|quotactl|key|bpf|perf_event|userfault"
    r"|io_uring|setrlimit|truncate|fork|execve|clone|open_tree|file_setattr|^syslog|^acct$"
    r"|personality"
)
"""What a call is named that could do harm."""
HARMLESS = {
    *("getxattr", "lgetxattr", "fgetxattr", "getxattrat"),
    *("listxattr", "llistxattr", "flistxattr", "listxattrat"),
    *("ftruncate", "shmdt", "pkey_alloc", "pkey_free", "pkey_mprotect", "remap_file_pages"),
    *("timer_settime", "timerfd_settime", "ioprio_get", "statmount", "listmount"),
    # What takes a handle that can't be had, or what no kernel has any more.
    *("fanotify_mark", "inotify_rm_watch", "create_module", "query_module"),
    *("mq_getsetattr", "mq_notify", "mq_timedreceive", "mq_timedsend"),
}
"""Of those, the ones that don't."""


@by_its_header
def test_of_what_is_forbidden_all_relatives_are(machine):
    known = numbers_in(header_of(machine) or Path())
    seen = {name for name, number in known.items() if number <= 467 and FAMILIES.search(name)}
    seen -= {name for name in seen if name.endswith("time64")}  # for machines of 32 bits
    assert len(seen) > 80
    assert seen - HARMLESS <= TABLES.keys()


@by_its_header
def test_what_a_python_needs_is_allowed(machine, program):
    known = numbers_in(header_of(machine) or Path())
    needed = "read write openat close mmap munmap brk futex exit_group getrandom clock_gettime"
    for name in f"{needed} getpid nanosleep madvise rt_sigaction lseek recvfrom sendto".split():
        assert verdict(program[False], known[name], arch=MACHINES[machine]) == ALLOWED, name


@on_each_machine
def test_what_is_forbidden_is_refused_with_and_without_processes(machine, program):
    for name in seccomp._NUMBERS:
        if (number := number_of(name, machine)) is not None:
            for may in (False, True):
                assert verdict(program[may], number, arch=MACHINES[machine]) == REFUSED, name


@on_each_machine
def test_processes_are_refused_to_those_who_may_have_none(machine, program):
    arch = MACHINES[machine]
    for name in seccomp._PROCESSES:
        if (number := number_of(name, machine)) is not None:
            assert verdict(program[False], number, arch=arch) == REFUSED
            assert verdict(program[True], number, arch=arch) == ALLOWED
    clone, clone3 = (number_of(name, machine) or 0 for name in ("clone", "clone3"))
    thread, child = 0x3D0F00, 0x01200011  # the flags that glibc gives for each
    assert verdict(program[False], clone, thread, arch=arch) == ALLOWED
    assert verdict(program[False], clone, child, arch=arch) == REFUSED
    assert verdict(program[True], clone, child, arch=arch) == ALLOWED
    for may in (False, True):  # libraries then take clone, whose flags can be seen
        assert verdict(program[may], clone3, 0x7F0000000000, arch=arch) == UNKNOWN


@on_each_machine
def test_children_in_namespaces_of_their_own_or_of_another_parent_are_refused(machine, program):
    clone = number_of("clone", machine) or 0
    user, network, parent = 0x10000000, 0x40000000, 0x8000
    for apart in (user, network, parent):
        assert verdict(program[True], clone, apart | 17, arch=MACHINES[machine]) == REFUSED


@on_each_machine
def test_signals_go_to_itself_alone(machine, program):
    arch = MACHINES[machine]
    for name in ("kill", "tgkill"):
        number = number_of(name, machine) or 0
        assert verdict(program[True], number, 4711, 9, arch=arch) == ALLOWED
        for other in (1, 4710, 0, -1, -4711):
            assert verdict(program[True], number, other % 2**32, 9, arch=arch) == REFUSED


@on_each_machine
def test_limits_can_be_read_and_not_set(machine, program):
    arch, number = MACHINES[machine], number_of("prlimit64", machine) or 0
    assert verdict(program[True], number, 0, 7, 0, 0x7F0000000000, arch=arch) == ALLOWED
    for new in (0x7F0000000000, 0x1000, 1 << 32):
        assert verdict(program[True], number, 0, 7, new, 0, arch=arch) == REFUSED


@on_each_machine
def test_it_can_not_ask_to_outlive_the_grader(machine, program):
    arch, number = MACHINES[machine], number_of("prctl", machine) or 0
    die_with_the_parent, adopt_orphans = 1, 36
    for option in (die_with_the_parent, adopt_orphans):
        assert verdict(program[True], number, option, 0, arch=arch) == REFUSED
    assert verdict(program[True], number, 15, 0, arch=arch) == ALLOWED


@on_each_machine
def test_a_pair_of_sockets_is_for_streams(machine, program):
    """Through any other, one could send to whatever socket there is."""
    arch, number = MACHINES[machine], number_of("socketpair", machine) or 0
    unix, internet, stream, cloexec = 1, 2, 1, 0o2000000
    datagram, raw, seqpacket = 2, 3, 5
    for kind in (stream, stream | cloexec):
        assert verdict(program[False], number, unix, kind, arch=arch) == ALLOWED
    for kind in (datagram, raw, seqpacket, datagram | cloexec):
        assert verdict(program[False], number, unix, kind, arch=arch) == REFUSED
    assert verdict(program[False], number, internet, stream, arch=arch) == REFUSED


@on_each_machine
def test_no_signals_are_sent_by_way_of_files(machine, program):
    arch = MACHINES[machine]
    fcntl, ioctl = (number_of(name, machine) or 0 for name in ("fcntl", "ioctl"))
    for command in (8, 10, 15):  # F_SETOWN, F_SETSIG, F_SETOWN_EX
        assert verdict(program[True], fcntl, 0, command, arch=arch) == REFUSED
    for command in (0x8901, 0x8902, 0x5412):  # FIOSETOWN, SIOCSPGRP, TIOCSTI
        assert verdict(program[True], ioctl, 0, command, arch=arch) == REFUSED
    assert verdict(program[True], fcntl, 0, 3, arch=arch) == ALLOWED  # F_GETFL
    assert verdict(program[True], ioctl, 0, 0x5401, arch=arch) == ALLOWED  # TCGETS


@on_each_machine
def test_other_ways_of_calling_the_kernel_are_closed(machine, program):
    other = MACHINES["aarch64" if machine == "x86_64" else "x86_64"]
    i386 = 0x40000003
    for arch in (other, i386):
        assert verdict(program[True], 0, arch=arch) == KILLED
    assert verdict(program[True], 0x40000000 + 39, arch=MACHINES[machine]) == REFUSED


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


@where_it_works
def test_the_kernel_does_as_the_filter_says():
    code = f"""
    import os, resource, socket, subprocess, sys, threading
    from pacgrid.autograder.sandbox import seccomp
    seccomp.restrict(processes=False)
    for call in {list(CALLS)!r}:
        try:
            eval(call)
        except (PermissionError, ValueError):  # as setrlimit words it
            print("REFUSED", call, flush=True)
        else:
            print("ALLOWED", call, flush=True)
    """
    done = subprocess.run(
        [sys.executable, "-c", dedent(code)], capture_output=True, text=True, check=False
    )
    told = [line for line in done.stdout.splitlines() if line]
    expected = [f"{'ALLOWED' if may else 'REFUSED'} {call}" for call, may in CALLS.items()]
    assert (told, done.stderr, done.returncode) == (expected, "", 0)


def test_a_machine_whose_calls_are_not_known_has_no_filter(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert not seccomp.is_supported()


def test_a_kernel_without_filters_has_none(monkeypatch, tmp_path):
    monkeypatch.setattr(seccomp, "_ACTIONS", tmp_path / "nothing")
    assert not seccomp.is_supported()
