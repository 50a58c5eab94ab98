"""Files that are written whole or not at all, and read without waiting."""

import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_READ_AT_ONCE = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def read_regular_file(path: str | Path, max_bytes: int, *, follow_symlinks: bool = True) -> bytes:
    """The content of the file at `path`; never waits for a pipe or a device.

    Raises OSError as `open_regular_file` does, and if the file is larger than `max_bytes`.
    """
    with open_regular_file(path, follow_symlinks=follow_symlinks) as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise OSError(errno.EFBIG, f"larger than {max_bytes:,} bytes", path)
    return content


@contextmanager
def open_regular_file(path: str | Path, *, follow_symlinks: bool = True) -> Iterator[BinaryIO]:
    """The file at `path`, open for reading; never waits for a pipe or a device.

    Raises OSError, with a `strerror` to show: it can't be read or is not a regular file.
    """
    flags = _READ_AT_ONCE | (0 if follow_symlinks else getattr(os, "O_NOFOLLOW", 0))
    try:
        descriptor = os.open(path, flags)
    except ValueError:  # a null or a lone surrogate in the name
        raise OSError(errno.EINVAL, "not a valid file name", path) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "not a regular file", path)
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def leads_out(path: str | Path, folder: str | Path) -> bool:
    """Whether links lead from `path` to something outside `folder`."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def atomic_write(path: str | Path, text: str) -> None:
    """Write `text` to `path`; whatever goes wrong, a file that was there stays as it was.

    What is no plain file, such as `/dev/stdout`, is simply written to. Raises OSError.
    """
    with atomic_file(path) as file:
        file.write_text(text, "utf-8", newline="\n")


@contextmanager
def atomic_file(path: str | Path) -> Iterator[Path]:
    """A file to write to, beside `path` and with the same suffix. It takes the place of `path` at
    the end, or is removed if anything goes wrong before.

    What is no plain file, such as `/dev/stdout`, is simply written to. Raises OSError.
    """
    given = Path(path)
    special = given.exists() and not given.is_file() and not given.is_dir()
    target = given if special else Path(os.path.realpath(given))
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(
        dir=None if special else target.parent, prefix=f".{target.name}.", suffix=target.suffix
    )
    os.close(handle)
    try:
        yield Path(name)
        if special:
            with Path(name).open("rb") as source, target.open("wb") as sink:
                shutil.copyfileobj(source, sink)
            Path(name).unlink()
        else:
            Path(name).chmod(mode)
            Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The process's mask for new files, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


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
