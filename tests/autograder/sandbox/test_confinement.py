"""How a worker confines itself, tried in processes started for it."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from tempfile import TemporaryDirectory
from textwrap import dedent

import psutil
import pytest

from helpers.processes import wait_for_end
from helpers.sandbox_levels import at_each_level, needs
from pacgrid.autograder.sandbox import visible_paths
from pacgrid.autograder.sandbox.confinement import ConfinementSpec, confine
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import library

MIB = 1 << 20
EMPTY = TemporaryDirectory()
"""Where a process may write if a test doesn't say otherwise."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
landlock = needs(Level.LANDLOCK)


def spec(level: Level = Level.PROCESS, *readable: object, processes: int = 1) -> ConfinementSpec:
    """A spec by which Python and the paths `readable` can be read."""
    visible, listable = visible_paths.readable_but_hidden()
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
    path = os.pathsep.join(map(str, [library(), *visible_paths.packages()]))
    done = subprocess.run(
        [visible_paths.python(), "-S", "-P", "-c", whole],
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


DEEDS = (
    "os.chmod(folder + '/agent.py', 0o777)",
    "open(folder + '/new', 'w')",
    "open(folder + '/agent.py', 'a')",
    "os.mkdir(folder + '/new')",
    "os.unlink(folder + '/agent.py')",
    "os.rename(folder + '/agent.py', folder + '/b.py')",
    "os.symlink('/', folder + '/new')",
    "os.link(folder + '/agent.py', folder + '/new')",
    "os.mkfifo(folder + '/new')",
    "os.truncate(folder + '/agent.py', 0)",
    "os.utime(folder + '/agent.py', (0, 0))",
    "open('/dev/shm/new', 'w')",
    "open('/tmp/new', 'w')",
    "os.listdir('/proc')",
    "open('/proc/self/environ')",
    "open('/etc/passwd')",
    "os.kill(os.getppid(), 0)",
    "os.chroot('/')",
    "os.setuid(1)",
    "os.setgid(1)",
    "subprocess.run([sys.executable, '-c', ''])",
)


@landlock
def test_it_can_change_no_file_and_reach_no_process(tmp_path):
    (tmp_path / "agent.py").write_text("text")
    before = (tmp_path / "agent.py").stat()
    code = f"""
    folder = {str(tmp_path)!r}
    for deed in {DEEDS!r}:
        try: eval(deed)
        except PermissionError: pass
        else: print(deed)
    """
    assert confined(code, spec(Level.LANDLOCK, tmp_path)) == []
    assert [entry.read_text() for entry in tmp_path.iterdir()] == ["text"]
    assert (tmp_path / "agent.py").stat().st_ctime_ns == before.st_ctime_ns


@landlock
def test_it_can_make_change_move_and_remove_plain_files_in_its_own_folder_alone(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    rules = spec(Level.LANDLOCK)
    rules["writable"] = str(mine)
    code = f"""
    import shutil, tempfile
    from pathlib import Path
    tempfile.tempdir = {str(mine)!r}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as file:
        file.write(b"text")
        Path(folder, "deep", "deeper").mkdir(parents=True)
        Path(folder, "a").write_text("a")
        Path(folder, "a").rename(Path(folder, "deep", "b"))
        shutil.copyfile(Path(folder, "deep", "b"), Path(folder, "c"))
        print(sorted(path.name for path in Path(folder).rglob("*")))
    for deed in {FORBIDDEN!r}:
        try: eval(deed, {{"os": os, "folder": {str(mine)!r}, "Path": Path}})
        except OSError: pass
        else: print(deed)
    """
    assert confined(code, rules) == ["['b', 'c', 'deep', 'deeper']"]
    assert list(tmp_path.rglob("*")) == [mine]


FORBIDDEN = (
    "os.symlink('/', folder + '/link')",
    "os.link('/usr/lib/os-release', folder + '/link')",
    "os.mkfifo(folder + '/fifo')",
    "os.mknod(folder + '/device')",
    "os.mkdir(folder + '/../new')",
    "Path(folder).rename(folder + '/../new')",
    "Path(folder, '..', 'new').touch()",
)


@landlock
@pytest.mark.slow
def test_it_may_start_processes_if_its_spec_allows_several():
    code = "print(subprocess.run([sys.executable, '-c', '']).returncode)"
    assert confined(code, spec(Level.LANDLOCK, processes=2)) == ["0"]


@on_linux
@pytest.mark.slow
def test_it_dies_with_the_grader():
    sleeps = (
        "import time\nfrom pacgrid.autograder.sandbox.confinement import confine\n"
        f"confine({spec()!r})\nprint('ready', flush=True)\ntime.sleep(600)"
    )
    grader = f"""
import subprocess, sys, time
worker = subprocess.Popen([sys.executable, "-c", {sleeps!r}], stdout=subprocess.PIPE)
worker.stdout.readline()
print(worker.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", grader], stdout=subprocess.PIPE) as started:
        assert started.stdout
        worker = psutil.Process(int(started.stdout.readline()))
        assert worker.is_running()
        started.send_signal(signal.SIGKILL)
    try:
        wait_for_end([worker])
    finally:
        with suppress(psutil.NoSuchProcess):
            worker.kill()


def test_windows_has_no_limits_to_set(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    confine({"level": "process"})  # type: ignore[typeddict-item]
