import os
import signal
import subprocess
import sys
import time
from functools import partial

import psutil
import pytest

from helpers.processes import until, wait_for_end
from pacgrid.autograder.batch import scheduler
from pacgrid.autograder.batch.scheduler import (
    JOBS_PER_PROCESS,
    Local,
    SchedulerError,
    WorkerDiedError,
)
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import library

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")


def local(processes: int) -> Local:
    return Local(processes, Level.PROCESS)


def test_a_single_process_is_this_one_and_runs_each_job_at_once():
    with local(1).pool(10) as pool:
        future = pool.submit(os.getpid)
        assert future.done()
        assert pool.result(future) == os.getpid()
        assert pool.has_room(0)
        assert not pool.has_room(1)
        with pytest.raises(ZeroDivisionError):
            pool.result(pool.submit(partial(divmod, 1, 0)))


def test_several_processes_take_a_few_jobs_each_and_share_the_library():
    with local(64).pool(2) as pool:  # no more processes than jobs
        assert pool.has_room(2 * JOBS_PER_PROCESS - 1)
        assert not pool.has_room(2 * JOBS_PER_PROCESS)
        futures = [pool.submit(os.getpid) for _ in range(5)]
        assert os.getpid() not in map(pool.result, futures)
        shared = partial(library, sandboxed=False)
        assert pool.result(pool.submit(shared)) == shared()
        with pytest.raises(ZeroDivisionError):
            pool.result(pool.submit(partial(divmod, 1, 0)))


@pytest.mark.slow
def test_a_process_that_dies_fails_its_job_and_all_later_ones():
    with local(2).pool(4) as pool:
        with pytest.raises(WorkerDiedError):
            pool.result(pool.submit(partial(os._exit, 0)))
        with pytest.raises(WorkerDiedError):
            pool.submit(os.getpid)


@pytest.mark.slow
def test_a_process_that_dies_before_it_has_a_job_is_an_error(monkeypatch):
    monkeypatch.setattr(scheduler, "_initialize", os._exit)
    monkeypatch.setattr(scheduler, "library", lambda **_: 0)
    with pytest.raises(SchedulerError, match="die as soon as they start"), local(2).isolated():
        pass


@pytest.mark.slow
def test_an_error_cancels_all_jobs_and_leaves_no_process():
    def stop() -> None:
        with local(2).pool(4) as pool:
            pool.result(pool.submit(os.getpid))
            for _ in range(4):
                pool.submit(partial(time.sleep, 10**6))
            raise KeyError

    before = set(psutil.Process().children(recursive=True))
    with pytest.raises(KeyError):
        stop()
    left = set(psutil.Process().children(recursive=True)) - before
    assert all("resource_tracker" in " ".join(process.cmdline()) for process in left)


MAIN = """
import os, signal, sys, time
from functools import partial
from pacgrid.autograder.batch.scheduler import Local
from pacgrid.autograder.sandbox.level import Level

if __name__ == "__main__":
    signal.signal(signal.SIGINT, getattr(signal, sys.argv[1]))
    with Local(2, Level.PROCESS).pool(4) as pool:
        pool.result(pool.submit(os.getpid))
        sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
        jobs = [pool.submit(partial(os.spawnv, os.P_WAIT, sys.executable, sleep)) for _ in (1, 2)]
        print("ready", flush=True)
        time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.parametrize("ignores", [False, True], ids=["", "SIGINT ignored"])
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_all_processes_end_with_the_main_process(tmp_path, ending, ignores):
    if ignores and ending is signal.SIGINT:
        pytest.skip("it is ignored, so nothing ends")
    (tmp_path / "main.py").write_text(MAIN)
    handler = "SIG_IGN" if ignores else "default_int_handler"
    main = subprocess.Popen(
        [sys.executable, "main.py", handler],
        cwd=tmp_path,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert main.stdout

    def family() -> list[psutil.Process]:
        return psutil.Process(main.pid).children(recursive=True)

    def sleeping() -> int:
        return sum("time.sleep(600)" in " ".join(process.cmdline()) for process in family())

    with main:
        assert main.stdout.readline() == "ready\n"
        until(lambda: sleeping() == 2)
        members = family()
        main.send_signal(ending)
    wait_for_end(members)
