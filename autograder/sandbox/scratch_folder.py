"""A worker's own folder for temporary files, its HOME and TMPDIR, and how much is in it."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from pacgrid.autograder.scratch import remove

MAX_FILES = 2000
"""Files and folders that a worker may have there; more than any submission needs."""


class Usage(NamedTuple):
    """What is in a worker's folder."""

    bytes: int
    files: int
    """The number of files and folders."""


class ScratchFolder:
    """A folder on the disk, in `parent`, removed by `close`. The system can't limit a whole folder,
    so the grader has to watch it."""

    def __init__(self, parent: Path) -> None:
        self.path = Path(mkdtemp(prefix="worker-", dir=parent))
        self._unchanged = self._modified()

    def usage(self, pid: int) -> Usage:
        """What is in the folder, including files of process `pid` that no longer have a name."""
        if self._modified() == self._unchanged:  # the usual case, and it must be quick
            return Usage(0, 0)
        total = files = 0
        try:
            for status in chain(_below(self.path), _unnamed(pid)):
                files += 1
                # A file may have more or fewer blocks than its size says.
                total += status.st_blocks * 512 if hasattr(status, "st_blocks") else status.st_size
                if files > MAX_FILES:
                    break
        except OSError:  # a folder that can't be listed, or is nested too deep
            files = MAX_FILES + 1
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
    """The file system that bubblewrap mounts at `path`, where it alone can see it. It has a size,
    but no limit on the number of files."""

    path = Path("/tmp")

    def usage(self, pid: int) -> Usage:
        """What is in the file system, as process `pid` sees it."""
        try:
            status = os.statvfs(f"/proc/{pid}/root{self.path}")
        except OSError:  # it has ended
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
