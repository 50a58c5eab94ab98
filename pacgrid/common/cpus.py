"""The processors and the clocks that the computer offers."""

import os
import sys
import time
from collections.abc import Callable
from functools import cache


def available_cpus() -> int:
    """How many processes can run at once: those that this process may use, not all there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def process_count(jobs: int) -> int:
    """How many processes share work if `jobs` are wanted: one, with a line on stderr that says so,
    where they can't."""
    if jobs == 1 or not why_one_process():
        return jobs
    _say_once(f"pacgrid: works in one process instead of {jobs}: {why_one_process()}")
    return 1


@cache
def why_one_process() -> str:
    """Why processes can't share work here; "" if they can."""
    from multiprocessing import get_context

    try:
        get_context("spawn").Lock()
    except (ImportError, OSError) as error:  # no folder for semaphores, or a Python without them
        folder = "/dev/shm can't be used" if sys.platform == "linux" else "there are no semaphores"
        return f"{folder}: {getattr(error, 'strerror', None) or error}"
    return ""


@cache
def _say_once(line: str) -> None:
    sys.stderr.write(f"{line}\n")


TELLS_CPU_TIME = hasattr(time, "thread_time")
"""Whether CPU time is known: in a browser all clocks show real time."""
thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""CPU seconds of this thread; in a browser, real seconds."""
