"""Runs the jobs of grading in this process, or in several processes of this machine."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn, Protocol

import psutil

from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.worker_library import adopt, library
from pacgrid.errors import PacgridError

JOBS_PER_PROCESS = 4
"""How many jobs are submitted for each process, so that none runs idle. More would only fill the
memory with submissions."""


class SchedulerError(PacgridError):
    """The jobs can't be run."""


class WorkerDiedError(Exception):
    """A process of the pool died: because of the job that it ran, or of another one."""


class Pool:
    """An executor, the number of jobs that it wants, and its error for a process that died."""

    def __init__(
        self,
        executor: Executor,
        capacity: Callable[[], int],
        died: type[Exception] = BrokenExecutor,
    ) -> None:
        self._executor = executor
        self._capacity = capacity
        self._died = died

    def has_room(self, running: int) -> bool:
        """Whether it wants another job while that many are running."""
        return running < self._capacity()

    def submit(self, job: Callable[[], Any]) -> Future[Any]:
        """Starts `job`. Raises WorkerDiedError if no process is left."""
        try:
            return self._executor.submit(job)
        except self._died:
            raise WorkerDiedError from None

    def result(self, future: Future[Any]) -> Any:
        """The result of a finished job. Raises WorkerDiedError, and what the job raised."""
        try:
            return future.result()
        except self._died:
            raise WorkerDiedError from None
        except CancelledError:
            raise SchedulerError(
                "lost the connection to the scheduler; run the same command again to continue"
            ) from None


class Scheduler(Protocol):
    """Provides pools."""

    def pool(self, jobs: int) -> AbstractContextManager[Pool]:
        """A pool for that many jobs."""

    def isolated(self) -> AbstractContextManager[Pool]:
        """A pool in which a job that kills its process harms no others."""


class Local:
    """Runs jobs in `processes` processes of this machine; in this process if it is only one. Their
    workers run at the sandbox `level`."""

    def __init__(self, processes: int, level: Level) -> None:
        self._processes = processes
        self._level = level

    def pool(self, jobs: int) -> AbstractContextManager[Pool]:
        if self._processes == 1:
            return nullcontext(Pool(_InlineExecutor(), lambda: 1))
        return _processes(min(self._processes, jobs), self._level)

    @contextmanager
    def isolated(self) -> Iterator[Pool]:
        """Raises SchedulerError if its process dies before it has a job."""
        with _processes(1, self._level) as pool:
            try:
                pool.result(pool.submit(os.getpid))
            except WorkerDiedError:
                raise SchedulerError("the grader's processes die as soon as they start") from None
            yield pool


class _InlineExecutor(Executor):
    """Runs every job at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def _processes(count: int, level: Level) -> Iterator[Pool]:
    """A pool of `count` processes, which share this process's library. An exception in the `with`
    cancels all jobs."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    secure = level.is_secure
    executor = ProcessPoolExecutor(
        count,
        mp_context=context,
        initializer=_initialize,
        initargs=(library(sandboxed=secure), secure),
    )
    try:
        yield Pool(executor, lambda: JOBS_PER_PROCESS * count)
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _initialize(library: Path, secure: bool) -> None:
    """Prepares a process of the pool: when it is terminated, or the main process has ended, it ends
    with all its workers.

    Ctrl-C reaches every process of a terminal; the main process handles it for all.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    Thread(target=_exit_with_main_process, daemon=True).start()
    adopt(library, sandboxed=secure)


def _exit_with_main_process() -> None:
    if main := multiprocessing.parent_process():
        main.join()
        _exit()


def _exit(*_: object) -> NoReturn:
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            process.kill()
    os._exit(1)  # an exception would count as the outcome of a test
