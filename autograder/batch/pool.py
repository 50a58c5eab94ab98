"""Jobs, pools that run them (in this process, in several of them, or on a cluster), and the runner
that stores their results."""

import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from hashlib import sha256
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from pacgrid.common.failure import Failure

from ..model.fault import Fault, GradingError, attempt, engine_version, has_fault
from .journal import Journal

JOBS_PER_PROCESS = 4
"""How many jobs are submitted for each process, so that none runs idle. More would only fill the
memory with submissions."""

POLL_SECONDS = 0.2
"""Time between two looks at running jobs."""


class Job(Protocol):
    """Work that can run in another process or on another machine, and whose result is stored in a
    journal. It holds all that it needs, and its result depends on nothing else."""

    def __call__(self) -> Any:
        """Runs it. Raises GradingError if a failure is not a submission's."""

    def failed(self, failure: Failure, /) -> Any:
        """The result if the job can't be finished."""

    def key(self) -> str:
        """A hash of all that the result depends on. Raises OSError if a file that the job needs is
        missing, such as a ghost's."""

    def dump(self, result: Any, /) -> str:
        """`result` as text."""

    def read(self, text: str, /) -> Any:
        """Reverses `dump`. Raises ValueError if `text` is invalid."""


def job_key(kind: str, *parts: object) -> str:
    """A hash of this version of Pacgrid, the `kind` of a job, and the `parts` that its result
    depends on, which must fit into JSON."""
    return sha256(json.dumps([kind, engine_version(), *parts]).encode()).hexdigest()


class PoolError(GradingError):
    """The jobs can't be run."""


class WorkerDiedError(Exception):
    """The process that ran a job died: because of this job, or of another one."""


class Pool(ABC):
    """Runs jobs during a `with`. When one of its processes dies, another takes its place."""

    died: type[Exception] = BrokenExecutor
    """The error of a job whose process died."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stops the jobs that still run, if an error ends the `with`."""

    @abstractmethod
    def has_room(self, running: int) -> bool:
        """Whether it wants another job while that many are running."""

    @abstractmethod
    def alone(self) -> AbstractContextManager["Pool"]:
        """A pool that runs one job at a time, so that a job that kills its process harms no others.

        Only for use while no other job is running.
        """

    @abstractmethod
    def submit(self, job: Job) -> Future[Any]:
        """Starts `job`."""

    def wait(self, running: Collection[Future[Any]]) -> set[Future[Any]]:
        """Waits a moment for the first of `running`. Returns those that are done."""
        return wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED).done

    def result(self, future: Future[Any]) -> Any:
        """The result of a finished job, or the fault that kept it from one.

        Raises WorkerDiedError, GradingError and OSError; any other error means that the result
        couldn't be sent.
        """
        try:
            return future.result()
        except self.died:
            raise WorkerDiedError from None
        except CancelledError:
            raise PoolError(
                "lost the connection to the scheduler; run the same command again to continue"
            ) from None


class InlinePool(Pool):
    """Runs every job at once, in this process."""

    def has_room(self, running: int) -> bool:
        return running == 0

    def alone(self) -> AbstractContextManager[Pool]:
        return nullcontext(self)

    def submit(self, job: Job) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(attempt(job))
        except Exception as error:
            future.set_exception(error)
        return future


# Running many jobs, and storing their results

Task = TypeVar("Task", bound=Hashable)
Name = TypeVar("Name")


class QueuedJob(NamedTuple, Generic[Task, Name]):
    """A job of a task, by its name there; it is to run, or runs."""

    task: Task
    name: Name
    job: Job


Queue = Iterable[QueuedJob[Task, Name]]


class OnResult(Protocol[Task, Name]):
    """Called with each result. Returns the jobs that it leads to."""

    def __call__(
        self, queued: QueuedJob[Task, Name], result: Any, /, *, from_journal: bool
    ) -> Sequence[QueuedJob[Task, Name]]: ...


class JobRunner(Generic[Task, Name]):
    """Runs jobs, except those whose results are in `journal`, and stores their results there."""

    def __init__(self, journal: Journal | None, on_result: OnResult[Task, Name]) -> None:
        self.faults: list[tuple[Job, Fault]] = []
        """What kept jobs from a result."""
        self._journal = journal
        self._new: set[str] = set()
        """The keys of results that weren't in the journal at the start."""
        self._on_result = on_result

    def run(self, pool: Pool, jobs: Queue[Task, Name]) -> list[QueuedJob[Task, Name]]:
        """Runs `jobs`, which are taken when there is room for them, and those that they lead to.
        Returns a job of each task that had one running when a process died; such a task isn't
        finished.

        Raises JournalError if the journal can't be used.
        """
        waiting, rest = deque[QueuedJob[Task, Name]](), iter(jobs)
        running: dict[Future[Any], QueuedJob[Task, Name]] = {}
        suspects: dict[Task, QueuedJob[Task, Name]] = {}
        while True:
            while pool.has_room(len(running)):
                queued = waiting.popleft() if waiting else next(rest, None)
                if queued is None:
                    break
                if queued.task in suspects:
                    continue
                if (found := self._find(queued.job)) is not None:
                    stored, is_old = found
                    following = self._on_result(queued, stored, from_journal=is_old)
                    waiting.extendleft(reversed(following))
                    continue
                running[pool.submit(queued.job)] = queued
            if not running:
                return list(suspects.values())
            done = pool.wait(running)
            for future in [future for future in running if future in done]:
                queued = running.pop(future)
                try:
                    result = attempt_job(queued.job, partial(pool.result, future), WorkerDiedError)
                except WorkerDiedError:
                    suspects[queued.task] = queued
                    continue
                waiting.extendleft(reversed(self._finish(queued, result)))

    def run_alone(self, pool: Pool, jobs: Callable[[], Queue[Task, Name]]) -> None:
        """Runs the `jobs` of a suspect task one by one, as long as there are any left. Those that
        end the process they run in fail."""
        while left := list(jobs()):
            with pool.alone() as alone:
                for queued in self.run(alone, left):
                    self._finish(queued, queued.job.failed(Failure("ended the grader's process")))

    def _finish(
        self, queued: QueuedJob[Task, Name], result: Any
    ) -> Sequence[QueuedJob[Task, Name]]:
        """Stores a new result. Returns the jobs that it leads to."""
        if isinstance(result, Fault):
            self.faults.append((queued.job, result))
        return self._on_result(queued, self._store(queued.job, result), from_journal=False)

    def _find(self, job: Job) -> tuple[Any, bool] | None:
        """The stored result of `job`, or that of a fault in reading it, and whether it was in the
        journal at the start; None if there is none."""
        if not (journal := self._journal):
            return None

        def find() -> tuple[Any, bool] | None:
            key = job.key()
            text = journal.find(key)
            return None if text is None else (_read(journal, job, text), key not in self._new)

        found = attempt_job(job, find)
        return (job.failed(found), False) if isinstance(found, Fault) else found

    def _store(self, job: Job, result: Any) -> Any:
        """Stores `result`, unless it has a fault. Returns what counts: another run may have stored
        its own before."""
        if (journal := self._journal) and not has_fault(result):
            new = result

            def store() -> Any:
                key = job.key()
                self._new.add(key)
                return _read(journal, job, journal.store(key, job.dump(new)))

            result = attempt_job(job, store)
        return job.failed(result) if isinstance(result, Fault) else result


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
