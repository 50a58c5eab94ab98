"""How a worker confines itself, tried in processes started for it."""

import errno
import os
import platform
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, indent

import pytest

from helpers.grading import write
from helpers.sandbox_levels import at_each_level, at_each_secure_level, needs
from pacgrid.autograder.model.schema import Budget, SubmissionLimits
from pacgrid.autograder.sandbox import confinement, worker_disk
from pacgrid.autograder.sandbox.confinement import (
    ABSENT,
    ALLOWED,
    CONDITIONAL,
    FOR_PROCESSES,
    NEWEST,
    PRETENDED,
    ConfinementSpec,
    confine,
)
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_disk import library
from pacgrid.autograder.worker_client.client import WorkerClient

MIB = 1 << 20
EMPTY = TemporaryDirectory()
"""Where a process may write if a test doesn't say otherwise."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
landlock = needs(Level.LANDLOCK)


def spec(level: Level = Level.PROCESS, *readable: object, processes: int = 1) -> ConfinementSpec:
    """A spec by which Python and the paths `readable` can be read."""
    visible, listable = worker_disk.readable_but_hidden()
    return ConfinementSpec(
        level=str(level),
        memory_bytes=512 * MIB,
        file_bytes=MIB,
        open_files=32,
        processes=processes,
        readable=[str(library()), *visible, *map(str, readable)],
        listable=list(listable),
        writable=EMPTY.name,
    )


def confined(code: str, given: ConfinementSpec, before: str = "") -> list[str]:
    """The lines that `code` prints in a process that has confined itself."""
    whole = f"""
import os, subprocess, sys
from pacgrid.autograder.sandbox.confinement import confine
{dedent(before)}
confine({given!r})
{dedent(code)}
"""
    path = os.pathsep.join(map(str, [library(), *worker_disk.packages()]))
    done = subprocess.run(
        [worker_disk.python(), "-S", "-P", "-c", whole],
        env=os.environ | {"PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@posix
@at_each_level
def test_limits_are_set_and_can_not_be_raised(level):
    code = """
    for name in ("CORE", "FSIZE", "NOFILE", "AS"):
        print(name, *resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))
    try: bytearray(600 << 20)
    except MemoryError: print("MemoryError")
    try: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 128))
    except (ValueError, OSError): print("refused")
    """
    lines = confined(code, spec(level), "import resource")
    memory = [f"AS {512 * MIB} {512 * MIB}", "MemoryError"]
    expected = ["CORE 0 0", f"FSIZE {MIB} {MIB}", "NOFILE 32 32", *memory]
    if sys.platform == "darwin":
        expected = expected[:3]
        lines = [line for line in lines if not line.startswith("AS") and line not in memory]
    if level.is_secure or os.getuid():  # without a sandbox, root may do anything
        expected.append("refused")
    assert lines[: len(expected)] == expected


@posix
def test_a_file_that_grows_too_large_is_an_error_and_a_lower_limit_stays(tmp_path):
    code = f"""
    print(*resource.getrlimit(resource.RLIMIT_NOFILE))
    try:
        with open({str(tmp_path / "file")!r}, "wb") as file: file.write(bytes(2 << 20))
    except OSError as error: print(error.strerror)
    """
    before = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))"
    assert confined(code, spec(), before) == ["20 20", "File too large"]
    assert (tmp_path / "file").stat().st_size == MIB


@landlock
def test_only_readable_files_can_be_read_and_only_listable_folders_listed(tmp_path):
    mine, others = tmp_path / "mine", tmp_path / "others"
    for folder in (mine, others):
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "agent.py").write_text("text")
    (mine / "link").symlink_to(others / "deep" / "agent.py")
    (tmp_path / "alone.py").write_text("text")
    rules = spec(Level.LANDLOCK, mine, tmp_path / "alone.py")
    rules["listable"] += [str(others)]
    code = f"""
    import random, json
    for path in ("mine/deep/agent.py", "alone.py", "others/deep/agent.py", "mine/link"):
        try: print("read", open(os.path.join({str(tmp_path)!r}, path)).read())
        except PermissionError: print("refused")
    for path in ("mine/deep", "others", "others/deep", "."):
        try: print("listed", os.listdir(os.path.join({str(tmp_path)!r}, path)))
        except PermissionError: print("refused")
    open("/dev/null", "w").write("gone")
    print(len(open("/dev/urandom", "rb").read(4)), len(os.urandom(4)))
    """
    assert confined(code, rules) == [
        *("read text", "read text", "refused", "refused"),
        # Folders in a listable folder can be listed too, but not read.
        *("listed ['agent.py']", "listed ['deep']", "listed ['agent.py']", "refused"),
        "4 4",
    ]


FORBIDDEN = (
    "os.chmod(theirs + '/agent.py', 0o777)",
    "open(theirs + '/new', 'w')",
    "open(theirs + '/agent.py', 'a')",
    "os.mkdir(theirs + '/new')",
    "os.unlink(theirs + '/agent.py')",
    "os.rename(theirs + '/agent.py', theirs + '/b.py')",
    "os.symlink('/', theirs + '/new')",
    "os.link(theirs + '/agent.py', theirs + '/new')",
    "os.mkfifo(theirs + '/new')",
    "os.truncate(theirs + '/agent.py', 0)",
    "os.utime(theirs + '/agent.py', (0, 0))",
    "open('/dev/shm/pacgrid-new', 'w')",
    "open('/tmp/pacgrid-new', 'w')",
    "os.listdir('/proc')",
    "open('/proc/self/environ')",
    "open('/etc/passwd')",
    "os.kill(os.getppid(), 0)",
    "os.chroot('/')",
    "os.setuid(1)",
    "os.setgid(1)",
    "subprocess.run([sys.executable, '-c', ''])",
    "os.symlink('/', mine + '/link')",
    "os.link('/usr/lib/os-release', mine + '/link')",
    "os.mkfifo(mine + '/fifo')",
    "os.mknod(mine + '/device')",
    "os.mkdir(mine + '/../new')",
    "Path(mine).rename(mine + '/../new')",
    "Path(mine, '..', 'new').touch()",
)


@landlock
def test_it_changes_plain_files_in_its_own_folder_alone_and_reaches_no_process(tmp_path):
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    mine.mkdir()
    theirs.mkdir()
    (theirs / "agent.py").write_text("text")
    before = (theirs / "agent.py").stat()
    rules = spec(Level.LANDLOCK, theirs)
    rules["writable"] = str(mine)
    code = f"""
    import shutil, tempfile
    from pathlib import Path
    mine, theirs = {str(mine)!r}, {str(theirs)!r}
    tempfile.tempdir = mine
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as file:
        file.write(b"text")
        Path(folder, "deep", "deeper").mkdir(parents=True)
        Path(folder, "a").write_text("a")
        Path(folder, "a").rename(Path(folder, "deep", "b"))
        shutil.copyfile(Path(folder, "deep", "b"), Path(folder, "c"))
        print(sorted(path.name for path in Path(folder).rglob("*")))
    for deed in {FORBIDDEN!r}:
        try: eval(deed)
        except PermissionError: pass
        except OSError as error: print(deed, error) if "mine" not in deed else None
        else: print(deed)
    """
    assert confined(code, rules) == ["['b', 'c', 'deep', 'deeper']"]
    assert sorted(tmp_path.rglob("*")) == [mine, theirs, theirs / "agent.py"]
    assert (theirs / "agent.py").read_text() == "text"
    assert (theirs / "agent.py").stat().st_ctime_ns == before.st_ctime_ns


@landlock
@pytest.mark.slow
def test_it_may_start_processes_if_its_spec_allows_several():
    code = "print(subprocess.run([sys.executable, '-c', '']).returncode)"
    assert confined(code, spec(Level.LANDLOCK, processes=2)) == ["0"]


def test_windows_has_no_limits_to_set(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    confine({"level": "process"})  # type: ignore[typeddict-item]


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
    monkeypatch.setattr(confinement, "_machine", lambda: request.param)
    return str(request.param)


@pytest.fixture
def filters(machine, monkeypatch) -> Filters:
    monkeypatch.setattr("os.getpid", lambda: PID)
    return {allowed: b"".join(confinement._program(processes=allowed)) for allowed in (False, True)}


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
CLOCKS = ["clock_gettime", "clock_getres", "clock_nanosleep"]

Arguments = list[tuple[int, ...]]
CASES: list[tuple[list[str], Arguments, int, int]] = [
    # The calls, their arguments, and the verdicts without and with processes.
    (list(ALLOWED), [()], YES, YES),
    (list(FOR_PROCESSES), [()], NO, YES),
    (list(PRETENDED), [()], PRETENCE, PRETENCE),
    (list(ABSENT), [()], UNKNOWN, UNKNOWN),
    (["openat"], [(0, POINTER, 0), (0, POINTER, CREATE)], YES, YES),
    (["openat"], [(0, POINTER, TMPFILE | 2), (0, POINTER, SYNC), (0, POINTER, 0x1000)], NO, NO),
    (["mmap"], [(0, 4096, 3, ANONYMOUS), (0, 4096, 3, SHARED)], YES, YES),
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
    (["socketpair"], [(UNIX, n) for n in (DGRAM, RAW, SEQPACKET, DGRAM | CLOEXEC)], NO, NO),
    (["socketpair"], [(INET, STREAM)], NO, NO),
    (["getsockopt"], [(3, 1, 3), (3, 1, 4)], YES, YES),
    (["getsockopt"], [(3, 1, 77)], NO, NO),  # SO_PEERPIDFD
    (CLOCKS, [(0,), (2,), (3,)], YES, YES),
    (CLOCKS, [(~n << 3 | 2,) for n in (1, PID)], NO, NO),
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
    sys.platform != "linux" or not confinement.can_restrict_calls(),
    reason="this kernel has no filters, or this machine's calls are not known",
)
def test_the_kernel_enforces_the_filter():
    code = f"""
    import fcntl, os, resource, socket, subprocess, sys, threading
    from pacgrid.autograder.sandbox import confinement
    confinement.restrict_calls(processes=False)
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
        patch.setattr(confinement, "_machine", lambda: "riscv64")
        assert not confinement.can_restrict_calls()
    monkeypatch.setattr(confinement, "_ACTIONS", tmp_path / "nothing")
    assert not confinement.can_restrict_calls()


LIMITS = SubmissionLimits(load=Budget(cpu_seconds=60, seconds=300))


def output(folder: Path, code: str, level: Level) -> list[str]:
    """The lines that `code` prints in a worker."""
    with WorkerClient(write(folder, code), LIMITS, level) as client:
        client.load()
        return client.printed.splitlines()


USES = {
    "arrays": """
        import numpy as np
        a = np.random.default_rng(0).normal(size=(60, 60))
        assert np.allclose(np.linalg.inv(a) @ a, np.eye(60))
    """,
    "arrays in files": """
        import os, tempfile, numpy as np
        with tempfile.TemporaryDirectory() as folder:
            written = np.memmap(os.path.join(folder, "a"), "f8", "w+", shape=9)
            written[:] = 1
            written.flush()
            assert np.memmap(os.path.join(folder, "a"), "f8", "r").sum() == 9
    """,
    "threads": """
        import concurrent.futures, queue, threading, time
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(lambda n: time.sleep(0.001) or n, range(40))) == 780
        barrier = threading.Barrier(2)
        thread = threading.Thread(target=barrier.wait)
        thread.start(); barrier.wait(); thread.join()
        assert not threading.Event().wait(0.01)
    """,
    "threads of C that are joined": """
        import ctypes
        libc, thread = ctypes.CDLL(None), ctypes.c_ulong()
        begin = ctypes.cast(libc.usleep, ctypes.c_void_p)
        assert not libc.pthread_create(ctypes.byref(thread), None, begin, ctypes.c_void_p(1000))
        assert not libc.pthread_join(thread, None)
    """,
    "asyncio": """
        import asyncio
        async def main():
            await asyncio.gather(*(asyncio.sleep(0.001) for _ in range(9)))
            return await asyncio.wait_for(asyncio.to_thread(sum, range(9)), 60)
        assert asyncio.run(main()) == 36
    """,
    "a data base": """
        import os, sqlite3, tempfile
        with tempfile.TemporaryDirectory() as folder:
            for name in (":memory:", os.path.join(folder, "a"), os.path.join(folder, "wal")):
                opened = sqlite3.connect(name)
                opened.execute(f"pragma journal_mode = {'wal' if 'wal' in name else 'delete'}")
                opened.execute("create table t(n)")
                opened.executemany("insert into t values(?)", [(n,) for n in range(9)])
                opened.commit()
                opened.execute("vacuum")
                assert opened.execute("select sum(n) from t").fetchone() == (36,)
                opened.close()
    """,
    "temporary files": """
        import shutil, tempfile, zipfile
        from pathlib import Path
        with tempfile.TemporaryDirectory() as name, tempfile.TemporaryFile() as file:
            file.write(b"text"); file.truncate(2)
            folder = Path(name)
            (folder / "a" / "b").mkdir(parents=True)
            (folder / "c").touch()
            (folder / "c").rename(folder / "a" / "c")
            shutil.copy(folder / "a" / "c", folder / "d")
            with zipfile.ZipFile(folder / "z", "w") as archive: archive.write(folder / "d", "d")
            shutil.rmtree(folder / "a")
            assert {path.name for path in folder.iterdir()} == {"d", "z"}
    """,
    "signals and timers": """
        import signal, time
        rung = []
        signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        while not rung: time.sleep(0.001)
        signal.raise_signal(signal.SIGALRM)
        assert len(rung) == 2
    """,
    "the rest of the standard library": """
        import bz2, ctypes, decimal, hashlib, lzma, mmap, os, resource, select, socket, uuid, zlib
        decimal.getcontext().prec = 200
        decimal.Decimal(2).sqrt()
        assert zlib.decompress(zlib.compress(b"x")) == bz2.decompress(bz2.compress(b"x")) == b"x"
        assert ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)() == 1
        mmap.mmap(-1, 100, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)[:1] = b"x"
        one, other = socket.socketpair()
        one.send(b"x")
        assert select.select([other], [], [], 60)[0] and other.recv(1) == b"x"
        uuid.uuid4(), os.times(), os.cpu_count(), os.urandom(1), lzma.compress(b"")
        hashlib.scrypt(b"a", salt=b"b", n=2, r=1, p=1)
        resource.getrusage(resource.RUSAGE_SELF)
    """,
}


@at_each_level
def test_libraries_work(tmp_path, level):
    code = "".join(
        f"def use():\n{indent(dedent(text), '    ')}\nuse()\nprint({name!r})\n"
        for name, text in USES.items()
    )
    assert output(tmp_path, code, level) == list(USES)


@at_each_level
@pytest.mark.slow
def test_compiled_code_and_science_work(tmp_path, level):
    pytest.importorskip("scipy")
    code = """
    import numba, numpy as np, scipy.fft, scipy.optimize, scipy.sparse.linalg, scipy.spatial
    @numba.njit(cache=True)
    def total(n):
        s = 0
        for i in range(n): s += i
        return s
    assert total(9) == 36
    points = np.random.default_rng(0).normal(size=(200, 3))
    scipy.spatial.cKDTree(points).query(points, workers=2)
    scipy.fft.fft(points, workers=2)
    assert scipy.optimize.minimize(lambda x: (x ** 2).sum(), [1.0, 2]).success
    print("works")
    """
    assert output(tmp_path, code, level) == ["works"]


@at_each_secure_level
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are x86_64's")
def test_calls_that_reach_others_or_take_what_no_limit_counts_fail(tmp_path, level):
    """All that are in no table, such as those for System V's semaphores, io_uring and sockets."""
    listed = {number_of(name, "x86_64") for name in TABLES}
    probes = {335, 336}  # whose callers new kernels end themselves
    unlisted = sorted({*range(NEWEST + 1)} - listed - probes)
    code = f"""
    import ctypes, errno
    libc = ctypes.CDLL(None, use_errno=True)
    for number in {[*unlisted, NEWEST + 1]!r}:
        found = libc.syscall(number, *[ctypes.c_long(0)] * 6), ctypes.get_errno()
        if found != (-1, errno.EPERM): print(number, *found)
    """
    assert output(tmp_path, code, level) == [f"{NEWEST + 1} -1 {errno.ENOSYS}"]
