"""Folders that last as long as a piece of work; what a killed grader left is cleared away."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import rmtree, which
from tempfile import gettempdir, mkdtemp

PREFIX = "pacgrid-work-"
_LOCK = "lock"
"""A file in each folder, locked by the process that works there: no lock outlives its process."""


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder, which is gone with all that is in it when the `with` is left."""
    _clear_away()
    folder = Path(mkdtemp(prefix=PREFIX))
    lock = _locked(folder)
    try:
        (folder / "work").mkdir()
        yield folder / "work"
    finally:
        if lock is not None:
            os.close(lock)
        _remove(folder)


@cache
def _clear_away() -> None:
    """Remove the folders of graders that were killed. Once in a process is enough."""
    if sys.platform == "win32":  # which removes no file that is open
        return
    import fcntl

    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(folder)
            finally:
                os.close(lock)


def _locked(folder: Path) -> int | None:
    """A handle of the lock in `folder`, which is there only once it is held."""
    if sys.platform == "win32":
        return None
    import fcntl

    made = folder / f"{_LOCK}.made"
    lock = os.open(made, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    made.rename(folder / _LOCK)
    return lock


def _remove(folder: Path) -> None:
    """Remove `folder`, whatever a submission has made of it. What can't be removed stays."""
    with suppress(OSError, RecursionError):
        rmtree(folder)
    if folder.exists() and (rm := which("rm")):  # it goes deeper than Python can
        subprocess.run([rm, "-rf", str(folder)], stderr=subprocess.DEVNULL, check=False)
