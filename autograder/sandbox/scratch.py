"""Temporary folders that leave nothing behind, even when the process is killed."""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import disk_usage, rmtree, which
from tempfile import gettempdir, mkdtemp

from ..model.errors import GradingError

PREFIX = "pacgrid-work-"
_LOCK = "lock"
"""A file in each folder, locked by the process that uses the folder: a lock ends with its
process."""
_WORK = "work"
"""The folder in it for those who use it."""
_LENGTH = 128
"""The length of a folder's path is a multiple of this, where addresses can be fixed: it affects
those of a submission's objects, and by them the order of sets."""

_HOUR = 3600

_HINT = "free some space or set TMPDIR, then run the same command again to continue"


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder, removed with everything in it at the end of the `with`. Raises GradingError
    if it can't be made."""
    with disk_errors_named():
        _remove_abandoned()
        folder = Path(mkdtemp(prefix=PREFIX, suffix=_padding()))
    lock = None
    try:
        with disk_errors_named():
            lock = _lock(folder)
            (folder / _WORK).mkdir()
        yield folder / _WORK
    finally:
        try:
            _remove_unlocking(folder)
        finally:
            if lock is not None:
                os.close(lock)


def _padding() -> str:
    """What makes the name of a new folder long enough."""
    if sys.platform != "linux":
        return ""
    return "_" * (-len(f"{gettempdir()}/{PREFIX}12345678") % _LENGTH)


@cache
def _remove_abandoned() -> None:
    """Removes the folders of processes that were killed. Once per process is enough."""
    if sys.platform == "win32":  # which removes no open file
        return
    import fcntl

    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = folder.lstat()
            # In a folder for everybody's files, others may leave links and folders of this name.
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
                continue
            try:
                lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            except FileNotFoundError:  # its process was killed while it made the folder
                if status.st_mtime < time.time() - _HOUR:
                    remove(folder)
                continue
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove_unlocking(folder)
            finally:
                os.close(lock)


def _lock(folder: Path) -> int | None:
    """Locks `folder`; returns the descriptor that holds the lock.

    The lock file gets its name only when it is locked, so nobody finds it unlocked.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    unlocked = folder / f"{_LOCK}.new"
    lock = os.open(unlocked, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    unlocked.rename(folder / _LOCK)
    return lock


def _remove_unlocking(folder: Path) -> None:
    """Removes `folder`, and its lock last: if this is killed meanwhile, the next run goes on."""
    remove(folder / _WORK)
    remove(folder)


def remove(folder: Path) -> None:
    """Removes `folder`, whatever a submission has put there. What can't be removed stays."""
    with suppress(OSError, RecursionError):
        rmtree(folder)
    if folder.is_symlink():  # a submission has put it there; nothing may happen to its target
        folder.unlink()
    # For folders that may not be listed, or are nested deeper than Python can go.
    for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
        if folder.exists() and (program := which(command[0])):
            subprocess.run(
                [program, *command[1:], str(folder)], stderr=subprocess.DEVNULL, check=False
            )


@contextmanager
def disk_errors_named() -> Iterator[None]:
    """Turns an OSError into a GradingError that names the folder for temporary files."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise GradingError(f"{_temporary()}: can't be written: {reason}; {_HINT}") from None


def check_space(needed: int) -> None:
    """Raises GradingError if fewer than `needed` bytes are free for temporary files."""
    with disk_errors_named():
        free = disk_usage(gettempdir()).free
    if free < needed:
        raise GradingError(f"{_temporary()}: less than {needed >> 20} MiB free; {_HINT}")


def _temporary() -> str:
    try:
        return gettempdir()
    except OSError:  # there is none
        return "temporary files"
