"""Workers in real boxes: what they see of the machine, what is seen of them, and what is left."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from textwrap import dedent
from typing import Any

import psutil
import pytest

from helpers.grading import write
from helpers.levels import at_each_level, at_each_secure_level, needs
from helpers.processes import runs, until
from pacgrid.autograder.limits import Limits
from pacgrid.autograder.sandbox import bubblewrap, visible_paths
from pacgrid.autograder.sandbox import worker_process as process_module
from pacgrid.autograder.sandbox.level import Level, SandboxError, strongest
from pacgrid.autograder.sandbox.worker_process import SHOWN_BYTES, WorkerProcess
from pacgrid.autograder.worker.channel import ChannelError

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of this")


def ask(process: WorkerProcess, **request: object) -> dict[str, Any]:
    process.channel.send(json.dumps(request).encode())
    reply: dict[str, Any] = json.loads(process.channel.receive(timeout=60))
    return reply


@contextmanager
def opened(folder: Path, text: str, level: Level, **limits: Any) -> Iterator[WorkerProcess]:
    """A confined process with that agent.py, which isn't loaded yet."""
    write(folder, text)
    process = WorkerProcess(folder, level, Limits(**limits))
    try:
        assert ask(process, do="confine", spec=process.spec) == {"kind": "done"}
        yield process
    finally:
        process.close()


def load(process: WorkerProcess) -> dict[str, Any]:
    return ask(process, do="load", file=str(process.folder / "agent.py"))


def printed(folder: Path, text: str, level: Level, **limits: Any) -> list[str]:
    """The lines that a submission prints while it is loaded."""
    with opened(folder, text, level, **limits) as process:
        reply = load(process)
        assert reply["kind"] == "loaded", reply["message"]
        return process.printed().splitlines()


def done(folder: Path, level: Level, *deeds: str, setup: str = "", **limits: Any) -> list[str]:
    """Those of the deeds that succeed."""
    text = f"""
{dedent(setup)}
for deed in {list(deeds)!r}:
    try: exec(deed)
    except (OSError, ImportError): pass
    else: print(deed)
"""
    return printed(folder, text, level, **limits)


@pytest.fixture
def mine(tmp_path) -> Path:
    """The folder of a submission, beside that of another."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "agent.py").write_text("secret = True")
    folder = tmp_path / "mine"
    folder.mkdir()
    return folder


def handles() -> int:
    return psutil.Process().num_fds() if os.name == "posix" else psutil.Process().num_handles()


# ------------------------------------------------------------------------------ what it sees


@at_each_secure_level
def test_it_sees_itself_and_python_and_nothing_of_the_others(mine, level):
    agents = Path(str(files("pacgrid.agents")))
    assignments = Path(str(files("pacgrid.autograder.assignments")))
    secrets = [
        *(mine.parent / "other" / "agent.py", Path(__file__), Path("/etc/passwd")),
        *(agents / "minimax.py", assignments / "pacman.toml", agents.parent / "pyproject.toml"),
    ]
    folders = [mine.parent, mine.parent / "other", agents, assignments, Path(__file__).parent]
    deeds = [f"open({str(path)!r})" for path in secrets]
    deeds += [f"os.listdir({str(path)!r})[0]" for path in folders]
    setup = "import os, random, numpy\nfrom pacgrid import State\nopen(__file__)\nos.listdir('.')"
    # An empty folder, on the way to what is needed, is nothing.
    setup += "\nlisted = os.listdir\nos.listdir = lambda path: listed(path) or open('/nowhere')"
    assert done(mine, level, *deeds, setup=setup) == []


@at_each_secure_level
@pytest.mark.slow
def test_of_a_home_it_sees_no_more_than_the_way_to_python(mine, level):
    home = Path.home().resolve()
    lines = printed(
        mine,
        f"""
        import os
        try: print(*os.listdir({str(home)!r}), sep="\\n")
        except OSError: pass
        """,
        level,
    )
    depth = len(home.parts)
    on_the_way = {path.parts[depth] for path in visible_paths.readable() if home in path.parents}
    assert set(lines) <= on_the_way


@at_each_secure_level
@pytest.mark.slow
def test_it_sees_no_process_but_itself(mine, level):
    (shown,) = printed(
        mine,
        """
        import os
        try: print([name for name in os.listdir("/proc") if name.isdigit()])
        except PermissionError: print([])
        """,
        level,
    )
    assert shown == ("['1']" if level is Level.BUBBLEWRAP else "[]")
    if level is Level.LANDLOCK:
        grader = os.getpid()
        deeds = (f"open('/proc/{grader}/environ')", f"os.kill({grader}, 0)", "open('/proc/stat')")
        assert done(mine, level, *deeds, setup="import os") == []


@at_each_secure_level
@pytest.mark.parametrize("processes", [1, 4])
def test_it_has_no_sockets(mine, level, processes):
    deeds = (
        "socket.socket()",
        "socket.socket(socket.AF_INET6)",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
        "socket.socket(socket.AF_UNIX)",
        "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
        "socket.getaddrinfo('example.com', 80)",
        "socket.create_connection(('127.0.0.1', 22), timeout=1)",
    )
    assert done(mine, level, *deeds, setup="import socket", processes=processes) == []


@at_each_level
def test_its_environment_is_not_the_graders(mine, level, monkeypatch):
    monkeypatch.setenv("PACGRID_SECRET", "secret")
    monkeypatch.setenv("PYTHONPATH", "/secret")
    text = "import os\nfor name, value in sorted(os.environ.items()): print(name, value)"
    found = dict(line.split(" ", 1) for line in printed(mine, text, level))
    system = {"PWD", "LC_CTYPE", "SYSTEMROOT", "__CF_USER_TEXT_ENCODING"}
    assert {name for name in found if not name.startswith("PYTHON")} - system == {
        *("HOME", "PACGRID_WORKER"),
        *("MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    }
    assert not any("secret" in value for value in found.values())
    assert found["PYTHONHASHSEED"] == "0"


@at_each_level
def test_it_can_not_import_our_agents_nor_the_grader(mine, level):
    deeds = (
        "import pacgrid.agents.minimax",
        "import pacgrid.agents.evaluation",
        "import pacgrid.autograder.worker_client",
        "import pacgrid.autograder.assignments",
        "import pacgrid.cli",
    )
    assert done(mine, level, *deeds) == []


@at_each_level
@pytest.mark.slow
def test_what_lies_beside_it_does_not_pass_for_the_library(mine, level):
    for name in ("random", "json", "pacgrid", "numpy", "sitecustomize"):
        write(mine, "print('shadowed')", f"{name}.py")
    assert printed(mine, "import random, json, pacgrid", level) == []


@at_each_level
def test_it_can_use_numpy_and_threads_and_read_what_was_handed_in(mine, level):
    (mine / "data.txt").write_text("data")
    text = """
    import numpy, threading
    from pathlib import Path
    thread = threading.Thread(target=lambda: print(numpy.arange(3).sum()))
    thread.start(); thread.join()
    print((Path(__file__).parent / "data.txt").read_text())
    """
    assert printed(mine, text, level) == ["3", "data"]


@at_each_level
@pytest.mark.slow
def test_it_finds_exit_and_its_name_as_everywhere(mine, level):
    with opened(mine, "exit(4)", level) as process:
        assert "SystemExit: 4 (agent.py, line 1" in load(process)["message"]


# ------------------------------------------------------------------------------ what it may do


@at_each_secure_level
def test_it_can_not_change_what_was_handed_in(mine, level):
    deeds = (
        "open(__file__, 'a')",
        "open(folder + '/new', 'w')",
        "os.remove(__file__)",
        "os.mkdir(folder + '/new')",
        "open('/dev/shm/new', 'w')",
    )
    setup = "import os\nfolder = os.path.dirname(__file__)"
    assert done(mine, level, *deeds, setup=setup) == []
    assert [path.name for path in mine.iterdir()] == ["agent.py"]


@at_each_secure_level
@pytest.mark.slow
def test_it_has_no_processes_unless_the_limits_say_so(mine, level):
    deeds = ("os.fork()", "subprocess.run([sys.executable])", "os.system('true') and os.fork()")
    assert done(mine, level, *deeds, setup="import os, subprocess, sys") == []
    text = "import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', '']).returncode)"
    assert printed(mine, text, level, processes=4) == ["0"]


@posix
@at_each_level
def test_its_limits_are_those_of_the_assignment(mine, level):
    text = """
    import resource
    for name in ("AS", "FSIZE", "NOFILE", "CORE"):
        print(*resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))
    """
    limits = {"memory_mb": 300, "file_mb": 3, "open_files": 30}
    expected = [f"{300 << 20} {300 << 20}", f"{3 << 20} {3 << 20}", "30 30", "0 0"]
    first = 0 if sys.platform != "darwin" else 1
    assert printed(mine, text, level, **limits)[first:] == expected[first:]


# ------------------------------------------------------------------------------ what is seen of it


@at_each_level
@pytest.mark.slow
def test_its_cpu_time_is_read_from_outside_threads_and_all(mine, level):
    text = """
    import threading, time
    threads = [threading.Thread(target=sum, args=(range(3_000_000),)) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(time.process_time(), time.thread_time())
    """
    with opened(mine, text, level) as process:
        before = process.cpu_seconds()
        load(process)
        whole, first_thread = map(float, process.printed().split())
        seconds = process.cpu_seconds()
    # Some systems count in hundredths.
    assert before < seconds
    assert whole - 0.03 <= seconds <= whole + 0.2
    assert seconds - before > first_thread / 2


@at_each_level
@pytest.mark.slow
def test_the_cpu_time_of_a_child_is_seen_if_there_can_be_any(mine, level):
    text = """
    import subprocess, sys, time
    subprocess.run([sys.executable, "-c", "sum(range(9_000_000))"])
    print(time.process_time())
    """
    with opened(mine, text, level, processes=4) as process:
        load(process)
        assert process.cpu_seconds(descendants=True) > float(process.printed()) + 0.05


@at_each_level
@pytest.mark.slow
def test_its_processes_are_counted(mine, level):
    text = (
        "import subprocess, sys\nc = subprocess.Popen([sys.executable, '-c', 'input()'], stdin=-1)"
    )
    with opened(mine, text, level, processes=4) as process:
        assert process.processes() == 1
        load(process)
        assert process.processes() == 2


@at_each_level
@pytest.mark.slow
def test_its_threads_are_counted(mine, level):
    text = """
    import threading
    event = threading.Event()
    for _ in range(5): threading.Thread(target=event.wait, daemon=True).start()
    """
    with opened(mine, text, level) as process:
        assert process.threads() == 1
        load(process)
        assert process.threads() == (6 if sys.platform == "linux" else 1)


@pytest.mark.slow
def test_what_it_does_to_its_own_output_does_not_move_ours(mine):
    text = "import os\nprint('first', flush=True)\nos.lseek(1, 0, 0)\nprint('second')"
    with opened(mine, text, strongest()) as process:
        load(process)
        load(process)
        assert process.printed().split() == ["first", "second", "first", "second"]


@at_each_level
def test_what_it_prints_is_kept_whole_if_it_is_little(mine, level):
    text = "import sys\nprint('ä' * 10)\nsys.stderr.write('b')\nimport os\nos.write(1, b'\\xff')"
    with opened(mine, text, level) as process:
        load(process)
        said = process.printed()
        assert sorted(said.replace("\r", "")) == sorted("ä" * 10 + "\nb\N{REPLACEMENT CHARACTER}")


def test_of_much_the_first_and_the_last_part_is_kept(mine):
    text = "print('a' * 5000 + 'b' * 3000, end='')"
    with opened(mine, text, strongest()) as process:
        load(process)
        assert process.printed_bytes() == 8000
        first, middle, last = process.printed().split("\n")
    assert (first, last) == ("a" * SHOWN_BYTES, "b" * SHOWN_BYTES)
    assert middle == "… 4000 bytes omitted …"


@at_each_level
@pytest.mark.parametrize(
    ("text", "exit_reason"),
    [
        ("import os; os._exit(3)", "stopped by itself: exit code 3"),
        ("import os; os._exit(0)", "stopped by itself: exit code 0"),
        ("import ctypes; ctypes.string_at(0)", "crashed: signal 11 (SIGSEGV)"),
    ],
)
@pytest.mark.slow
def test_its_exit_reason(mine, level, text, exit_reason):
    if sys.platform == "win32" and "ctypes" in text:
        text, exit_reason = "import os; os._exit(5)", "stopped by itself: exit code 5"
    with opened(mine, text, level) as process:
        assert process.exit_reason(patience=0) is None
        with pytest.raises(ChannelError):
            load(process)
        assert process.exit_reason(patience=60) == exit_reason


# ------------------------------------------------------------------------------ what is left of it


@at_each_level
def test_nothing_is_left_of_it(mine, level):
    from pacgrid.autograder.sandbox.worker_library import library

    library()
    temporary = Path(library().parent)
    before = handles(), set(temporary.glob("pacgrid-*")), set(psutil.Process().children())
    with opened(mine, "print('hello')", level) as process:
        load(process)
        new = set(psutil.Process().children(recursive=True)) - before[2]
        assert new
    assert not any(map(runs, new))
    assert set(psutil.Process().children()) == before[2]
    assert handles() == before[0]
    assert {path.name for path in mine.iterdir()} == {"agent.py"}


@at_each_level
@pytest.mark.slow
def test_a_daemon_does_not_outlive_it(mine, level):
    """One that has left its parent, and its session and group where it may."""
    if sys.platform == "win32":
        pytest.skip("Windows has no daemons")
    token = f"token of {mine}"
    text = f"""
    import os, subprocess, sys
    if os.fork() == 0:
        try: os.setsid()
        except PermissionError: pass
        if os.fork() == 0:
            python = sys.executable
            os.execv(python, [python, "-c", "import time; time.sleep(60)", {token!r}])
        os._exit(0)
    os.wait()
    """

    def alive() -> list[psutil.Process]:
        found = psutil.process_iter(["cmdline"])
        return [p for p in found if token in (p.info["cmdline"] or [])]

    with opened(mine, text, level, processes=8) as process:
        load(process)
        until(lambda: len(alive()) == 1)
    assert alive() == []


@posix
@pytest.mark.slow
def test_a_daemon_does_not_outlive_a_worker_that_has_ended_before_it(mine):
    """Nobody is left by whose family it could be found."""
    text = f"""
    import os, sys, time
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(3, 100)  # so that the channel ends with the worker
            open({str(mine / "pid")!r}, "w").write(str(os.getpid()))
            os.rename({str(mine / "pid")!r}, {str(mine / "daemon")!r})
            time.sleep(60)
        os._exit(0)
    os.wait()
    while not os.path.exists({str(mine / "daemon")!r}): time.sleep(0.01)
    os._exit(3)
    """
    with opened(mine, text, Level.PROCESS) as process:
        with pytest.raises(ChannelError):
            load(process)
        assert process.exit_reason(20) == "stopped by itself: exit code 3"
        daemon = psutil.Process(int((mine / "daemon").read_text()))
        assert runs(daemon)
    assert not runs(daemon)


@at_each_level
@pytest.mark.slow
def test_it_can_be_ended_more_than_once(mine, level):
    with opened(mine, "print('so far')", level) as process:
        load(process)
        used = process.cpu_seconds()
        process.kill()
        process.kill()
        assert process.cpu_seconds() >= used > 0
        assert process.printed() == f"so far{os.linesep}"
        process.close()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo first >&2; echo 'bwrap: No permissions' >&2; exit 1", "bwrap: No permissions"),
        ("exit 1", "no reason given"),
    ],
)
@needs(Level.BUBBLEWRAP)
def test_a_sandbox_that_fails_says_why_and_leaves_nothing(mine, monkeypatch, script, said):
    program = mine / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setattr(bubblewrap, "program", lambda: str(program))
    before = handles(), set(psutil.Process().children())
    with pytest.raises(SandboxError) as caught:
        WorkerProcess(mine, Level.BUBBLEWRAP, Limits())
    assert str(caught.value) == f"bubblewrap failed: {said}"
    assert (handles(), set(psutil.Process().children())) == before


@needs(Level.BUBBLEWRAP)
@pytest.mark.parametrize(
    ("program", "said"),
    [
        (None, "bubblewrap is no longer installed"),
        ("/nowhere/bwrap", "a worker can't be started: "),
    ],
)
def test_a_bubblewrap_that_has_gone_is_told_and_leaves_nothing(mine, monkeypatch, program, said):
    monkeypatch.setattr(bubblewrap, "program", lambda: program)
    before = handles()
    with pytest.raises(SandboxError) as caught:
        WorkerProcess(mine, Level.BUBBLEWRAP, Limits())
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
    assert handles() == before


@at_each_level
def test_a_python_that_does_not_start_leaves_nothing(mine, level, monkeypatch):
    monkeypatch.setattr(process_module.visible_paths, "python", lambda: "/nowhere/python")
    before = handles(), set(psutil.Process().children())
    if level is Level.BUBBLEWRAP:  # which has started, and then fails in its own way
        process = WorkerProcess(mine, level, Limits())
        assert process.exit_reason(patience=60) == "stopped by itself: exit code 1"
        assert "/nowhere/python" in process.printed()
        process.close()
    else:
        with pytest.raises(SandboxError, match=r"^a worker can't be started: .*/nowhere/python"):
            WorkerProcess(mine, level, Limits())
    assert (handles(), set(psutil.Process().children())) == before
