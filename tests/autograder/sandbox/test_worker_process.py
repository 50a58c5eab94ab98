"""Workers in real sandboxes: what they see of the machine, what the grader sees of them, and what
they leave behind."""

import json
import os
import subprocess
import sys
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from textwrap import dedent
from typing import Any

import psutil
import pytest

from helpers.grading import write
from helpers.processes import PATIENCE, runs, until
from helpers.sandbox_levels import at_each_level, at_each_secure_level, fake_bubblewrap, needs
from pacgrid.autograder.model.fault import SandboxError
from pacgrid.autograder.model.schema import SubmissionLimits
from pacgrid.autograder.sandbox import worker_disk
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.sandbox.worker_process import ProcessTree, WorkerProcess

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of this")


def ask(process: WorkerProcess, **request: object) -> dict[str, Any]:
    process.channel.send(json.dumps(request).encode())
    reply: dict[str, Any] = json.loads(process.channel.receive(timeout=PATIENCE))
    return reply


@contextmanager
def opened(folder: Path, text: str, level: Level, **limits: Any) -> Iterator[WorkerProcess]:
    """A confined process with that agent.py, which isn't loaded yet."""
    write(folder, text)
    process = WorkerProcess(folder, level, SubmissionLimits(**limits))
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


def succeeding(folder: Path, text: str, level: Level, **limits: Any) -> list[str]:
    """The lines of `text`, each a statement, that raise neither OSError nor ImportError."""
    deeds = [line for line in dedent(text).splitlines() if line]
    code = f"""
import os, random, numpy, socket, subprocess, sys
from pacgrid import State
folder = os.path.dirname(__file__)
os.listdir(folder)
def list_any(path):
    for _ in os.listdir(path): return  # an empty folder on the way to another is harmless
    raise OSError
for deed in {deeds!r}:
    try: exec(deed)
    except (OSError, ImportError): pass
    else: print(deed)
"""
    return printed(folder, code, level, **limits)


@pytest.fixture
def mine(tmp_path) -> Path:
    """The folder of a submission, beside that of another."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "agent.py").write_text("secret = True")
    folder = tmp_path / "mine"
    folder.mkdir()
    return folder


def resources() -> tuple[int, set[psutil.Process]]:
    """This process's open files and children."""
    process = psutil.Process()
    number = process.num_fds() if os.name == "posix" else process.num_handles()
    return number, set(process.children(recursive=True))


# ------------------------------------------------------------------------------ what it sees


@at_each_level
def test_it_has_its_files_numpy_threads_and_limits_but_not_our_agents_or_environment(
    mine, level, monkeypatch
):
    monkeypatch.setenv("PACGRID_SECRET", "secret")
    monkeypatch.setenv("PYTHONPATH", "/secret")
    (mine / "data.txt").write_text("data")
    for name in ("socket", "struct", "enum", "pacgrid", "sitecustomize"):
        write(mine, "print('shadowed')", f"{name}.py")
    text = """
    import importlib, json, numpy, os, pacgrid, random, threading
    from pathlib import Path
    thread = threading.Thread(target=lambda: print(numpy.arange(3).sum()))
    thread.start(); thread.join()
    print((Path(__file__).parent / "data.txt").read_text())
    for name in "agents.minimax agents.evaluation autograder.worker_client cli".split():
        try: importlib.import_module(f"pacgrid.{name}")
        except ImportError: pass
        else: print(name)
    print(json.dumps(dict(os.environ)))
    try: import resource
    except ImportError: print([])
    else:
        names = ("FSIZE", "NOFILE", "CORE", "AS")
        print([resource.getrlimit(getattr(resource, f"RLIMIT_{name}")) for name in names])
    """
    limits = {"memory_mb": 300, "file_mb": 3, "open_files": 30}
    total, data, environment, numbers = printed(mine, text, level, **limits)
    assert (total, data) == ("3", "data")
    found = json.loads(environment)
    system = {"PWD", "LC_CTYPE", "SYSTEMROOT", "__CF_USER_TEXT_ENCODING"}
    assert {name for name in found if not name.startswith("PYTHON")} - system == {
        *(["PACGRID_WORKER"] if level is Level.PROCESS else []),
        *("HOME", "TMPDIR"),
        *("MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
        *("LC_ALL", "TZ"),
    }
    assert not any("secret" in value for value in found.values())
    assert found["PYTHONHASHSEED"] == "0"
    expected = [(3 << 20,) * 2, (30, 30), (0, 0), (300 << 20,) * 2]
    known = {"win32": 0, "darwin": 3}.get(sys.platform, 4)  # the limits that the system has
    assert literal_eval(numbers)[:known] == expected[:known]


@at_each_secure_level
def test_it_can_reach_nothing_but_python_and_its_own_folder_and_change_nothing(mine, level):
    agents = Path(str(files("pacgrid.agents")))
    assignments = Path(str(files("pacgrid.autograder.assignments")))
    secrets = [
        *(mine.parent / "other" / "agent.py", Path(__file__), Path("/etc/passwd")),
        *(agents / "minimax.py", assignments / "pacman.toml", agents.parent / "pyproject.toml"),
    ]
    folders = [mine.parent, mine.parent / "other", agents, assignments, Path(__file__).parents[2]]
    folders.append(Path(str(files("pacgrid.kernel"))))  # and its cache of compiled code
    reading = [f"open({str(path)!r})" for path in secrets]
    reading += [f"list_any({str(path)!r})" for path in folders]
    lines = "\n".join(reading) + dedent("""
    import pacgrid.kernel.search
    import pacgrid.kernel.champion
    import pacgrid.solutions
    os.mkdir(sys.modules['pacgrid'].__path__[0] + '/kernel/new')
    open(__file__, 'a')
    open(folder + '/new', 'w')
    os.remove(__file__)
    os.mkdir(folder + '/new')
    open('/dev/shm/new', 'w')
    __import__('posix').fork()
    subprocess.run([sys.executable])
    """)
    assert succeeding(mine, lines + SOCKETS, level) == []
    assert [path.name for path in mine.iterdir()] == ["agent.py"]


SOCKETS = """
socket.socket()
socket.socket(socket.AF_INET6)
socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
socket.socket(socket.AF_UNIX)
socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
socket.getaddrinfo('example.com', 80)
socket.create_connection(('127.0.0.1', 22), timeout=1)
"""


@at_each_secure_level
@pytest.mark.slow
def test_if_it_may_start_processes_it_still_has_no_sockets(mine, level):
    runs_python = "assert subprocess.run([sys.executable, '-c', '']).returncode == 0"
    assert succeeding(mine, SOCKETS + runs_python, level, processes=4) == [runs_python]


# ------------------------------------------------------------------------------ what we see of it


@at_each_level
def test_its_cpu_time_and_threads_are_read_from_outside(mine, level):
    text = """
    import threading, time
    threads = [threading.Thread(target=sum, args=(range(3_000_000),)) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(time.process_time(), time.thread_time())
    event = threading.Event()
    for _ in range(5): threading.Thread(target=event.wait, daemon=True).start()
    """
    with opened(mine, text, level) as process:
        before = process.cpu_seconds()
        assert process.threads() == 1
        load(process)
        whole, first_thread = map(float, process.printed().split())
        seconds = process.cpu_seconds()
        # A joined thread may still be on its way out.
        until(lambda: process.threads() == (6 if sys.platform == "linux" else 1))
    assert before < seconds
    assert whole - 0.03 <= seconds <= whole + 0.2  # some systems count in hundredths
    assert seconds - before > first_thread / 2


@at_each_level
def test_its_whole_output_is_shown_if_it_is_short(mine, level):
    text = "import sys\nprint('ä' * 10)\nsys.stderr.write('b')\nimport os\nos.write(1, b'\\xff')"
    with opened(mine, text, level) as process:
        load(process)
        shown = process.printed()
        assert sorted(shown.replace("\r", "")) == sorted("ä" * 10 + "\nb\N{REPLACEMENT CHARACTER}")


def test_output_over_its_limit_is_cut_off_however_much_there_is_and_the_worker_lives_on(mine):
    text = "for number in range(100_000): print(f'{number:9}')"
    with opened(mine, text, strongest(), output_kb=64) as process:
        for _ in range(2):
            load(process)
            lines = process.printed().splitlines()
            assert lines[0] == f"{0:9}"
            assert f"… {65536 - 4000} bytes omitted …" in lines
            assert lines[-3] == f"{6552:9}"
            assert lines[-1] == "… cut off after 64 KiB …"


# ------------------------------------------------------------------------------ what it leaves


@at_each_level
def test_it_can_be_killed_twice_and_leaves_nothing_behind(mine, level, monkeypatch):
    worker_disk.library(sandboxed=level.is_secure)
    monkeypatch.setattr("tempfile.tempdir", str(mine))
    before = resources()
    with opened(mine, "print('so far')", level) as process:
        load(process)
        new = resources()[1] - before[1]
        assert new
        used = process.cpu_seconds()
        process.kill()
        process.kill()
        assert process.cpu_seconds() >= used > 0
        assert process.printed() == f"so far{os.linesep}"
        process.close()
    assert not any(map(runs, new))
    assert resources() == before
    assert {path.name for path in mine.iterdir()} == {"agent.py"}


@needs(Level.BUBBLEWRAP)
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 1 >&2; echo 'no permissions' >&2; exit 1", "bubblewrap failed: no permissions"),
        ("exit 1", "bubblewrap failed: no reason given"),
        (None, "bubblewrap is no longer installed"),
        ("", "a worker can't be started: [Errno 2] No such file or directory: '/nowhere/bwrap'"),
    ],
)
def test_a_bubblewrap_that_fails_or_is_gone_is_an_error_of_one_line_and_leaves_nothing(
    mine, monkeypatch, script, message
):
    program = fake_bubblewrap(mine, script) if script else "/nowhere/bwrap"
    monkeypatch.setattr(
        worker_disk, "bubblewrap_program", lambda: None if script is None else program
    )
    worker_disk.library()  # keeps a file open
    before = resources()
    with pytest.raises(SandboxError) as caught:
        WorkerProcess(mine, Level.BUBBLEWRAP, SubmissionLimits())
    assert str(caught.value) == message
    assert resources() == before


@at_each_level
def test_a_python_that_does_not_start_leaves_nothing(mine, level, monkeypatch):
    worker_disk.library(sandboxed=level is not Level.PROCESS)  # which needs a Python
    monkeypatch.setattr(worker_disk, "python", lambda: "/nowhere/python")
    before = resources()
    if level is Level.BUBBLEWRAP:  # which starts, and then fails in its own way
        process = None
        with suppress(SandboxError):  # it may be gone before anyone looks
            process = WorkerProcess(mine, level, SubmissionLimits())
        if process:
            assert process.exit_reason(patience=60) == "its process exited: exit code 1"
            assert "/nowhere/python" in process.printed()
            process.close()
    else:
        with pytest.raises(SandboxError, match=r"^a worker can't be started: .*/nowhere/python"):
            WorkerProcess(mine, level, SubmissionLimits())
    assert resources() == before


CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {code!r}], stdout=subprocess.PIPE)
print(child.pid, flush=True)
"""
WAITS = "import time; time.sleep(60)"
COMPUTES = "import sys; sum(range(6_000_000)); print(flush=True); sys.stdin.read()"
"""Takes some tenths of a CPU second, and then waits."""


@contextmanager
def started(code: str) -> Iterator[tuple[ProcessTree, subprocess.Popen[bytes]]]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-S", "-c", code]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True) as process:
        tree = ProcessTree(process.pid)
        yield tree, process
        tree.kill()


def line(process: subprocess.Popen[bytes]) -> bytes:
    """The next line that it prints."""
    return process.stdout.readline()


@pytest.mark.parametrize("own_session", [False, True])
def test_the_whole_tree_is_killed(own_session):
    code = CHILD.format(code=WAITS).replace("PIPE)", f"PIPE, start_new_session={own_session})")
    with started(code + WAITS) as (tree, process):
        child = psutil.Process(int(line(process)))
        assert tree.count() == 2
        tree.kill()
        assert not runs(child)
        assert process.wait() != 0


def test_cpu_seconds_never_fall_even_after_the_process_has_ended():
    with started(COMPUTES) as (tree, process):
        line(process)
        seconds = tree.cpu_seconds()
        assert seconds > 0
        tree.kill()
        process.wait()
        assert tree.cpu_seconds() >= seconds


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how long a process waited")
def test_waiting_for_a_cpu_counts_in_any_thread_and_sleeping_does_not():
    cpu = min(os.sched_getaffinity(0))
    pinned = f"import os, threading, time\nos.sched_setaffinity(0, {{{cpu}}})\n"
    spins = f"{pinned}while True: pass"
    spins_in_a_thread = f"""{pinned}
def spin():
    while True: pass
threading.Thread(target=spin).start()
time.sleep(1000)
"""
    with (
        started(spins) as (one, _),
        started(spins_in_a_thread) as (two, _),
        started("import time; print(1, flush=True); time.sleep(1000)") as (idle, process),
    ):
        line(process)
        until(lambda: psutil.Process(process.pid).status() == psutil.STATUS_SLEEPING)
        began = idle.waited_seconds()
        until(lambda: min(one.waited_seconds() or 0, two.waited_seconds() or 0) > 0.3)
        assert began == idle.waited_seconds() is not None


def test_a_process_that_has_ended_already_has_used_nothing():
    with started("") as (_, process):
        process.wait()
        tree = ProcessTree(process.pid)
        assert (tree.cpu_seconds(), tree.count(), tree.threads()) == (0, 1, 1)
        assert tree.waited_seconds() is None
        tree.kill()
