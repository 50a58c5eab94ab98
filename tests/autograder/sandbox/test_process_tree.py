import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from helpers.processes import runs, until
from pacgrid.autograder.sandbox.process_tree import ProcessTree

CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {code!r}], stdout=subprocess.PIPE)
print(child.pid, flush=True)
"""
WAITS = "import time; time.sleep(60)"
COMPUTES = "import sys; sum(range(6_000_000)); print(flush=True); sys.stdin.read()"
"""Takes some tenths of a CPU second, and then waits."""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


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
    assert process.stdout
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


@on_linux
def test_cpu_seconds_are_those_that_the_process_itself_reads_and_threads_count():
    code = """
import threading, time
threads = [threading.Thread(target=sum, args=(range(600_000),)) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(time.process_time(), time.thread_time(), flush=True)
for _ in range(3): threading.Thread(target=input, daemon=True).start()
print(flush=True)
time.sleep(60)
"""
    with started(code) as (tree, process):
        whole, first_thread = map(float, line(process).split())
        line(process)
        assert first_thread < whole <= tree.cpu_seconds(descendants=False) <= whole + 0.05
        until(lambda: tree.threads() == 4)  # a joined thread may still be ending
        tree.kill()
        process.wait()
        assert tree.threads() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows doesn't count for ended children")
@pytest.mark.slow
def test_the_cpu_seconds_of_a_child_count_while_it_runs_and_after_it_has_ended():
    code = CHILD.format(code=COMPUTES).replace("stdout", "stdin=subprocess.PIPE, stdout")
    code += "child.stdout.readline(); print(flush=True); input(); child.communicate()\n"
    with started(code + "print(flush=True); input()") as (tree, process):
        line(process)
        line(process)
        alone = tree.cpu_seconds(descendants=False)
        running = tree.cpu_seconds()
        assert running > alone
        assert process.stdin
        process.stdin.write(b"\n")
        process.stdin.flush()
        line(process)
        assert tree.cpu_seconds() >= running
        assert tree.cpu_seconds(descendants=False) >= running


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
        assert (tree.cpu_seconds(), tree.count()) == (0, 1)
        assert tree.waited_seconds() is None
        tree.kill()
