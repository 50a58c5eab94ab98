from collections.abc import Collection, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import pytest

from pacgrid.autograder.batch.job import OnGames, counter, job_key
from pacgrid.autograder.batch.job_runner import JobRunner, JobStore, QueuedJob
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.autograder.batch.pool import InlinePool, Pool, WorkerDiedError
from pacgrid.autograder.model.errors import GradingError
from pacgrid.autograder.model.fault import Fault
from pacgrid.common.failure import Failure

Queued = QueuedJob[str, None]


@dataclass(frozen=True)
class Doubling:
    """A job that doubles a number."""

    number: int
    size: int = 1

    def __call__(self, on_games: OnGames) -> int | str:
        if self.number < 0:
            raise RuntimeError("our mistake")
        counter(on_games)()
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
        self.games: list[tuple[str, int]] = []
        self.store = JobStore(journal)
        self.runner = JobRunner[str, None](
            self.store,
            finish=self.finish,
            found=self.find,
            on_games=lambda queued, games: self.games.append((queued.task, games)),
        )

    def finish(self, queued: Queued, result: Any) -> Sequence[Queued]:
        self.new[queued.task] = self.store.store(queued.job, result)
        number = queued.job.number  # type: ignore[attr-defined]
        return [self.queued(number - 1)] if number in (2, 3) else []

    def find(self, queued: Queued, result: Any) -> Sequence[Queued]:
        self.found[queued.task] = result
        return []

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
    assert runs.games == [("3", 1), ("2", 1), ("1", 1), ("5", 1)]


def test_stored_results_are_found(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        Runs(journal).run(1, 5)
        runs = Runs(journal)
        runs.run(1, 4, 5)
    assert (runs.found, runs.new) == ({"1": 2, "5": 10}, {"4": 8})


def test_a_fault_is_a_failed_result_and_not_stored(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        Runs(journal).run(-1)
        runs = Runs(journal)
        runs.run(-1)
    assert runs.found == {}
    assert runs.new == {"-1": "could not be graded: a fault of Pacgrid"}


def test_a_missing_file_ends_everything(tmp_path):
    with Journal(tmp_path / "journal") as journal, pytest.raises(GradingError, match=r"seven\.py"):
        Runs(journal).run(7)


def test_a_damaged_result_ends_everything(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        journal.store(Doubling(1).key(), "no number")
        with pytest.raises(JournalError, match="is damaged: invalid literal"):
            Runs(journal).run(1)


def test_a_result_that_was_stored_meanwhile_counts(tmp_path):
    with Journal(tmp_path / "journal") as journal:
        store = JobStore(journal)
        assert store.store(Doubling(1), 2) == 2
        assert store.store(Doubling(1), 999) == 2


def test_without_a_journal_nothing_is_found():
    store = JobStore(None)
    assert store.store(Doubling(1), 2) == 2
    assert store.find(Doubling(1)) is None
    fault = Fault("broken", report="")
    assert store.store(Doubling(1), fault) == "broken"


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
                future.set_result(job(lambda _: None))
        return set(running)

    def alone(self) -> AbstractContextManager[Pool]:
        alone = DyingPool(self.killers)
        alone.is_alone = True
        return nullcontext(alone)

    def _start(self, job: Any, number: int) -> Future[Any]:
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
