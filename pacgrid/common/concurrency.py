"""How many processes can share work, the CPU time of a thread, and a thread for calls that may
never return."""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar


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


Result = TypeVar("Result")


class CallThread:
    """A thread that runs calls one after the other.

    The thread is a daemon, so an agent that never returns can't keep the program from ending.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, daemon=True)
        self._runs = True
        try:
            self._thread.start()
        except RuntimeError:  # the platform has no threads
            self._runs = False

    @property
    def number(self) -> int:
        """By which Python knows the thread."""
        return self._thread.ident or 0

    def submit(self, call: Callable[[], Result]) -> "Future[Result]":
        """Run `call` after those submitted before. The future has what it returns or raises."""
        future: Future[Result] = Future()

        def perform() -> None:
            try:
                future.set_result(call())
            except BaseException as error:  # raised again by `future.result()`
                future.set_exception(error)

        if self._runs:
            self._calls.put(perform)
        else:
            perform()
        return future

    def stop(self) -> None:
        """End the thread after the calls submitted so far."""
        self._calls.put(None)

    def abandon(self) -> None:
        """End the thread by raising SystemExit in the call that is running. A call that sleeps or
        waits notices it when it goes on; one that catches it goes on."""
        import ctypes

        # While an error waits for a thread, Python 3.11 enters no function that is traced, as by a
        # debugger; so the call is let be.
        if sys.version_info >= (3, 12) or not sys.gettrace():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.number), ctypes.py_object(SystemExit)
            )
        self.stop()

    def _run(self) -> None:
        try:
            while call := self._calls.get():
                call()
        except SystemExit:  # the abandoned call had just returned
            pass
