"""One process at a time: locks on files."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Wait for other processes that are in such a block for `path`, and keep them out of it.

    `path` is made, and stays. Where a file can't be locked, nobody waits.
    """
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            _wait(lock)
        yield
    finally:
        with suppress(OSError):
            _release(lock)  # closing doesn't release it if this process has forked
        os.close(lock)


if sys.platform == "win32":

    def _wait(lock: int) -> None:
        while True:
            try:
                msvcrt.locking(lock, msvcrt.LK_LOCK, 1)
                break
            except OSError as error:  # it gives up after ten seconds
                if error.errno != errno.EDEADLK:
                    raise

    def _release(lock: int) -> None:
        msvcrt.locking(lock, msvcrt.LK_UNLCK, 1)

else:

    def _wait(lock: int) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX)

    def _release(lock: int) -> None:
        fcntl.flock(lock, fcntl.LOCK_UN)
