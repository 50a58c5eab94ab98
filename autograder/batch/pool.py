"""A pool runs the jobs of grading: in this process, in several of them, or on a cluster."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count
from typing import Any, Self

from ..model.errors import GradingError
from ..model.fault import attempt
from .job import Job, OnGames

JOBS_PER_PROCESS = 4
"""How many jobs are submitted for each process, so that none runs idle. More would only fill the
memory with submissions."""

POLL_SECONDS = 0.2
"""Time between two looks at the games that running jobs have finished."""


class PoolError(GradingError):
    """The jobs can't be run."""


class WorkerDiedError(Exception):
    """The process that ran a job died: because of this job, or of another one."""


class _StoppedError(BaseException):
    """What the caller was told during a job made it raise an error, which is not the job's. It
    isn't an `Exception`, so that the job doesn't take it for one."""


class Pool(ABC):
    """Runs jobs during a `with`. When one of its processes dies, another takes its place."""

    died: type[Exception] = BrokenExecutor
    """The error of a job whose process died."""

    def __init__(self) -> None:
        self._count = count()
        self._numbers: dict[Future[Any], int] = {}
        self._on_games: dict[int, OnGames] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stops the jobs that still run, if an error ends the `with`."""

    @abstractmethod
    def has_room(self, running: int) -> bool:
        """Whether it wants another job while that many are running."""

    def submit(self, job: Job, on_games: OnGames) -> Future[Any]:
        """Starts `job`; `on_games` is called during `wait`, or at once."""
        number = next(self._count)
        self._on_games[number] = on_games
        future = self._start(job, number)
        self._numbers[future] = number
        return future

    def wait(self, running: Collection[Future[Any]]) -> set[Future[Any]]:
        """Waits a moment for the first of `running`. Returns those that are done."""
        done = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED).done
        for number, games in self._finished_games():
            if on_games := self._on_games.get(number):
                on_games(games)
        for future in done & self._numbers.keys():
            del self._on_games[self._numbers.pop(future)]
        return done

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

    @abstractmethod
    def alone(self) -> AbstractContextManager["Pool"]:
        """A pool that runs one job at a time, so that a job that kills its process harms no others.

        Only for use while no other job is running.
        """

    @abstractmethod
    def _start(self, job: Job, number: int) -> Future[Any]:
        """Starts `job`, which goes by `number`."""

    def _finished_games(self) -> Iterable[tuple[int, int]]:
        """Numbers of jobs, and how many games they have finished."""
        return ()


class InlinePool(Pool):
    """Runs every job at once, in this process."""

    def has_room(self, running: int) -> bool:
        return running == 0

    def alone(self) -> AbstractContextManager[Pool]:
        return nullcontext(self)

    def _start(self, job: Job, number: int) -> Future[Any]:
        def on_games(games: int) -> None:
            try:
                self._on_games[number](games)
            except BaseException as error:
                raise _StoppedError from error

        future: Future[Any] = Future()
        try:
            future.set_result(attempt(partial(job, on_games)))
        except Exception as error:
            future.set_exception(error)
        except _StoppedError as stopped:
            raise stopped.__cause__ or stopped from None
        return future
