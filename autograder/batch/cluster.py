"""The jobs of grading on many machines: a Dask cluster does them.

A worker machine that dies loses nothing; Dask has its jobs done by another one.
"""

import asyncio
import logging
import platform
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pacgrid.autograder.batch.engine_version import engine
from pacgrid.autograder.batch.job import Job
from pacgrid.autograder.batch.scheduler import AHEAD, Pool, SchedulerError
from pacgrid.autograder.sandbox.level import Level, why_not

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
"""In place of an address: a cluster of this machine's own, to try things out."""
PATIENCE = 10
"""Seconds to wait for a scheduler, and for its first worker."""


class Cluster:
    """The workers of a Dask scheduler, who come and go."""

    def __init__(self, client: "Client") -> None:
        from distributed import KilledWorker

        executor = _RemoteJobs(client.get_executor(pure=False))
        self._crew = Pool(executor, _places(client), deadly=KilledWorker)

    def pool(self, jobs: int) -> AbstractContextManager[Pool]:  # noqa: ARG002, all are there
        return nullcontext(self._crew)

    def alone(self) -> AbstractContextManager[Pool]:
        """The same: a worker that dies is replaced, and nobody else's jobs are there by then."""
        return nullcontext(self._crew)


@contextmanager
def cluster(address: str, level: Level, processes: int) -> Iterator[Cluster]:
    """The cluster whose scheduler is at `address`, such as `tcp://host:8786`; or one of that many
    `processes` on this machine, for `local`.

    Raises:
        SchedulerError: nobody is there, or somebody who would grade in another way.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise SchedulerError(
            'grading on a cluster needs Dask: pip install "pacgrid[cluster]"'
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters, we say
    workers: AbstractContextManager[Any]
    if address == LOCAL:
        workers = LocalCluster(
            n_workers=processes,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    else:
        _call(address)
        workers = nullcontext(address)
    with workers as there, Client(there, timeout=PATIENCE, set_as_default=False) as client:
        _check(client, address, level)
        yield Cluster(client)


def _call(address: str) -> None:
    """Raise SchedulerError if no scheduler answers. A Client that finds none doesn't end well."""
    from distributed import Security
    from distributed.core import rpc

    async def identity() -> Any:
        arguments = Security().get_connection_args("client")
        async with rpc(address, timeout=PATIENCE, connection_args=arguments) as there:
            return await asyncio.wait_for(there.identity(), PATIENCE)

    try:
        found = asyncio.run(identity())["type"]
        why = "" if found == "Scheduler" else f"a {found.lower()} answers, no scheduler"
    except ValueError as error:  # no address
        why = str(error).splitlines()[0]
    except OSError:
        why = "nobody answers"
    except Exception as error:  # whatever comes of taking the words of another protocol for Dask's
        why = f"what answers is no scheduler ({type(error).__name__})"
    if why:
        hint = "give the address that dask scheduler prints, such as tcp://host:8786"
        raise SchedulerError(f"{address}: {why}; {hint}")


def _check(client: "Client", address: str, level: Level) -> None:
    """Raise SchedulerError if there is no worker, or one that grades differently from here."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise SchedulerError(
            f"{address}: the scheduler has no workers; start some: "
            f"dask worker {address} --nthreads 1"
        ) from None
    answers = client.run(_standing, level, on_error="return")
    for worker, answer in sorted(answers.items()):
        if isinstance(answer, BaseException):
            raise SchedulerError(f"{worker}: can't grade: {answer}".splitlines()[0])
        theirs, lack = answer
        if theirs != engine():
            raise SchedulerError(f"{worker}: has {theirs}, and here is {engine()}")
        if lack:
            raise SchedulerError(f"{worker}: has no {level}: {lack}")


def _standing(level: Level) -> tuple[str, str]:
    """Of the process that runs this: what it grades with, and why not behind `level`."""
    return engine(), why_not(level)


def _places(client: "Client") -> Callable[[], int]:
    """How many jobs the workers want now: asked once a second, for they come and go."""
    asked, places = -1.0, 1

    def now() -> int:
        nonlocal asked, places
        if time.monotonic() > asked + 1:
            asked = time.monotonic()
            with suppress(OSError):  # a scheduler that is lost is told by the jobs it has lost
                places = AHEAD * max(1, sum(client.nthreads().values()))
        return places

    return now


class _RemoteJobs(Executor):
    """Sends jobs with the key that they have here."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._executor.submit(_Errand(fn, fn.key()), *args, **kwargs)


@dataclass(frozen=True)
class _Errand:
    """A job, done where it is the same as where it came from: a worker may have joined late, with
    another pacgrid or without a ghost's file."""

    job: Job
    key: str

    def __call__(self) -> object:
        try:
            same = self.job.key() == self.key
        except OSError as error:
            raise SchedulerError(f"{platform.node()}: {error.filename}: {error.strerror}") from None
        if not same:
            raise SchedulerError(
                f"{platform.node()}: has {engine()}, or other files of ghosts than here"
            )
        return self.job()
