"""Untrusted folders and zips. A zip is read in memory: nothing is unpacked to disk, no link is
followed, no pipe is waited for, and no header is trusted."""

import errno
import os
import stat
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from io import BufferedIOBase, BytesIO
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pacgrid.common.files import read_regular_file

from .members import (
    SUBMISSION,
    Bounds,
    Entry,
    Member,
    RefusedError,
    abbreviate,
    damage,
    format_size,
    is_clutter,
    member_path,
    not_a_file,
    split_top,
    too_big,
)


@dataclass(frozen=True)
class ArchiveSource:
    """A folder in an archive that was read into memory."""

    contents: Sequence[Member]

    @cached_property
    def entries(self) -> Sequence[Entry]:
        return sorted(
            {
                Entry(top, bool(rest) or member.is_folder)
                for top, group in self._by_top.items()
                for member, rest in group
            }
        )

    @cached_property
    def _by_top(self) -> dict[str, list[tuple[Member, str]]]:
        """By the first part of their paths: the members, and the rest of each path."""
        groups: dict[str, list[tuple[Member, str]]] = {}
        for member in self.contents:
            top, rest = split_top(member.path)
            groups.setdefault(top, []).append((member, rest))
        return groups

    def subfolder(self, name: str) -> "ArchiveSource":
        below = [replace(member, path=rest) for member, rest in self._by_top[name] if rest]
        return ArchiveSource(below)

    def files(self, name: str) -> Sequence[Member]:
        return [m for m, rest in self._by_top[name] if not rest and not m.is_folder]

    def members(self) -> Sequence[Member]:
        return self.contents


@dataclass(frozen=True)
class FolderSource:
    """A folder on disk, or `only` some entries of it. Reads a file only when it is asked for."""

    folder: Path
    only: frozenset[str] | None = None

    @cached_property
    def entries(self) -> Sequence[Entry]:
        found = entries_of(self.folder)
        return [entry for entry in found if self.only is None or entry.name in self.only]

    def subfolder(self, name: str) -> "FolderSource":
        return FolderSource(self.folder / name)

    def files(self, name: str) -> Sequence[Member]:
        return [read_file(self.folder / name, SUBMISSION.max_bytes(name))]

    def members(self) -> Sequence[Member]:
        return list(walk(self.folder, SUBMISSION))


SubmissionSource = ArchiveSource | FolderSource
"""Where submissions are read from: its `entries`, in alphabetical order; the `subfolder` of a name,
or the `files`, of which an archive may have more than one; and all `members` below it. On disk, the
entries and members raise OSError if a folder can't be read."""


# Folders on disk


def entries_of(folder: Path) -> list[Entry]:
    """The files and folders in `folder`, in alphabetical order. Raises OSError."""
    with os.scandir(folder) as found:
        listed = [Entry(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    return sorted(listed)


def read_file(path: Path, max_bytes: int, *, follow_symlinks: bool = False) -> Member:
    """The file at `path`, refused if it has more than `max_bytes` or can't be read.

    A symbolic link is refused too, unless `follow_symlinks`.
    """
    member = Member(path.name, disk_path=str(path))
    if path.is_symlink() and not follow_symlinks:
        return replace(member, refusal=not_a_file("a symbolic link"))
    try:
        content = read_regular_file(path, max_bytes, follow_symlinks=follow_symlinks)
    except OSError as error:
        is_big = error.errno == errno.EFBIG
        refusal = too_big(max_bytes) if is_big else f"can't be read ({error.strerror})"
        return replace(member, refusal=refusal)
    return replace(member, content=content)


def walk(folder: Path, bounds: Bounds) -> Iterator[Member]:
    """All files and folders below `folder`; stops soon after `bounds` are exceeded.

    Raises:
        OSError: a folder can't be read.
    """
    count = total = 0
    unread = [folder]
    while unread:
        parent = unread.pop()
        for name, is_folder in entries_of(parent):
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


# Archives


def scan(
    file: IO[bytes], bounds: Bounds = SUBMISSION, each: Bounds | None = None
) -> tuple[Member, ...]:
    """All members but clutter of the zip `file`, in its order; those that can't be read have a
    `refusal`. For more checks of names see `validate`.

    In a course's archive, `each` bounds the hand-in below each name at the top. A hand-in that
    exceeds it is cut off after that. Nothing that a student packs is a reason to refuse the others,
    and every name at the top has a member.

    Raises:
        RefusedError: the archive as a whole can't be accepted; says why as the end of a sentence:
            `is damaged (…)`.
    """
    try:
        return tuple(_scan(file, _Quota(bounds, each)))
    except RefusedError:
        raise
    except Exception as error:  # zipfile raises many kinds for damaged archives
        raise RefusedError(damage(error)) from None


_Found = tuple[str, Callable[[str], Member]]
"""The name of a member as an archive has it, and a function that reads it: for its path."""


def _scan(file: IO[bytes], quota: "_Quota") -> Iterator[Member]:
    only_clutter: set[str] = set()
    for found, read in _zip_members(file, quota):
        path, refusal = member_path(found)
        top, rest = split_top(path)
        if not path or not quota.admits(top):
            continue
        if refusal:
            yield quota.add(Member(path, refusal=refusal))
        elif not is_clutter(rest if quota.each else path):
            yield quota.add(read(path))
        elif quota.each and top not in only_clutter:
            only_clutter.add(top)
            yield quota.add(Member(top, is_folder=True))


class _Quota:
    """Counts what is read of an archive: in all, and below each name at the top."""

    def __init__(self, bounds: Bounds, each: Bounds | None) -> None:
        self.bounds = bounds
        self.each = each
        self.hint = "unpack it and name the folder" if each else "pack only your own files"
        self._bytes = 0
        self._members = 0
        self._bytes_below: Counter[str] = Counter()
        self._members_below: Counter[str] = Counter()

    def max_bytes(self, path: str) -> int:
        """The size limit of the file at `path`."""
        return (self.each or self.bounds).max_bytes(path)

    def admits(self, top: str) -> bool:
        """Whether the hand-in below the name `top` is still within its bounds.

        The member that exceeds them is read, so that the hand-in is refused later.
        """
        return self.each is None or (
            self._members_below[top] <= self.each.members
            and self._bytes_below[top] <= self.each.total
        )

    def add(self, member: Member) -> Member:
        """Counts `member`; in a course's archive that is full, it is refused.

        Raises:
            RefusedError: the archive exceeds its bounds, and no single hand-in is to blame.
        """
        self._members += 1
        if self._members > self.bounds.members:
            limit = f"has more than {self.bounds.members} files and folders"
            raise RefusedError(f"{limit}; {self.hint}")
        size, top = len(member.content), split_top(member.path)[0]
        self._members_below[top] += 1
        self._bytes_below[top] += size
        if self._bytes + size <= self.bounds.total:
            self._bytes += size
            return member
        full = f"has more than {format_size(self.bounds.total)} in it"
        if self.each is None:
            raise RefusedError(f"{full}; leave big files out")
        refusal = f"wasn't read, because the archive {full}; {self.hint}"
        return replace(member, content=b"", refusal=refusal)

    @property
    def max_listing(self) -> int:
        """The limit on bytes for names, dates, and other headers."""
        return min(self.bounds.members << 11, 1 << 24)


_CHUNK = 1 << 16


class _BoundedReader(BufferedIOBase):
    """A file that refuses large reads: zipfile reads as much as a header demands."""

    def __init__(self, file: IO[bytes], quota: _Quota) -> None:
        self._file = file
        self._quota = quota

    def read(self, size: int | None = -1) -> bytes:
        most = self._quota.max_listing
        data = self._file.read(most + 1 if size is None or size < 0 else min(size, most + 1))
        if len(data) > most:
            raise RefusedError(f"has too long a list of files in it; {self._quota.hint}")
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def _read_member(content: IO[bytes], path: str, max_bytes: int) -> Member:
    """Reads in chunks, and stops when there is more than `max_bytes`."""
    chunks = BytesIO()
    while chunk := content.read(_CHUNK):
        chunks.write(chunk)
        if chunks.tell() > max_bytes:
            return Member(path, refusal=too_big(max_bytes))
    return Member(path, chunks.getvalue())


# Zip

_ENCRYPTED = 0x1
_UTF_8 = 0x800
_LOCAL_HEADER = 30
_END = struct.Struct("<4s4xHH8x2x")
_LONGEST_COMMENT = 0xFFFF


def _zip_members(file: IO[bytes], quota: _Quota) -> Iterator[_Found]:
    with ZipFile(_BoundedReader(file, quota)) as archive:
        infos = archive.infolist()
        _check_count(file, len(infos))
        _refuse_overlaps(infos)
        for info in infos:
            yield _zip_name(info), partial(_read_zipped, archive, info, quota)


def _read_zipped(archive: ZipFile, info: ZipInfo, quota: _Quota, path: str) -> Member:
    kind, max_bytes = stat.S_IFMT(info.external_attr >> 16), quota.max_bytes(path)
    refusal = ""
    if kind == stat.S_IFLNK:
        refusal = not_a_file("a symbolic link")
    elif kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        refusal = not_a_file("a device or a pipe")
    elif _zip_name(info).endswith("/") and not info.file_size:
        return Member(path, is_folder=True)
    elif info.flag_bits & _ENCRYPTED:
        refusal = "is encrypted; pack it without a password"
    elif info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        refusal = "is compressed in an unusual way; pack it as a plain zip"
    elif info.file_size > max_bytes:
        refusal = too_big(max_bytes)
    if refusal:
        return Member(path, refusal=refusal)
    try:
        with archive.open(info) as content:
            return _read_member(content, path, max_bytes)
    except Exception as error:  # zipfile raises many kinds; the other members may be fine
        return Member(path, refusal=damage(error))


def _check_count(file: IO[bytes], count: int) -> None:
    """Raises BadZipFile if the zip says that it has more or fewer than `count` members: zipfile
    doesn't notice when the length of a comment in the list hides the members after it."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size - _LONGEST_COMMENT))
    tail = file.read()
    here, in_all = _END.unpack_from(tail, tail.rindex(b"PK\5\6"))[1:]
    if in_all != 0xFFFF and not here == in_all == count:  # 0xFFFF: the number is elsewhere
        raise BadZipFile("its list of files is incomplete")


def _refuse_overlaps(infos: list[ZipInfo]) -> None:
    """Raises RefusedError if two members share bytes, as in a zip bomb."""
    end, previous = 0, ""
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < 0:
            raise BadZipFile("its beginning is missing")
        if info.header_offset < end:
            names = f"{abbreviate(previous)} and {abbreviate(_zip_name(info))}"
            raise RefusedError(f"has overlapping files, {names}; pack it again")
        end = info.header_offset + _LOCAL_HEADER + info.compress_size
        previous = _zip_name(info)


def _zip_name(info: ZipInfo) -> str:
    """The name as the archive has it, with `/` between folders.

    Compress-Archive of Windows PowerShell 5.1 writes backslashes there. Many programs write UTF-8
    without setting the flag.
    """
    name = info.orig_filename
    if not info.flag_bits & _UTF_8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode()
    return name.replace("\\", "/")
