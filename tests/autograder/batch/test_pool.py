""" """

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import psutil
import pytest

from helpers.processes import until, wait_for_end
from pacgrid.autograder.batch import process_pool
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.autograder.batch.pool import (
    JOBS_PER_PROCESS,
    InlinePool,
    JobRunner,
    Pool,
    PoolError,
    QueuedJob,
    WorkerDiedError,
    job_key,
)
from pacgrid.autograder.batch.process_pool import ProcessPool
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import library
from pacgrid.autograder.worker_client.client import SubmissionError
from pacgrid.common.failure import Failure

Queued = QueuedJob[str, None]


@dataclass(frozen=True)
class Doubling:
    """A job that doubles a number."""

    number: int

    def __call__(self) -> int | str:
        if self.number < 0:
            raise RuntimeError("our mistake")
        return 2 * self.number

    def failed(self, failure: Failure) -> str:
        return failure.message

    def key(self) -> str:
        if self.number == 7:
            raise FileNotFoundError("seven.py")
        return job_key("doubling", self.number)

    def dump(self, result: int) -> str:
        return str(result)

    def read(self, text: str) -> int:
        return int(text)


class Runs:
    """Runs jobs, and keeps what happens."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.new: dict[str, Any] = {}
        self.found: dict[str, Any] = {}
        self.runner = JobRunner[str, None](journal, self.on_result)

    def on_result(self, queued: Queued, result: Any, /, *, from_journal: bool) -> Sequence[Queued]:
        (self.found if from_journal else self.new)[queued.task] = result
        number = queued.job.number  # type: ignore[attr-defined]
        return [self.queued(number - 1)] if number in (2, 3) and not from_journal else []

    @staticmethod
    def queued(number: int) -> Queued:
        return QueuedJob(str(number), None, Doubling(number))

    def run(self, *numbers: int, pool: Pool | None = None) -> list[str]:
        suspects = self.runner.run(pool or InlinePool(), map(self.queued, numbers))
        return [queued.task for queued in suspects]


def test_jobs_run_and_so_do_those_that_they_lead_to():
    runs = Runs()
    assert runs.run(3, 5) == []
    assert runs.new == {"3": 6, "2": 4, "1": 2, "5": 10}


def test_stored_results_are_found(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        Runs(journal).run(1, 5)
        runs = Runs(journal)
        runs.run(1, 4, 4, 5)  # that the second 4 is stored already is no news
    assert (runs.found, runs.new) == ({"1": 2, "5": 10}, {"4": 8})


def test_a_fault_is_a_failed_result_and_not_stored(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        Runs(journal).run(-1)
        runs = Runs(journal)
        runs.run(-1)
    assert runs.found == {}
    assert [str(job) for job, _ in runs.runner.faults] == [str(Doubling(-1))]
    assert runs.new == {"-1": "could not be graded: a fault of Pacgrid"}


def test_a_missing_file_ends_everything(tmp_path):
    with Journal(tmp_path / "journal") as journal, pytest.raises(GradingError, match=r"seven\.py"):
        Runs(journal).run(7)


def test_a_damaged_result_ends_everything(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        journal.store(Doubling(1).key(), "no number")
        with pytest.raises(JournalError, match="is damaged: invalid literal"):
            Runs(journal).run(1)


class DyingPool(Pool):
    """A pool whose process dies while it runs the jobs of these numbers, with all that it runs."""

    def __init__(self, killers: Collection[int]) -> None:
        super().__init__()
        self.killers = killers
        self.is_alone = False
        self.died = WorkerDiedError

    def has_room(self, running: int) -> bool:
        return running < (1 if self.is_alone else 2)

    def wait(self, running: Collection[Future[Any]]) -> set[Future[Any]]:
        jobs = [future.job for future in running]  # type: ignore[attr-defined]
        for future, job in zip(running, jobs, strict=True):
            if any(each.number in self.killers for each in jobs):
                future.set_exception(WorkerDiedError())
            else:
                future.set_result(job())
        return set(running)

    def alone(self) -> AbstractContextManager[Pool]:
        alone = DyingPool(self.killers)
        alone.is_alone = True
        return nullcontext(alone)

    def submit(self, job: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.job = job  # type: ignore[attr-defined]
        return future


def test_a_job_that_kills_its_process_fails_and_those_beside_it_run_again():
    runs, pool = Runs(), DyingPool({6})
    suspects = runs.run(4, 6, 8, pool=pool)
    assert suspects == ["4", "6"]
    assert runs.new == {"8": 16}

    def left(task: str) -> list[Queued]:
        return [] if task in runs.new else [runs.queued(int(task))]

    for task in suspects:
        runs.runner.run_alone(pool, lambda task=task: left(task))
    assert runs.new == {"8": 16, "4": 8, "6": "ended the grader's process"}


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")


@dataclass(frozen=True)
class Call:
    """A job that calls `function`."""

    function: Callable[[], Any]

    def __call__(self) -> Any:
        return self.function()


def fail() -> None:
    raise SubmissionError(Failure("ended"), gone=True)


def result(pool: ProcessPool, function: Callable[[], Any]) -> Any:
    """The result of `function` in a process of `pool`."""
    future = pool.submit(Call(function))
    while future not in pool.wait([future]):
        pass
    return pool.result(future)


def test_processes_take_a_few_jobs_each_and_share_the_library():
    with ProcessPool(2, Level.PROCESS) as pool:
        assert pool.has_room(2 * JOBS_PER_PROCESS - 1)
        assert not pool.has_room(2 * JOBS_PER_PROCESS)
        futures = [pool.submit(Call(os.getpid)) for _ in range(5)]
        while len(pool.wait(futures)) < len(futures):
            pass
        assert os.getpid() not in map(pool.result, futures)
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
                pool.submit(Call(partial(time.sleep, 10**6)))
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

    def __call__(self):
        return self.function()

if __name__ == "__main__":
    signal.signal(signal.SIGINT, getattr(signal, sys.argv[1]))
    with ProcessPool(2, Level.PROCESS) as pool:
        pool.result(pool.submit(Call(os.getpid)))
        sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
        job = Call(partial(os.spawnv, os.P_WAIT, sys.executable, sleep))
        jobs = [pool.submit(job) for _ in (1, 2)]
        print("ready", flush=True)
        time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "ignores"),
    [(signal.SIGKILL, False), (signal.SIGINT, False), (signal.SIGTERM, True)],
)
def test_all_processes_end_with_the_main_process(tmp_path, ending, ignores):
    """`ignores` says whether the program ignores SIGINT, as one in the background does."""
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
