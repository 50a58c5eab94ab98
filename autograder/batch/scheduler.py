"""Who does the jobs of grading: this process, or several of this machine."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from threading import Thread
from typing import Any, NoReturn, Protocol

import psutil

from pacgrid.errors import PacgridError

AHEAD = 4
"""How many jobs for each process are handed out, so that none waits for the next: more would only
fill the memory with submissions."""


class SchedulerError(PacgridError):
    """The work can't be handed out."""


class WorkerDiedError(Exception):
    """The process died that did a job, or one beside it: by the job's doing, or by chance."""


class Pool:
    """An executor, how many jobs it does at once, and the errors by which it says that a process
    died that did them."""

    def __init__(
        self,
        executor: Executor,
        places: Callable[[], int],
        deadly: type[Exception] = BrokenExecutor,
    ) -> None:
        self._executor = executor
        self._places = places
        self._deadly = deadly

    def has_room(self, running: int) -> bool:
        """Whether it wants another job when it has that many."""
        return running < self._places()

    def submit(self, job: Callable[[], Any]) -> Future[Any]:
        """Have `job` done. Raises WorkerDiedError if nobody is left to do it."""
        try:
            return self._executor.submit(job)
        except self._deadly:
            raise WorkerDiedError from None

    def result(self, future: Future[Any]) -> Any:
        """What came of a job that is done. Raises WorkerDiedError, and what the job raised."""
        try:
            return future.result()
        except self._deadly:
            raise WorkerDiedError from None
        except CancelledError:
            raise SchedulerError(
                "lost the scheduler; once it is there again, the same command goes on"
            ) from None


class Scheduler(Protocol):
    """Where crews come from."""

    def pool(self, jobs: int) -> AbstractContextManager[Pool]:
        """A pool for that many jobs."""

    def alone(self) -> AbstractContextManager[Pool]:
        """One that may lose its process to a job and harm no others."""


class Local:
    """The cores of this machine: `processes` of them. A single one is this process itself."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    def pool(self, jobs: int) -> AbstractContextManager[Pool]:
        if self._processes == 1:
            return nullcontext(Pool(_Here(), lambda: 1))
        return _processes(min(self._processes, jobs))

    @contextmanager
    def alone(self) -> Iterator[Pool]:
        """Raises SchedulerError if there is none even before it has a job."""
        with _processes(1) as pool:
            try:
                pool.result(pool.submit(os.getpid))
            except WorkerDiedError:
                raise SchedulerError("the processes that grade die before they begin") from None
            yield pool


class _Here(Executor):
    """Does a job in this process, as soon as it comes."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def _processes(count: int) -> Iterator[Pool]:
    """A pool of `count` processes. Left by an exception, it drops all work."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=_obey)
    try:
        yield Pool(executor, lambda: AHEAD * count)
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _obey() -> None:
    """Make this process of a pool leave no worker behind when it is terminated, or when the one in
    front is gone.

    Ctrl-C reaches every process of the terminal; the one in front answers it for all.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_outlive, daemon=True).start()


def _outlive() -> None:
    """Wait for the end of the process in front, and follow it."""
    if front := multiprocessing.parent_process():
        front.join()
        _leave()


def _leave(*_: object) -> NoReturn:
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            process.kill()
    os._exit(1)  # an exception would be taken for the outcome of a test
