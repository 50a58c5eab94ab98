"""Runs the jobs of grading on many machines: a Dask cluster.

When a machine dies, nothing is lost; Dask runs its jobs on another one.
"""

import logging
import platform
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from ..model.engine_version import engine_version
from ..model.fault import Fault, attempt
from ..sandbox.level import Level, why_not
from .cluster_access import ClusterAccess
from .job import Job
from .pool import JOBS_PER_PROCESS, POLL_SECONDS, Pool, PoolError

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 30
"""Seconds to wait for a scheduler, and for its first worker to answer."""
SECONDS_WITHOUT_WORKERS = 300
"""Seconds to go on without any worker, in which new ones may start."""


class ClusterPool(Pool):
    """Runs jobs on the workers of a Dask scheduler; they come and go."""

    def __init__(self, client: "Client", *, is_alone: bool = False) -> None:
        from distributed import KilledWorker

        super().__init__()
        self.died = KilledWorker
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._threads = _Threads(client)
        self._is_alone = is_alone
        self._topic = f"pacgrid-{token_hex(8)}"
        self._events: SimpleQueue[tuple[int, int]] = SimpleQueue()
        client.subscribe_topic(self._topic, lambda event: self._events.put(event[1]))

    def __exit__(self, *_: object) -> None:
        from distributed.client import ClosedClientError

        with suppress(OSError, ClosedClientError):  # the scheduler may be lost
            self._client.unsubscribe_topic(self._topic)

    def has_room(self, running: int) -> bool:
        return running < (1 if self._is_alone else JOBS_PER_PROCESS * max(1, self._threads.count()))

    def wait(self, running: Collection[Future[Any]]) -> set[Future[Any]]:
        done = super().wait(running)
        if not done and self._threads.seconds_without() > SECONDS_WITHOUT_WORKERS:
            raise PoolError(
                "the scheduler has no workers any more; start some, and run the same command again"
                " to continue"
            )
        return done

    def alone(self) -> AbstractContextManager[Pool]:
        """The same workers: one that dies is replaced."""
        return ClusterPool(self._client, is_alone=True)

    def _start(self, job: Job, number: int) -> Future[Any]:
        future: Future[Any] = Future()
        key = attempt(job.key)
        if isinstance(key, Fault):
            future.set_result(key)
        else:
            future = self._executor.submit(_RemoteJob(job, key, self._topic, number))
        return future

    def _finished_games(self) -> Iterator[tuple[int, int]]:
        while not self._events.empty():
            yield self._events.get()


@contextmanager
def cluster(access: ClusterAccess, level: Level, processes: int) -> Iterator[ClusterPool]:
    """The cluster that `access` leads to; if it is local, a new one with that many `processes`.

    Raises:
        ClusterError: no scheduler answers, or the key doesn't fit.
        PoolError: no worker answers, or one would grade differently.
    """
    security = access.security()
    from distributed import Client

    from .cluster_nodes import local_cluster

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we report what matters
    workers: AbstractContextManager[Any]
    if access.is_local:
        workers = local_cluster(processes, security)
    else:
        access.check(security, PATIENCE)
        workers = nullcontext(access.address)
    with (
        workers as there,
        Client(there, security=security, timeout=PATIENCE, set_as_default=False) as client,
    ):
        _check_workers(client, access, level)
        with ClusterPool(client) as pool:
            yield pool


def _check_workers(client: "Client", access: ClusterAccess, level: Level) -> None:
    """Raises PoolError if no worker answers, or one would grade differently from here."""
    for worker, answer in sorted(_ask_workers(client, access, level).items()):
        if isinstance(answer, BaseException):
            raise PoolError(f"{worker}: can't grade: {answer}".splitlines()[0])
        version, reason = answer
        if version != engine_version():
            raise PoolError(f"{worker}: has {version}, but here is {engine_version()}")
        if reason:
            raise PoolError(f"{worker}: doesn't support {level}: {reason}")


def _ask_workers(client: "Client", access: ClusterAccess, level: Level) -> dict[str, Any]:
    """What `_worker_info` returns or raises on each worker; at least one must answer."""
    deadline = time.monotonic() + PATIENCE
    while (seconds := deadline - time.monotonic()) > 0:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=seconds)
            answers: dict[str, Any] = client.run(_worker_info, level, on_error="return")
            # A worker that has just died doesn't answer; the scheduler still knows it for a while.
            answers = {w: a for w, a in answers.items() if not isinstance(a, OSError)}
            if answers:
                return answers
            time.sleep(0.1)
    command = "pacgrid cluster worker" if access.has_tls else "dask worker --nthreads 1"
    raise PoolError(
        f"{access.address}: the scheduler has no workers; start some: {command} {access.address}"
    )


def _worker_info(level: Level) -> tuple[str, str]:
    """Runs on a worker: its engine version, and why it doesn't support `level`."""
    return engine_version(), why_not(level)


class _Threads:
    """The threads of the workers, which come and go. Asks at most once a second."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._count = 1
        self._asked = -1.0
        self._last_seen = time.monotonic()

    def count(self) -> int:
        """How many there are."""
        now = time.monotonic()
        if now > self._asked + 1:
            self._asked = now
            with suppress(OSError):  # if the scheduler is lost, the jobs fail
                self._count = sum(self._client.nthreads().values())
        if self._count:
            self._last_seen = now
        return self._count

    def seconds_without(self) -> float:
        """For how long there have been none."""
        return 0 if self.count() else time.monotonic() - self._last_seen


@dataclass(frozen=True)
class _RemoteJob:
    """A job that runs only where it has the same key: a worker may have joined late, with another
    version of Pacgrid or without a ghost's file."""

    job: Job
    key: str
    topic: str
    """Names it where it reports its games."""
    number: int

    def __call__(self) -> object:
        try:
            same = self.job.key() == self.key
        except OSError as error:
            raise PoolError(f"{platform.node()}: {error.filename}: {error.strerror}") from None
        if not same:
            raise PoolError(f"{platform.node()}: has {engine_version()}, or different ghost files")
        return attempt(partial(self.job, self._report()))

    def _report(self) -> Callable[[int], None]:
        """Sends the number of finished games to the grader, not too often."""
        from distributed import get_worker

        worker, sent = get_worker(), 0.0

        def report(games: int) -> None:
            nonlocal sent
            if time.monotonic() > sent + POLL_SECONDS:
                sent = time.monotonic()
                worker.log_event(self.topic, (self.number, games))

        return report
