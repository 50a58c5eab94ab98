import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import psutil
import pytest

from pacgrid.autograder.batch import parallel_pools
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.autograder.batch.parallel_pools import ProcessPool
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
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_disk import library
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
        with pool.alone() as alone:  # one job at a time
            assert [alone.has_room(running) for running in (0, 1)] == [True, False]


@pytest.mark.slow
def test_a_process_that_dies_before_it_has_a_job_is_an_error(monkeypatch):
    monkeypatch.setattr(parallel_pools, "_initialize", os._exit)
    monkeypatch.setattr(parallel_pools, "library", lambda **_: 0)
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
