"""Untrusted folders, read without following a link or waiting for a pipe."""

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pacgrid.common.files import read_regular_file

from .members import Bounds, Entry, Member, is_clutter, too_big


def read_file(path: Path, max_bytes: int, *, follow_symlinks: bool = False) -> Member:
    """The file at `path`, refused if it has more than `max_bytes` or can't be read.

    A symbolic link is refused too, unless `follow_symlinks`.
    """
    member = Member(path.name, disk_path=str(path))
    if path.is_symlink() and not follow_symlinks:
        return replace(member, refusal="is a symbolic link; hand in the file itself")
    try:
        content = read_regular_file(path, max_bytes, follow_symlinks=follow_symlinks)
    except OSError as error:
        if error.errno == errno.EFBIG:
            return replace(member, refusal=too_big(max_bytes))
        return replace(member, refusal=f"can't be read ({error.strerror})")
    return replace(member, content=content)


def entries(folder: Path) -> list[Entry]:
    """The files and folders in `folder`, in alphabetical order. Raises OSError."""
    with os.scandir(folder) as found:
        listed = [Entry(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    return sorted(listed)


def walk(folder: Path, bounds: Bounds) -> Iterator[Member]:
    """All files and folders below `folder`; stops soon after `bounds` are exceeded.

    Raises:
        OSError: a folder can't be read.
    """
    count = total = 0
    unread = [folder]
    while unread:
        parent = unread.pop()
        for name, is_folder in entries(parent):
            if is_clutter(name):
                continue
            child = parent / name
            path = child.relative_to(folder).as_posix()
            if is_folder:
                member = Member(path, is_folder=True)
                unread.append(child)
            else:
                member = replace(read_file(child, bounds.max_bytes(name)), path=path)
            yield member
            count += 1
            total += len(member.content)
            if count > bounds.members or total > bounds.total:
                return
