"""Folders that strangers filled, read without following a link or waiting for a pipe."""

import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pacgrid.autograder.submissions.members import Bounds, Member, is_clutter, too_big

_CAREFULLY = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
_NOT_A_LINK = getattr(os, "O_NOFOLLOW", 0)


def read_file(path: Path, most: int, *, follow: bool = False) -> Member:
    """The file at `path`, refused if it is bigger than `most` bytes or can't be read; a symbolic
    link is refused too unless we `follow` it."""
    file_in = Member(path.name, where=str(path))
    try:
        if path.is_symlink() and not follow:
            return replace(file_in, refused="is a symbolic link; hand in the file itself")
        with os.fdopen(os.open(path, _CAREFULLY | (0 if follow else _NOT_A_LINK)), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return replace(file_in, refused="is a device or a pipe; hand in a file")
            content = file.read(most + 1)
    except OSError as error:
        return replace(file_in, refused=f"can't be read ({error.strerror})")
    if len(content) > most:
        return replace(file_in, refused=too_big(most))
    return replace(file_in, content=content)


def entries(folder: Path) -> list[tuple[str, bool]]:
    """What is in `folder`, in alphabetical order, and whether it is a folder.

    Raises:
        OSError: it can't be read.
    """
    with os.scandir(folder) as found:
        names = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    return sorted((name, is_folder) for name, is_folder in names if not is_clutter(name))


def walk(folder: Path, bounds: Bounds) -> Iterator[Member]:
    """All that is in `folder` and in folders in it; only a little more than `bounds` let pass.

    Raises:
        OSError: a folder can't be read.
    """
    count = total = 0
    waiting = [folder]
    while waiting:
        inside = waiting.pop()
        for name, is_folder in entries(inside):
            here = inside / name
            path = here.relative_to(folder).as_posix()
            if is_folder:
                member = Member(path, is_folder=True)
                waiting.append(here)
            else:
                member = replace(read_file(here, bounds.of(name)), path=path)
            yield member
            count += 1
            total += len(member.content)
            if count > bounds.members or total > bounds.total:
                return
