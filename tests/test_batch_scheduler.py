import os
import signal
import subprocess
import sys
import time
from functools import partial

import psutil
import pytest

from pacgrid.autograder.batch import scheduler
from pacgrid.autograder.batch.scheduler import AHEAD, Local, SchedulerError, WorkerDiedError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")


def test_one_process_is_this_one_and_does_a_job_when_it_comes():
    with Local(1).pool(10) as pool:
        future = pool.submit(os.getpid)
        assert future.done()
        assert pool.result(future) == os.getpid()
        assert pool.has_room(0)
        assert not pool.has_room(1)


def test_what_a_job_raises_is_raised_by_its_result():
    for processes in (1, 2):
        with Local(processes).pool(2) as pool, pytest.raises(ZeroDivisionError):
            pool.result(pool.submit(partial(divmod, 1, 0)))


def test_several_processes_have_a_few_jobs_each_in_hand():
    with Local(2).pool(10) as pool:
        assert pool.has_room(2 * AHEAD - 1)
        assert not pool.has_room(2 * AHEAD)
        futures = [pool.submit(os.getpid) for _ in range(5)]
        assert os.getpid() not in map(pool.result, futures)


def test_there_are_no_more_processes_than_jobs():
    with Local(64).pool(1) as pool:
        assert not pool.has_room(AHEAD)


def test_a_process_that_dies_is_told_of_at_once_and_later():
    with Local(2).pool(4) as pool:
        with pytest.raises(WorkerDiedError):
            pool.result(pool.submit(partial(os._exit, 0)))
        with pytest.raises(WorkerDiedError):
            pool.submit(os.getpid)


def test_a_process_that_dies_before_its_job_is_nobodys_fault(monkeypatch):
    monkeypatch.setattr(scheduler, "_obey", partial(os._exit, 0))
    with pytest.raises(SchedulerError, match="die before they begin"), Local(2).alone():
        pass


def test_an_error_drops_all_work_and_leaves_no_process():
    pids: list[int] = []

    def stop() -> None:
        with Local(2).pool(4) as pool:
            pids.append(pool.result(pool.submit(os.getpid)))
            for _ in range(4):
                pool.submit(partial(time.sleep, 10**6))
            raise KeyError

    with pytest.raises(KeyError):
        stop()
    assert not psutil.pid_exists(pids[0])


FRONT = """
import os, sys, time
from functools import partial
from pacgrid.autograder.batch.scheduler import Local

if __name__ == "__main__":
    with Local(2).pool(4) as pool:
        pool.result(pool.submit(os.getpid))
        sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
        jobs = [pool.submit(partial(os.spawnv, os.P_WAIT, sys.executable, sleep)) for _ in (1, 2)]
        print("ready", flush=True)
        time.sleep(600)
"""


def test_when_the_process_in_front_is_killed_its_processes_and_their_children_end(tmp_path):
    (tmp_path / "front.py").write_text(FRONT)
    front = subprocess.Popen(
        [sys.executable, "front.py"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert front.stdout
    with front:
        assert front.stdout.readline() == "ready\n"
        family = []
        while sum("time.sleep(600)" in " ".join(process.cmdline()) for process in family) < 2:
            time.sleep(0.02)
            family = psutil.Process(front.pid).children(recursive=True)
        front.send_signal(signal.SIGKILL)
    assert psutil.wait_procs(family, timeout=20)[1] == []
