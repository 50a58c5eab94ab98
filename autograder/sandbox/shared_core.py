"""Keeps a worker on the grader's core while they talk."""

import ctypes
import os
import sys
from contextlib import suppress
from functools import cache


class SharedCore:
    """The core that this thread shares with the main thread of the process `worker`.

    They take turns, and it takes longer to wake another core than to answer a message. The system
    chooses the core; to let it choose again, `leave` for a moment. Keeping a thread on a core also
    takes longer than a message, so don't do it for each one. Without a `worker`, or where threads
    can't be kept on a core, this does nothing.
    """

    def __init__(self, worker: int | None) -> None:
        self._worker = worker or 0
        self._cores = os.sched_getaffinity(0) if worker and sys.platform == "linux" else set()
        self._is_entered = False
        self._workers_core: int | None = None

    def enter(self) -> None:
        """Keeps both on the core on which this thread is running. Quick if they are kept on one."""
        if self._is_entered or len(self._cores) < 2:
            return
        core = _current_core()
        self._is_entered = True
        _keep(0, {core})
        if core != self._workers_core:
            self._workers_core = core
            _keep(self._worker, {core})

    def leave(self) -> None:
        """Lets this thread run on all cores again. Can be repeated."""
        if self._is_entered:
            self._is_entered = False
            _keep(0, self._cores)

    def release(self) -> None:
        """Lets both run on all cores again. Can be repeated."""
        self.leave()
        if self._workers_core is not None:
            self._workers_core = None
            _keep(self._worker, self._cores)


def _keep(process: int, cores: set[int]) -> None:
    if sys.platform == "linux":
        with suppress(OSError):  # the worker has ended, or somebody takes cores away
            os.sched_setaffinity(process, cores)


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def _current_core() -> int:
    return int(_libc().sched_getcpu())
