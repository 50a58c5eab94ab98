"""What a worker does to itself, in a process that is let go afterwards."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import psutil
import pytest

from helpers.levels import at_each_level, needs
from helpers.processes import wait_for_end
from pacgrid.autograder.sandbox import visible_paths
from pacgrid.autograder.sandbox.confinement import ConfinementSpec, confine
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import library

MIB = 1 << 20

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
landlock = needs(Level.LANDLOCK)


def spec(level: Level = Level.PROCESS, **changes: object) -> ConfinementSpec:
    readable, listable = visible_paths.readable_but_hidden()
    found: ConfinementSpec = {
        "level": str(level),
        "memory_bytes": 512 * MIB,
        "file_bytes": MIB,
        "open_files": 32,
        "processes": 1,
        "readable": [str(library()), *readable],
        "listable": list(listable),
    }  # type: ignore[typeddict-item]
    return {**found, **changes}  # type: ignore[typeddict-item]


def confined(code: str, given: ConfinementSpec, before: str = "") -> list[str]:
    """The lines that `code` prints after it has confined itself."""
    whole = f"""
import os, sys
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
def test_limits_are_set_so_that_they_can_not_be_raised(level):
    code = """
    for name in ("CORE", "FSIZE", "NOFILE", "AS"):
        print(name, *resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))
    try: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 128))
    except (ValueError, OSError): print("refused")
    """
    lines = confined(code, spec(level), "import resource")
    memory = f"AS {512 * MIB} {512 * MIB}"
    expected = ["CORE 0 0", f"FSIZE {MIB} {MIB}", "NOFILE 32 32", memory]
    if sys.platform == "darwin":
        expected.remove(memory)
        lines = [line for line in lines if not line.startswith("AS")]
    if level.is_secure or os.getuid():  # without a sandbox, root may do anything
        expected.append("refused")
    assert lines[: len(expected)] == expected


@posix
@pytest.mark.slow
def test_a_limit_that_is_lower_already_stays():
    before = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))"
    lines = confined("print(*resource.getrlimit(resource.RLIMIT_NOFILE))", spec(), before)
    assert lines == ["20 20"]


@posix
@pytest.mark.slow
def test_too_much_memory_is_a_memory_error():
    code = """
    try: bytearray(600 << 20)
    except MemoryError: print("MemoryError")
    """
    assert confined(code, spec()) == ["MemoryError"]


@posix
def test_a_file_that_grows_too_large_is_an_error(tmp_path):
    code = f"""
    try:
        with open({str(tmp_path / "file")!r}, "wb") as file: file.write(bytes(2 << 20))
    except OSError as error: print(error.strerror)
    """
    assert confined(code, spec()) == ["File too large"]
    assert (tmp_path / "file").stat().st_size == MIB


@landlock
def test_only_readable_files_can_be_read(tmp_path):
    mine, others = tmp_path / "mine", tmp_path / "others"
    for folder in (mine, others):
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "agent.py").write_text("text")
    (tmp_path / "alone.py").write_text("text")
    rules = spec(Level.LANDLOCK)
    rules["readable"] += [str(mine), str(tmp_path / "alone.py")]
    rules["listable"] += [str(others)]
    code = f"""
    import random, json
    for path in ("mine/deep/agent.py", "alone.py", "others/deep/agent.py"):
        try: print("read", open(os.path.join({str(tmp_path)!r}, path)).read())
        except PermissionError: print("refused")
    for path in ("mine/deep", "others", "others/deep", "."):
        try: print("listed", os.listdir(os.path.join({str(tmp_path)!r}, path)))
        except PermissionError: print("refused")
    """
    assert confined(code, rules) == [
        *("read text", "read text", "refused"),
        # Folders in a listable folder can be listed too, but not read.
        *("listed ['agent.py']", "listed ['deep']", "listed ['agent.py']", "refused"),
    ]


@landlock
@pytest.mark.parametrize(
    "deed",
    [
        "open(PLACE + '/new', 'w')",
        "open(PLACE + '/agent.py', 'a')",
        "os.mkdir(PLACE + '/new')",
        "os.unlink(PLACE + '/agent.py')",
        "os.rename(PLACE + '/agent.py', PLACE + '/b.py')",
        "os.symlink('/', PLACE + '/new')",
        "os.link(PLACE + '/agent.py', PLACE + '/new')",
        "os.mkfifo(PLACE + '/new')",
        "os.truncate(PLACE + '/agent.py', 0)",
        "os.chmod(PLACE + '/agent.py', 0o777)",
        "os.utime(PLACE + '/agent.py', (0, 0))",
        "open('/dev/shm/new', 'w')",
        "open('/tmp/new', 'w')",
        "os.listdir('/proc')",
        "open('/proc/self/environ')",
        "open('/etc/passwd')",
        "os.kill(os.getppid(), 0)",
        "os.chroot('/')",
        "os.setuid(1) or os.setgid(1)",
    ],
)
def test_nothing_can_be_changed_and_no_other_looked_at(deed, tmp_path):
    (tmp_path / "agent.py").write_text("text")
    rules = spec(Level.LANDLOCK)
    rules["readable"] += [str(tmp_path)]
    code = f"""
    try: {deed.replace("PLACE", repr(str(tmp_path)))}
    except PermissionError: print("refused")
    """
    assert confined(code, rules) == ["refused"]
    assert [entry.read_text() for entry in tmp_path.iterdir()] == ["text"]


@landlock
@pytest.mark.slow
def test_it_may_have_processes_if_its_spec_says_so():
    code = """
    import subprocess
    try: print(subprocess.run([sys.executable, "-c", ""]).returncode)
    except PermissionError: print("refused")
    """
    assert confined(code, spec(Level.LANDLOCK, processes=4)) == ["0"]
    assert confined(code, spec(Level.LANDLOCK)) == ["refused"]


@landlock
@pytest.mark.slow
def test_null_and_random_devices_can_be_opened():
    code = """
    open("/dev/null", "w").write("gone")
    print(len(open("/dev/urandom", "rb").read(4)), len(os.urandom(4)))
    """
    assert confined(code, spec(Level.LANDLOCK)) == ["4 4"]


@on_linux
@pytest.mark.slow
def test_it_does_not_outlive_the_grader():
    sleeps = (
        "import time\nfrom pacgrid.autograder.sandbox.confinement import confine\n"
        f"confine({spec()!r})\nprint('ready', flush=True)\ntime.sleep(60)"
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
    wait_for_end([worker])


def test_where_there_are_no_such_limits_nothing_is_done(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    confine({"level": "process"})  # type: ignore[typeddict-item]


@landlock
def test_a_link_out_of_what_may_be_read_leads_nowhere(tmp_path):
    (tmp_path / "mine").mkdir()
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (tmp_path / "mine" / "link").symlink_to(secret)
    rules = spec(Level.LANDLOCK)
    rules["readable"] += [str(tmp_path / "mine")]
    code = f"""
    try: print(open({str(tmp_path / "mine" / "link")!r}).read())
    except PermissionError: print("refused")
    """
    assert confined(code, rules) == ["refused"]
    assert Path(secret).read_text() == "secret"
