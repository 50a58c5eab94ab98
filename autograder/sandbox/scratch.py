"""Temporary folders that leave nothing behind, even when the process is killed."""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from shutil import disk_usage, rmtree, which
from tempfile import gettempdir, mkdtemp
from typing import NamedTuple

from ..model.fault import GradingError

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


MAX_FILES = 2000
"""Files and folders that a worker may have there; more than any submission needs."""


class Usage(NamedTuple):
    """What is in a worker's folder."""

    bytes: int
    files: int
    """The number of files and folders."""


class ScratchFolder:
    """A folder on the disk, in `parent`, removed by `close`. The system can't limit a whole folder,
    so the grader has to watch it. One file has at most `file_bytes`."""

    def __init__(self, parent: Path, file_bytes: int) -> None:
        self._file_bytes = file_bytes
        self.path = Path(mkdtemp(prefix="worker-", dir=parent))
        self._real_path = self.path.resolve()  # as the system shows it
        self._unchanged = self._modified()

    def usage(self, pid: int) -> Usage:
        """What is in the folder, including files of process `pid` that no longer have a name. One
        that is mapped but not open counts as the largest possible: its size can't be seen."""
        if self._modified() == self._unchanged:  # the usual case, and it must be quick
            return Usage(0, 0)
        try:
            unnamed = list(_unnamed(pid))
            closed = _unnamed_and_mapped(pid, self._real_path) - {
                status.st_ino for status in unnamed
            }
            files, total = len(closed), len(closed) * self._file_bytes
            for status in chain(_below(self.path), unnamed):
                files += 1
                # A file may have more or fewer blocks than its size says.
                total += status.st_blocks * 512 if hasattr(status, "st_blocks") else status.st_size
                if files > MAX_FILES:
                    break
        except OSError:  # a folder that can't be listed, or is nested too deep
            return Usage(0, MAX_FILES + 1)
        return Usage(total, files)

    def _modified(self) -> int:
        """When a file was last made or removed in it, in nanoseconds; 0 if the folder is gone."""
        try:
            return os.stat(self.path).st_mtime_ns  # noqa: PTH116 # this is quicker
        except OSError:
            return 0

    def close(self) -> None:
        remove(self.path)


class ScratchFileSystem:
    """The file system of `size` bytes that bubblewrap mounts at `path`, where it alone can see it.
    It has no limit on the number of files."""

    path = Path("/tmp")

    def __init__(self, size: int) -> None:
        self._size = size

    def usage(self, pid: int) -> Usage:
        """What is in the file system, as process `pid` sees it."""
        try:
            status = os.statvfs(f"/proc/{pid}/root{self.path}")
        except OSError:  # it has ended
            return Usage(0, 0)
        if status.f_blocks * status.f_frsize != self._size:  # another is there until it is mounted
            return Usage(0, 0)
        used = status.f_blocks - status.f_bfree
        return Usage(used * status.f_frsize, status.f_files - status.f_ffree)

    def close(self) -> None:
        """It ends with its worker."""


def _below(folder: Path) -> Iterator[os.stat_result]:
    """The status of each file and folder below `folder`. Raises OSError if one can't be read."""
    todo = [str(folder)]
    while todo:
        with suppress(FileNotFoundError), os.scandir(todo.pop()) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):  # it has just been removed
                    yield entry.stat(follow_symlinks=False)
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)


def _unnamed(pid: int) -> Iterator[os.stat_result]:
    """The status of each open file of process `pid` that has no name."""
    with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as entries:
        for entry in entries:
            with suppress(OSError):
                status = entry.stat()
                if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                    yield status


def _unnamed_and_mapped(pid: int, folder: Path) -> set[int]:
    """The inodes of the files without a name that process `pid` has mapped, and that were in
    `folder`."""
    with suppress(OSError), open(f"/proc/{pid}/maps", "rb") as mappings:  # noqa: PTH123 # its names
        prefix = os.fsencode(folder) + b"/"
        return {
            int(fields[4])
            for line in mappings
            if len(fields := line.rstrip(b"\n").split(maxsplit=5)) == 6
            and fields[5].startswith(prefix)
            and fields[5].endswith(b" (deleted)")
        }
    return set()
