"""Runs the jobs of grading in several processes of this machine, or on a Dask cluster of many.

The cluster's scheduler and workers are Dask's own. Who may connect is up to the certificates that
Dask's configuration names (`distributed.comm.tls`). When a machine dies, nothing is lost; Dask runs
its jobs on another one.
"""

import logging
import multiprocessing
import os
import platform
import signal
import time
from collections.abc import Collection, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn, Self

import psutil

from ..model.fault import Fault, attempt, engine_version
from ..sandbox.level import Level, why_not
from ..sandbox.worker_disk import adopt, library
from .pool import JOBS_PER_PROCESS, Job, Pool, PoolError, WorkerDiedError

if TYPE_CHECKING:
    from distributed import Client, Security


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


# On a cluster.

PATIENCE = 30
"""Seconds to wait for a scheduler, and for its first worker to answer."""
SECONDS_WITHOUT_WORKERS = 300
"""Seconds to go on without any worker, in which new ones may start."""
_HINT = "give the address that dask scheduler prints, such as tls://host:8786"


def check_address(address: str) -> None:
    """Raises PoolError if it isn't safe to use the scheduler at `address`.

    Whoever reaches a scheduler without TLS can run code on all machines of its cluster, and as the
    one who grades. So an address without it must be a loopback address.
    """
    if _scheme(address) != "tls" and not _is_loopback(address):
        raise PoolError(
            f"{address}: without TLS, anyone on the network can run code as you; start the"
            f" scheduler with TLS, see docs/machines.md, and {_HINT}"
        )


def _scheme(address: str) -> str:
    """How Dask will talk with `address`."""
    scheme, separator, _ = address.rpartition("://")
    return scheme if separator else "tcp"


def _is_loopback(address: str) -> bool:
    """Whether `address` is a TCP port that only this machine reaches. It is split as by Dask."""
    if _scheme(address) != "tcp":
        return False
    rest = address.rpartition("://")[2]
    host = rest[1:].partition("]")[0] if rest[:1] == "[" else rest.rpartition(":")[0] or rest
    if host in ("localhost", "::1"):
        return True
    try:
        return IPv4Address(host).is_loopback
    except ValueError:  # another name or IPv6 address
        return False


class ClusterPool(Pool):
    """Runs jobs on the workers of a Dask scheduler; they come and go."""

    def __init__(self, client: "Client", *, is_alone: bool = False) -> None:
        from distributed import KilledWorker

        self.died = KilledWorker
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._is_alone = is_alone
        self._threads, self._asked = 1, -1.0
        self._last_worker = time.monotonic()

    def has_room(self, running: int) -> bool:
        return running < (1 if self._is_alone else JOBS_PER_PROCESS * max(1, self._count()))

    def wait(self, running: Collection[Future[Any]]) -> set[Future[Any]]:
        done = super().wait(running)
        is_empty = not (done or self._count())
        if is_empty and time.monotonic() - self._last_worker > SECONDS_WITHOUT_WORKERS:
            raise PoolError(
                "the scheduler has no workers any more; start some, and run the same command again"
                " to continue"
            )
        return done

    def _count(self) -> int:
        """The number of the workers' threads, which come and go. Asks at most once a second."""
        now = time.monotonic()
        if now > self._asked + 1:
            self._asked = now
            with suppress(OSError):  # if the scheduler is lost, the jobs fail
                self._threads = sum(self._client.nthreads().values())
        if self._threads:
            self._last_worker = now
        return self._threads

    def alone(self) -> AbstractContextManager[Pool]:
        """The same workers: one that dies is replaced."""
        return ClusterPool(self._client, is_alone=True)

    def submit(self, job: Job) -> Future[Any]:
        future: Future[Any] = Future()
        key = attempt(job.key)
        if isinstance(key, Fault):
            future.set_result(key)
        else:
            future = self._executor.submit(_RemoteJob(job, key))
        return future


@contextmanager
def cluster(address: str, level: Level) -> Iterator[ClusterPool]:
    """The cluster of the scheduler at `address`.

    Raises:
        PoolError: no scheduler or no worker answers, the certificates don't fit, or a worker would
            grade differently.
    """
    check_address(address)
    security = _security(address)
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we report what matters
    _check_scheduler(address, security)
    with Client(address, security=security, timeout=PATIENCE, set_as_default=False) as client:
        _check_workers(client, address, level)
        with ClusterPool(client) as pool:
            yield pool


def _security(address: str) -> "Security":
    """The certificates that Dask's configuration names. Raises PoolError if they can't be used, or
    a package is missing."""
    try:
        from distributed import Security

        security = Security()
        context = security.get_connection_args("client")["ssl_context"]
    except ImportError:
        raise PoolError('a cluster needs more packages: pip install "pacgrid[cluster]"') from None
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise PoolError(
            f"{address}: Dask's configuration of TLS, distributed.comm.tls, can't be used: {reason}"
        ) from None
    if _scheme(address) == "tls" and context is None:
        raise PoolError(
            f"{address}: Dask's configuration, distributed.comm.tls, names no certificate;"
            " docs/machines.md says how to make one"
        )
    return security


def _check_scheduler(address: str, security: "Security") -> None:
    """Raises PoolError if no scheduler answers: a Client without one doesn't close cleanly."""
    import asyncio

    from distributed.core import rpc

    async def identity() -> Any:
        arguments = security.get_connection_args("client")
        async with rpc(address, timeout=PATIENCE, connection_args=arguments) as there:
            return await asyncio.wait_for(there.identity(), PATIENCE)

    try:
        role = asyncio.run(identity())["type"]
    except Exception as error:  # whatever Dask makes of another protocol
        problem = _problem(error)
    else:
        if role == "Scheduler":
            return
        problem = f"this is a {role.lower()}, not a scheduler; {_HINT}"
    raise PoolError(f"{address}: {problem}")


def _problem(error: BaseException) -> str:
    import ssl

    cause: BaseException | None = error
    while cause:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                "its certificate is not by distributed.comm.tls.ca-file of Dask's configuration;"
                " use the same files on all machines"
            )
        cause = cause.__cause__
    if isinstance(error, OSError):
        return f"no answer; {_HINT}"
    if isinstance(error, ValueError):  # not an address
        return f"{str(error).splitlines()[0]}; {_HINT}"
    return f"this is not a scheduler ({type(error).__name__}); {_HINT}"


def _check_workers(client: "Client", address: str, level: Level) -> None:
    """Raises PoolError if no worker answers, or one would grade differently from here."""
    for worker, answer in sorted(_ask_workers(client, address, level).items()):
        if isinstance(answer, BaseException):
            raise PoolError(f"{worker}: can't grade: {answer}".splitlines()[0])
        version, reason = answer
        if version != engine_version():
            raise PoolError(f"{worker}: has {version}, but here is {engine_version()}")
        if reason:
            raise PoolError(f"{worker}: doesn't support {level}: {reason}")


def _ask_workers(client: "Client", address: str, level: Level) -> dict[str, Any]:
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
    raise PoolError(
        f"{address}: the scheduler has no workers; start some: dask worker {address} --nthreads 1"
        " --no-dashboard"
    )


def _worker_info(level: Level) -> tuple[str, str]:
    """Runs on a worker: its engine version, and why it doesn't support `level`."""
    return engine_version(), why_not(level)


@dataclass(frozen=True)
class _RemoteJob:
    """A job that runs only where it has the same key: a worker may have joined late, with another
    version of Pacgrid or without a ghost's file."""

    job: Job
    key: str

    def __call__(self) -> object:
        try:
            same = self.job.key() == self.key
        except OSError as error:
            raise PoolError(f"{platform.node()}: {error.filename}: {error.strerror}") from None
        if not same:
            raise PoolError(f"{platform.node()}: has {engine_version()}, or different ghost files")
        return attempt(self.job)
