"""Runs many jobs in a pool, and stores their results."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from pacgrid.common.cpus import available_cpus
from pacgrid.common.failure import Failure

from ..model.errors import GradingError
from ..model.fault import Fault, attempt, has_fault
from ..sandbox.level import Level
from .job import Job
from .journal import Journal
from .pool import InlinePool, Pool, WorkerDiedError

Task = TypeVar("Task", bound=Hashable)
Name = TypeVar("Name")


class JobStore:
    """The results in `journal`; without one, nothing is stored, and nothing is found.

    Every method raises JournalError if the journal can't be used.
    """

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal

    def find(self, job: Job) -> Any:
        """The stored result of `job`, or that of a fault in reading it; None if there is none."""
        if not (journal := self._journal):
            return None

        def find() -> Any:
            text = journal.find(job.key())
            return self._read(journal, job, text) if text is not None else None

        found = attempt_job(job, find)
        return job.failed(found) if isinstance(found, Fault) else found

    def store(self, job: Job, result: Any) -> Any:
        """Stores `result`, unless it has a fault. Returns what counts: another run may have stored
        its own before."""
        if (journal := self._journal) and not has_fault(result):
            new = result
            result = attempt_job(
                job, lambda: self._read(journal, job, journal.store(job.key(), job.dump(new)))
            )
        return job.failed(result) if isinstance(result, Fault) else result

    @staticmethod
    def _read(journal: Journal, job: Job, text: str) -> Any:
        try:
            return job.read(text)
        except ValueError as error:
            raise journal.damaged(str(error).splitlines()[0]) from None


def attempt_job(job: Job, function: Callable[[], Any], *others: type[Exception]) -> Any:
    """What `function` returns for `job`, or the fault. Raises PacgridError, and `others`."""
    try:
        return attempt(function, *others)
    except OSError as error:
        raise GradingError(f"{job}: {type(error).__name__}: {error}") from error


class QueuedJob(NamedTuple, Generic[Task, Name]):
    """A job that is to run, or runs."""

    task: Task
    """What it is a part of."""
    name: Name
    """What it is called there."""
    job: Job


Queue = Iterable[QueuedJob[Task, Name]]


class JobRunner(Generic[Task, Name]):
    """Runs jobs, except those whose results are in `store`.

    Args:
        finish: called with each new result. It must store it. Returns the jobs that it leads to.
        found: called with each result from `store`. Returns the jobs that it leads to.
        on_games: called now and then with the number of games that a running job has finished.
    """

    def __init__(
        self,
        store: JobStore,
        *,
        finish: Callable[[QueuedJob[Task, Name], Any], Sequence[QueuedJob[Task, Name]]],
        found: Callable[[QueuedJob[Task, Name], Any], Sequence[QueuedJob[Task, Name]]],
        on_games: Callable[[QueuedJob[Task, Name], int], None],
    ) -> None:
        self._store = store
        self._finish = finish
        self._found = found
        self._on_games = on_games

    def run(self, pool: Pool, jobs: Queue[Task, Name]) -> list[QueuedJob[Task, Name]]:
        """Runs `jobs`, and those that they lead to. Returns a job of each task that had one running
        when a process died; such a task isn't finished."""
        waiting = deque(jobs)
        running: dict[Future[Any], QueuedJob[Task, Name]] = {}
        suspects: dict[Task, QueuedJob[Task, Name]] = {}
        while waiting or running:
            while waiting and pool.has_room(len(running)):
                queued = waiting.popleft()
                if queued.task in suspects:
                    continue
                if (stored := self._store.find(queued.job)) is not None:
                    waiting.extendleft(reversed(self._found(queued, stored)))
                    continue
                running[pool.submit(queued.job, partial(self._on_games, queued))] = queued
            done = pool.wait(running) if running else set()
            for future in [future for future in running if future in done]:
                queued = running.pop(future)
                try:
                    result = attempt_job(queued.job, partial(pool.result, future), WorkerDiedError)
                except WorkerDiedError:
                    suspects[queued.task] = queued
                    continue
                waiting.extendleft(reversed(self._finish(queued, result)))
        return list(suspects.values())

    def run_alone(self, pool: Pool, jobs: Callable[[], Queue[Task, Name]]) -> None:
        """Runs the `jobs` of a suspect task one by one, as long as there are any left. Those that
        end the process they run in fail."""
        while left := list(jobs()):
            with pool.alone() as alone:
                for queued in self.run(alone, left):
                    self._finish(queued, queued.job.failed(Failure("ended the grader's process")))


def open_pool(
    level: Level, processes: int | None = None, scheduler: str | None = None
) -> AbstractContextManager[Pool]:
    """A pool of `processes` of this machine (one for each core by default), or of the cluster of
    the Dask `scheduler` at this address, whose workers run at the sandbox `level`. Use it in a
    `with`.

    Its start raises PoolError if the cluster can't be used.
    """
    processes = processes or available_cpus()
    if scheduler is not None:
        from .cluster import cluster

        return cluster(scheduler, level, processes)
    if processes == 1:
        return InlinePool()
    from .process_pool import ProcessPool

    return ProcessPool(processes, level)
