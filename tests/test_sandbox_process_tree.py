import subprocess
import sys

import psutil

from pacgrid.autograder.process_tree import ProcessTree


def started(code: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True
    )


def test_the_whole_tree_is_ended():
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    with started(code) as process:
        assert process.stdout
        child = psutil.Process(int(process.stdout.readline()))
        assert ProcessTree(process).kill() != 0
        child.wait(timeout=10)


def test_cpu_seconds_only_grow_also_when_the_process_has_gone():
    with started("sum(range(3_000_000)); print(flush=True); input()") as process:
        tree = ProcessTree(process)
        assert process.stdout
        process.stdout.readline()
        seconds = tree.cpu_seconds()
        assert seconds > 0
        tree.kill()
        assert tree.cpu_seconds() >= seconds


def test_a_process_that_has_ended_is_told_with_its_exit_code():
    with started("raise SystemExit(3)") as process:
        tree = ProcessTree(process)
        process.wait()
        assert tree.kill() == 3
