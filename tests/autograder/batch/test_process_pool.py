import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import psutil
import pytest

from helpers.processes import until, wait_for_end
from pacgrid.autograder.batch import process_pool
from pacgrid.autograder.batch.pool import JOBS_PER_PROCESS, PoolError, WorkerDiedError
from pacgrid.autograder.batch.process_pool import ProcessPool
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import library
from pacgrid.autograder.worker_client.connection import SubmissionError
from pacgrid.common.failure import Failure

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")


@dataclass(frozen=True)
class Call:
    """A job that finishes two games and calls `function`."""

    function: Callable[[], Any]

    def __call__(self, on_games: Callable[[int], None]) -> Any:
        on_games(1)
        on_games(2)
        return self.function()


def fail() -> None:
    raise SubmissionError(Failure("ended"), gone=True)


def result(pool: ProcessPool, function: Callable[[], Any], games: list[int] | None = None) -> Any:
    """The result of `function` in a process of `pool`; its `games` are added to the list."""
    future = pool.submit(Call(function), [].append if games is None else games.append)
    while future not in pool.wait([future]):
        pass
    return pool.result(future)


def test_processes_take_a_few_jobs_each_report_games_and_share_the_library():
    games: list[int] = []
    with ProcessPool(2, Level.PROCESS) as pool:
        assert pool.has_room(2 * JOBS_PER_PROCESS - 1)
        assert not pool.has_room(2 * JOBS_PER_PROCESS)
        futures = [pool.submit(Call(os.getpid), games.append) for _ in range(5)]
        while len(pool.wait(futures)) < len(futures):
            pass
        assert os.getpid() not in map(pool.result, futures)
        assert sorted(games) == [1] * 5 + [2] * 5
        shared = partial(library, sandboxed=False)
        assert result(pool, shared) == shared()
        assert "ZeroDivisionError" in result(pool, partial(divmod, 1, 0)).report
        assert "SubmissionError: ended" in result(pool, fail).report, "it can't be unpickled"


@pytest.mark.slow
def test_a_process_that_dies_fails_its_job_and_is_replaced():
    with ProcessPool(2, Level.PROCESS) as pool:
        for _ in range(2):
            with pytest.raises(WorkerDiedError):
                result(pool, partial(os._exit, 0))
            assert result(pool, os.getpid) != os.getpid()


@pytest.mark.slow
def test_alone_one_job_runs_at_a_time():
    with ProcessPool(2, Level.PROCESS) as pool, pool.alone() as alone:
        assert alone.has_room(0)
        assert not alone.has_room(1)


@pytest.mark.slow
def test_a_process_that_dies_before_it_has_a_job_is_an_error(monkeypatch):
    monkeypatch.setattr(process_pool, "_initialize", os._exit)
    monkeypatch.setattr(process_pool, "library", lambda **_: 0)
    pool = ProcessPool(2, Level.PROCESS)
    with pytest.raises(PoolError, match="die as soon as they start"), pool.alone():
        pass


@pytest.mark.slow
def test_an_error_cancels_all_jobs_and_leaves_no_process():
    def stop() -> None:
        with ProcessPool(2, Level.PROCESS) as pool:
            result(pool, os.getpid)
            for _ in range(4):
                pool.submit(Call(partial(time.sleep, 10**6)), [].append)
            raise KeyError

    before = set(psutil.Process().children(recursive=True))
    with pytest.raises(KeyError):
        stop()
    left = set(psutil.Process().children(recursive=True)) - before
    assert all("resource_tracker" in " ".join(process.cmdline()) for process in left)


MAIN = """
import os, signal, sys, time
from functools import partial
from pacgrid.autograder.batch.process_pool import ProcessPool
from pacgrid.autograder.sandbox.level import Level

class Call:
    def __init__(self, function):
        self.function = function

    def __call__(self, on_games):
        return self.function()

if __name__ == "__main__":
    signal.signal(signal.SIGINT, getattr(signal, sys.argv[1]))
    with ProcessPool(2, Level.PROCESS) as pool:
        pool.result(pool.submit(Call(os.getpid), [].append))
        sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
        job = Call(partial(os.spawnv, os.P_WAIT, sys.executable, sleep))
        jobs = [pool.submit(job, [].append) for _ in (1, 2)]
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
