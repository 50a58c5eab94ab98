"""The scheduler and the workers of a cluster.

They are Dask's, without the web server that Dask starts on each, which asks nobody for a key.
"""

import asyncio
import logging
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import distributed
from distributed import Nanny, Security, SpecCluster


def _without_traceback(record: logging.LogRecord) -> bool:
    record.exc_info = None
    return True


# Dask has much to say; workers' processes, which import this module too, show warnings of one line.
# A nanny may log an error by mistake when its worker ends; its real ones are raised as well.
logging.getLogger("distributed").setLevel(logging.WARNING)
logging.getLogger("distributed.nanny").setLevel(logging.CRITICAL)
for _handler in logging.getLogger("distributed").handlers:
    _handler.addFilter(_without_traceback)


class Scheduler(distributed.Scheduler):
    """Says its class's name to those who ask what it is."""

    def start_http_server(self, *_: object, **__: object) -> None:
        """Dask starts one even without a dashboard."""


class ClusterWorker(distributed.Worker):
    def start_http_server(self, *_: object, **__: object) -> None:
        """Dask starts one even without a dashboard."""


_WORKER: dict[str, Any] = {"worker_class": ClusterWorker, "nthreads": 1}


def local_cluster(processes: int, security: Security) -> SpecCluster:
    """A scheduler and that many workers on this machine, which others can't reach."""
    here = {"host": "127.0.0.1", "protocol": "tls", "security": security}
    worker = {"cls": Nanny, "options": here | _WORKER | {"silence_logs": logging.CRITICAL}}
    return SpecCluster(
        scheduler={"cls": Scheduler, "options": here},
        worker=worker,
        workers=dict.fromkeys(range(processes), worker),
        security=security,
        silence_logs=logging.CRITICAL,
    )


def run_scheduler(security: Security, host: str, port: int, started: Callable[[str], None]) -> None:
    """Run a scheduler until SIGINT or SIGTERM; calls `started` with its address.

    Raises OSError if it can't listen there.
    """

    async def run() -> None:
        scheduler = Scheduler(host=host, port=port, protocol="tls", security=security)
        await _run([scheduler], lambda: started(scheduler.address))

    asyncio.run(run())


def run_workers(
    address: str, security: Security, processes: int, started: Callable[[], None]
) -> None:
    """Run that many workers of the scheduler at `address`, until it ends, or until SIGINT or
    SIGTERM; calls `started`."""

    async def run() -> None:
        nannies = [Nanny(address, security=security, **_WORKER) for _ in range(processes)]
        await _run(nannies, started)

    asyncio.run(run())


async def _run(nodes: Sequence[Any], started: Callable[[], None]) -> None:
    """Runs `nodes` until they end, or until a signal."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # A background job of a script ignores SIGINT: that stays so.
        if signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(NotImplementedError):  # Windows: KeyboardInterrupt
                asyncio.get_running_loop().add_signal_handler(number, stopped.set)

    async def life() -> None:
        await asyncio.gather(*nodes)
        started()
        await asyncio.gather(*(node.finished() for node in nodes))

    tasks = [asyncio.create_task(life()), asyncio.create_task(stopped.wait())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*(node.close() for node in nodes))
