"""Untrusted archives, read in memory: nothing is unpacked to disk, and no header is trusted."""

import bz2
import gzip
import lzma
import stat
import tarfile
from collections.abc import Iterator
from io import BufferedIOBase, BytesIO
from pathlib import Path
from typing import IO, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pacgrid.autograder.submissions.members import (
    SUBMISSION,
    Bounds,
    Member,
    RefusedError,
    abbreviate,
    format_size,
    is_clutter,
    relative_path,
    too_big,
    validate,
)
from pacgrid.common.files import open_regular_file

_CHUNK = 1 << 16
_MAX_HEADER = 1 << 13
_ENCRYPTED = 0x1
_UTF_8 = 0x800
_LOCAL_HEADER = 30
_LISTING_TOO_LONG = "has too long a list of files in it; pack only your own files"


class ArchiveError(RefusedError):
    """An archive that can't be accepted; names it, and says what is wrong in it."""


def read_archive(path: Path, bounds: Bounds = SUBMISSION) -> tuple[tuple[str, bytes], ...]:
    """The paths and contents of the files in a zip or tar, in alphabetical order.

    Leaves clutter out. Doesn't open archives inside the archive.

    Raises:
        ArchiveError: something in it can't be accepted, or it exceeds `bounds`.
        OSError: it can't be opened.
    """
    with open_regular_file(path) as file:
        members = scan(file, path.name, bounds)
    try:
        return validate(members, bounds)
    except RefusedError as error:
        raise ArchiveError(f"{abbreviate(path.name)}: {error}") from None


def scan(file: IO[bytes], name: str, bounds: Bounds) -> tuple[Member, ...]:
    """All members of the archive `file`, in its order; those that can't be read have a `refusal`.

    No path leads out of the archive. For other checks of names see `validate`.

    Raises:
        ArchiveError: the archive as a whole can't be accepted.
    """
    read_members = _zip_members if name.lower().endswith(".zip") else _tar_members
    members: list[Member] = []
    total = 0
    try:
        for member in read_members(file, bounds):
            members.append(member)
            total += len(member.content)
            if len(members) > bounds.members:
                raise RefusedError(
                    f"has more than {bounds.members} files and folders; pack only your own files"
                )
            if total > bounds.total:
                raise RefusedError(
                    f"has more than {format_size(bounds.total)} in it; leave big files out, "
                    "or unpack it and name the folder"
                )
    except RefusedError as error:
        raise ArchiveError(f"{abbreviate(name)}: {error}") from None
    except Exception as error:  # zipfile and tarfile raise many kinds for damaged archives
        raise ArchiveError(f"{abbreviate(name)}: {_damage(error)}") from None
    return tuple(members)


# Zip


def _zip_members(file: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    with ZipFile(_BoundedReader(file, per_read=_max_listing(bounds))) as archive:
        infos = archive.infolist()
        _refuse_overlaps(infos)
        for info in infos:
            path = relative_path(_zip_name(info))
            if path and not is_clutter(path):
                yield _zip_member(archive, info, path, bounds)


def _zip_member(archive: ZipFile, info: ZipInfo, path: str, bounds: Bounds) -> Member:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return Member(path, refusal=_not_a_file("a symbolic link"))
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return Member(path, refusal=_not_a_file("a device or a pipe"))
    if info.is_dir():
        return Member(path, is_folder=True)
    if info.flag_bits & _ENCRYPTED:
        return Member(path, refusal="is encrypted; pack it without a password")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return Member(path, refusal="is compressed in an unusual way; pack it as a plain zip")
    max_bytes = bounds.max_bytes(path)
    if info.file_size > max_bytes:
        return Member(path, refusal=too_big(max_bytes))
    try:
        with archive.open(info) as content:
            return _read_member(content, path, max_bytes)
    except Exception as error:  # as in `scan`; the other members may be fine
        return Member(path, refusal=_damage(error))


def _refuse_overlaps(infos: list[ZipInfo]) -> None:
    """Raises RefusedError if two members share bytes, as in a zip bomb."""
    end, previous = 0, ""
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < 0:
            raise BadZipFile("its beginning is missing")
        if info.header_offset < end:
            names = f"{abbreviate(previous)} and {abbreviate(_zip_name(info))}"
            raise RefusedError(f"{names} overlap; pack it again")
        end = info.header_offset + _LOCAL_HEADER + info.compress_size
        previous = _zip_name(info)


def _zip_name(info: ZipInfo) -> str:
    """The name as the archive has it. Many programs write UTF-8 without setting the flag."""
    if not info.flag_bits & _UTF_8:
        try:
            return info.orig_filename.encode("cp437").decode()
        except UnicodeError:
            pass
    return info.orig_filename


# Tar


def _tar_members(file: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    # Skipped members are decompressed too, to reach what follows them: hence the factor.
    stream = _BoundedReader(_decompressed(file), per_read=_CHUNK, in_all=2 * bounds.total)
    stream.allow(_MAX_HEADER)
    headers_left = _max_listing(bounds)
    with tarfile.open(fileobj=stream, mode="r:", encoding="utf-8") as archive:
        end = 0
        while info := archive.next():
            if info.size < 0:  # newer versions of tarfile take this for the end
                raise tarfile.ReadError("a header is invalid")
            headers_left -= info.offset_data - end
            if headers_left < 0:
                raise RefusedError(_LISTING_TOO_LONG)
            end = info.offset_data + info.size
            path = relative_path(info.name)
            if path and not is_clutter(path):
                yield _tar_member(archive, info, path, bounds, stream)
            stream.allow(_MAX_HEADER)
        if not _is_at_end(archive, stream):
            raise tarfile.ReadError("a header is invalid")


def _tar_member(
    archive: tarfile.TarFile,
    info: tarfile.TarInfo,
    path: str,
    bounds: Bounds,
    stream: "_BoundedReader",
) -> Member:
    if info.isdir():
        return Member(path, is_folder=True)
    if info.issym() or info.islnk():
        return Member(path, refusal=_not_a_file(f"a {'symbolic' if info.issym() else 'hard'} link"))
    if not info.isreg() or info.issparse():
        return Member(path, refusal=_not_a_file("a sparse file" if info.isreg() else "a device"))
    max_bytes = bounds.max_bytes(path)
    if info.size > max_bytes:
        return Member(path, refusal=too_big(max_bytes))
    stream.allow(info.size + _CHUNK)
    content = archive.extractfile(info)
    assert content is not None  # it is a regular file
    return _read_member(content, path, max_bytes)


def _decompressed(file: IO[bytes]) -> IO[bytes]:
    """The tar in `file`, which may be compressed; its first bytes say how."""
    magic = file.read(6)
    file.seek(0)
    if magic.startswith(b"\x1f\x8b"):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=file))
    if magic.startswith(b"BZh"):
        return cast("IO[bytes]", bz2.BZ2File(file))
    if magic.startswith(b"\xfd7zXZ\0"):
        return cast("IO[bytes]", lzma.LZMAFile(file))
    return file


def _is_at_end(archive: tarfile.TarFile, stream: "_BoundedReader") -> bool:
    """Whether the tar really ends here: tarfile also stops at a damaged header."""
    stream.seek(archive.offset)
    return not any(stream.read(tarfile.BLOCKSIZE))


# Both


class _BoundedReader(BufferedIOBase):
    """A file that refuses large reads: zipfile and tarfile read as much as a header demands."""

    def __init__(self, file: IO[bytes], per_read: int, in_all: int | None = None) -> None:
        self._file = file
        self._per_read = per_read
        self._in_all = in_all
        self._allowed: int | None = None

    def allow(self, size: int) -> None:
        """Allows `size` more bytes to be read until the next call."""
        self._allowed = size

    def read(self, size: int | None = -1) -> bytes:
        most = self._per_read if self._allowed is None else min(self._per_read, self._allowed)
        wanted = most + 1 if size is None or size < 0 else size
        data = self._file.read(wanted) if wanted <= most + 1 else b""
        if len(data) > most or wanted > most + 1:
            raise RefusedError(_LISTING_TOO_LONG)
        if self._allowed is not None:
            self._allowed -= len(data)
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        if self._in_all is not None and offset > self._in_all:
            raise RefusedError("has too much in it; leave big files out")
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


def _max_listing(bounds: Bounds) -> int:
    """The limit on bytes for names, dates, and other headers."""
    return min(bounds.members << 11, 1 << 24)


def _not_a_file(kind: str) -> str:
    return f"is {kind}; hand in the file itself"


def _damage(error: Exception) -> str:
    lines = str(error).splitlines()
    reason = abbreviate(lines[0]) if lines else type(error).__name__
    return f"is damaged ({reason}); pack it again"
