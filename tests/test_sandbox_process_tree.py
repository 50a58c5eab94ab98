import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from helpers.processes import runs
from pacgrid.autograder.sandbox.process_tree import ProcessTree

CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {code!r}], stdout=subprocess.PIPE)
print(child.pid, flush=True)
"""
WAITS = "import time; time.sleep(60)"
COMPUTES = "import sys; sum(range(6_000_000)); print(flush=True); sys.stdin.read()"
"""Some tenths of a CPU second, and then nothing more."""


@contextmanager
def started(code: str) -> Iterator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True) as process:
        yield process


def line(process: subprocess.Popen[bytes]) -> bytes:
    """The next line that it prints."""
    assert process.stdout
    return process.stdout.readline()


def test_the_whole_tree_is_ended_and_seen_gone():
    with started(CHILD.format(code=WAITS) + WAITS) as process:
        child = psutil.Process(int(line(process)))
        tree = ProcessTree(process.pid)
        assert tree.count() == 2
        tree.kill()
        assert not runs(child)
        assert process.wait() != 0
        tree.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions")
def test_a_child_with_a_session_of_its_own_is_ended_too():
    code = CHILD.format(code=WAITS).replace("PIPE)", "PIPE, start_new_session=True)")
    with started(code + WAITS) as process:
        child = psutil.Process(int(line(process)))
        ProcessTree(process.pid).kill()
        assert not runs(child)


def test_cpu_seconds_only_grow_also_when_the_process_has_gone():
    with started(COMPUTES) as process:
        tree = ProcessTree(process.pid)
        line(process)
        seconds = tree.cpu_seconds()
        assert seconds > 0
        tree.kill()
        process.wait()
        assert tree.cpu_seconds() >= seconds


@pytest.mark.skipif(sys.platform != "linux", reason="it is Linux that has a clock of a process")
def test_the_clock_is_the_one_that_the_process_itself_reads():
    asks = "import time; sum(range(3_000_000)); print(time.process_time(), flush=True); input()"
    with started(asks) as process:
        tree = ProcessTree(process.pid)
        theirs = float(line(process))
        ours = tree.cpu_seconds(descendants=False)
        assert theirs <= ours <= theirs + 0.05
        tree.kill()


@pytest.mark.slow
def test_threads_count():
    code = """
import threading
threads = [threading.Thread(target=sum, args=(range(3_000_000),)) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
import time; print(time.process_time(), time.thread_time(), flush=True); input()
"""
    with started(code) as process:
        tree = ProcessTree(process.pid)
        whole, first = map(float, line(process).split())
        assert tree.cpu_seconds(descendants=False) >= whole - 0.02 > first
        tree.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="it is Linux that tells them by a single call")
def test_the_threads_of_the_root_are_counted():
    code = f"""
import threading
for _ in range(3): threading.Thread(target=input, daemon=True).start()
print(flush=True)
{WAITS}
"""
    with started(code) as process:
        tree = ProcessTree(process.pid)
        line(process)
        assert tree.threads() == 4
        tree.kill()
        process.wait()
        assert tree.threads() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows doesn't count for ended children")
@pytest.mark.slow
def test_a_child_counts_while_it_lives_and_when_it_has_ended():
    code = CHILD.format(code=COMPUTES).replace("stdout", "stdin=subprocess.PIPE, stdout")
    code += "child.stdout.readline(); print(flush=True); input(); child.communicate()\n"
    with started(code + "print(flush=True); input()") as process:
        tree = ProcessTree(process.pid)
        line(process)
        line(process)
        alone = tree.cpu_seconds(descendants=False)
        living = tree.cpu_seconds()
        assert living > alone
        assert process.stdin
        process.stdin.write(b"\n")
        process.stdin.flush()
        line(process)
        assert tree.cpu_seconds() >= living
        assert tree.cpu_seconds(descendants=False) >= living
        tree.kill()


def test_a_process_that_has_ended_already_used_nothing_and_is_no_trouble():
    with started("") as process:
        process.wait()
        tree = ProcessTree(process.pid)
        assert (tree.cpu_seconds(), tree.count()) == (0, 1)
        tree.kill()
