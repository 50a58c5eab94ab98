"""Waiting for other processes: for an event, never for a fixed time or for ever."""

import time
from collections.abc import Callable

import psutil

PATIENCE = 300
"""Seconds that are enough even on a very busy machine, which may be compiling, too."""


def until(condition: Callable[[], bool]) -> None:
    """Waits until `condition` holds. Raises TimeoutError if it doesn't in time."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("waited in vain")
        time.sleep(0.01)


def runs(process: psutil.Process) -> bool:
    """Whether `process` still runs. A zombie doesn't, though some containers never reap theirs."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
