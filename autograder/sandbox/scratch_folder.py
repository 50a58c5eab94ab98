"""A worker's own folder for temporary files, its HOME and TMPDIR, and how much is in it."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from .scratch import remove

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
