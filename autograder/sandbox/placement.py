"""Where a worker runs: on the grader's core while they talk, at the same addresses in every run."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any


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
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def _current_core() -> int:
    return int(_c_library().sched_getcpu())


_ADDR_NO_RANDOMIZE = 0x0040000
"""A flag of personality(2)."""
_ONLY_ASK = 0xFFFFFFFF


@contextmanager
def fixed_addresses() -> Iterator[None]:
    """Programs that this thread starts within the `with` get fixed addresses, where the system
    allows it."""
    if (libc := _libc()) is None:
        yield
        return
    before = libc.personality(_ONLY_ASK)
    libc.personality(before | _ADDR_NO_RANDOMIZE)  # it changes no address of this process
    try:
        yield
    finally:
        libc.personality(before)


def why_random() -> str:
    """Why programs get random addresses here, even within `fixed_addresses()`; "" if they don't."""
    if (libc := _libc()) is None:
        return "fixed addresses need Linux"
    with fixed_addresses():
        is_fixed = libc.personality(_ONLY_ASK) & _ADDR_NO_RANDOMIZE
    return "" if is_fixed else "the container denies the system call personality"


@cache
def _libc() -> Any:
    return ctypes.CDLL(None) if sys.platform == "linux" else None
