"""Runs the jobs of grading in several processes of this machine."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn, Self

import psutil

from ..model.fault import attempt
from ..sandbox.level import Level
from ..sandbox.worker_library import adopt, library
from .pool import JOBS_PER_PROCESS, Job, Pool, PoolError, WorkerDiedError


class ProcessPool(Pool):
    """Runs jobs in up to `processes` processes. Their workers run at the sandbox `level`."""

    def __init__(self, processes: int, level: Level, *, capacity: int | None = None) -> None:
        self._processes = processes
        self._level = level
        self._capacity = capacity or JOBS_PER_PROCESS * processes
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._executor = self._open.enter_context(_executor(self._processes, self._level))
        return self

    def __exit__(self, *error: Any) -> None:
        self._open.__exit__(*error)

    def has_room(self, running: int) -> bool:
        return running < self._capacity

    @contextmanager
    def alone(self) -> Iterator[Pool]:
        """Raises PoolError if its process dies before it has a job."""
        with ProcessPool(1, self._level, capacity=1) as pool:
            try:
                pool.result(pool._executor.submit(os.getpid))
            except WorkerDiedError:
                raise PoolError("the grader's processes die as soon as they start") from None
            yield pool

    def submit(self, job: Job) -> Future[Any]:
        try:
            return self._executor.submit(attempt, job)
        except BrokenExecutor:
            self._open.close()
            return self.__enter__()._executor.submit(attempt, job)


@contextmanager
def _executor(count: int, level: Level) -> Iterator[ProcessPoolExecutor]:
    """An executor of `count` processes, which share this process's library. An exception in the
    `with` cancels all jobs."""
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
        yield executor
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


# In a process of the pool.


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
