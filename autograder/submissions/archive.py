"""Archives that strangers made, read in memory: nothing is unpacked to disk, and no header is
believed."""

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
    checked,
    is_clutter,
    relative,
    shown,
    size,
    too_big,
)

_CHUNK = 1 << 16
_MOST_IN_HEADER = 1 << 13
_ENCRYPTED = 0x1
_UTF_8 = 0x800
_LOCAL_HEADER = 30


class ArchiveError(RefusedError):
    """An archive that can't be accepted; the line names it and what is wrong in it."""


def read_archive(path: Path, bounds: Bounds = SUBMISSION) -> tuple[tuple[str, bytes], ...]:
    """The files in the zip or tar at `path`, in alphabetical order, without what computers put
    there by themselves. Archives in it are files like others.

    Raises:
        ArchiveError: something in it can't be accepted, or there is too much in it.
        OSError: it can't be opened.
    """
    with path.open("rb") as file:
        members = scan(file, path.name, bounds)
    try:
        return checked(members, bounds)
    except RefusedError as error:
        raise ArchiveError(f"{shown(path.name)}: {error}") from None


def scan(file: IO[bytes], name: str, bounds: Bounds) -> tuple[Member, ...]:
    """All that is in the archive `file`, in its order; what can't be read there is marked as
    refused, and names are only known not to lead out of it.

    Raises:
        ArchiveError: nothing of it can be accepted.
    """
    scanned = _zipped if name.lower().endswith(".zip") else _tarred
    members: list[Member] = []
    kept = 0
    try:
        for member in scanned(file, bounds):
            members.append(member)
            kept += len(member.content)
            if len(members) > bounds.members:
                raise RefusedError(
                    f"has more than {bounds.members} files and folders; pack your own files alone"
                )
            if kept > bounds.total:
                raise RefusedError(
                    f"has more than {size(bounds.total)} in it; leave big files out, "
                    "or unpack it and name the folder"
                )
    except RefusedError as error:
        raise ArchiveError(f"{shown(name)}: {error}") from None
    except Exception as error:  # whatever a stranger's bytes make of zipfile and tarfile
        raise ArchiveError(f"{shown(name)}: {_damage(error)}; pack it again") from None
    return tuple(members)


def _zipped(file: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    with ZipFile(_Bounded(file, at_once=_most_listed(bounds))) as archive:
        infos = archive.infolist()
        _refuse_overlaps(infos)
        for info in infos:
            path = relative(_name(info))
            if path and not is_clutter(path):
                yield _unzipped(archive, info, path, bounds)


def _unzipped(archive: ZipFile, info: ZipInfo, path: str, bounds: Bounds) -> Member:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        link = kind == stat.S_IFLNK
        return Member(path, refused=_no_file("a symbolic link" if link else "a device or a pipe"))
    if info.is_dir():
        return Member(path, is_folder=True)
    if info.flag_bits & _ENCRYPTED:
        return Member(path, refused="is encrypted; pack it without a password")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return Member(path, refused="is compressed in an unusual way; pack it as a plain zip")
    most = bounds.of(path)
    if info.file_size > most:
        return Member(path, refused=too_big(most))
    try:
        with archive.open(info) as content:
            return _read(content, path, most)
    except Exception as error:  # as above, but the others may be sound
        return Member(path, refused=f"{_damage(error)}; pack it again")


def _refuse_overlaps(infos: list[ZipInfo]) -> None:
    """Raise RefusedError if two members share bytes, as they do in bombs."""
    end, before = 0, ""
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < 0:
            raise BadZipFile("its beginning is missing")
        if info.header_offset < end:
            raise RefusedError(f"{shown(before)} and {shown(_name(info))} overlap; pack it again")
        end = info.header_offset + _LOCAL_HEADER + info.compress_size
        before = _name(info)


def _name(info: ZipInfo) -> str:
    """Its name as it stands in the archive. Many programs write UTF-8 and don't say so."""
    if not info.flag_bits & _UTF_8:
        try:
            return info.orig_filename.encode("cp437").decode()
        except UnicodeError:
            pass
    return info.orig_filename


def _tarred(file: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    # What isn't wanted has to be read too, to come to what is behind it.
    stream = _Bounded(_unpacked(file), at_once=_CHUNK, in_all=2 * bounds.total)
    stream.allow(_MOST_IN_HEADER)
    listed = _most_listed(bounds)
    with tarfile.open(fileobj=stream, mode="r:", encoding="utf-8") as archive:
        end = 0
        while info := archive.next():
            listed -= info.offset_data - end
            if listed < 0 or info.size < 0:
                raise RefusedError("has too long a list of files in it; pack your own files alone")
            end = info.offset_data + info.size
            path = relative(info.name)
            if path and not is_clutter(path):
                yield _untarred(archive, info, path, bounds, stream)
            stream.allow(_MOST_IN_HEADER)
        if not _has_ended(archive, stream):
            raise tarfile.ReadError("a header isn't one")


def _untarred(
    archive: tarfile.TarFile, info: tarfile.TarInfo, path: str, bounds: Bounds, stream: "_Bounded"
) -> Member:
    if info.isdir():
        return Member(path, is_folder=True)
    if info.issym() or info.islnk():
        return Member(path, refused=_no_file("a symbolic link" if info.issym() else "a hard link"))
    if not info.isreg() or info.issparse():
        return Member(path, refused=_no_file("a sparse file" if info.isreg() else "a device"))
    most = bounds.of(path)
    if info.size > most:
        return Member(path, refused=too_big(most))
    stream.allow(info.size + _CHUNK)
    content = archive.extractfile(info)
    assert content is not None  # it is a regular file
    return _read(content, path, most)


def _unpacked(file: IO[bytes]) -> IO[bytes]:
    """The tar in what may be a compressed tar; its first bytes tell."""
    magic = file.read(6)
    file.seek(0)
    if magic.startswith(b"\x1f\x8b"):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=file))
    if magic.startswith(b"BZh"):
        return cast("IO[bytes]", bz2.BZ2File(file))
    if magic.startswith(b"\xfd7zXZ\0"):
        return cast("IO[bytes]", lzma.LZMAFile(file))
    return file


def _has_ended(archive: tarfile.TarFile, stream: "_Bounded") -> bool:
    """Whether it ends where reading did: tarfile takes a damaged header for the end."""
    stream.seek(archive.offset)
    return not any(stream.read(tarfile.BLOCKSIZE))


class _Bounded(BufferedIOBase):
    """A file of which nobody reads more than they should: zipfile and tarfile read as much as a
    stranger's header tells them to."""

    def __init__(self, file: IO[bytes], at_once: int, in_all: int | None = None) -> None:
        self._file = file
        self._at_once = at_once
        self._in_all = in_all
        self._allowed: int | None = None

    def allow(self, number: int) -> None:
        """Let `number` bytes be read until this is called again."""
        self._allowed = number

    def read(self, number: int | None = -1) -> bytes:
        most = self._at_once if self._allowed is None else min(self._at_once, self._allowed)
        wanted = most + 1 if number is None or number < 0 else number
        data = self._file.read(wanted) if wanted <= most + 1 else b""
        if len(data) > most or wanted > most + 1:
            raise RefusedError("has too long a list of files in it; pack your own files alone")
        if self._allowed is not None:
            self._allowed -= len(data)
        return data

    def seek(self, place: int, whence: int = 0) -> int:
        if self._in_all is not None and place > self._in_all:
            raise RefusedError("has too much in it; leave big files out")
        return self._file.seek(place, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def _read(content: IO[bytes], path: str, most: int) -> Member:
    """Read in pieces, and stop when it is too much."""
    pieces = BytesIO()
    while piece := content.read(_CHUNK):
        pieces.write(piece)
        if pieces.tell() > most:
            return Member(path, refused=too_big(most))
    return Member(path, pieces.getvalue())


def _most_listed(bounds: Bounds) -> int:
    """Bytes that names, dates, and the like may take."""
    return min(bounds.members << 11, 1 << 24)


def _no_file(what: str) -> str:
    return f"is {what}; hand in the file itself"


def _damage(error: Exception) -> str:
    lines = str(error).splitlines()
    return f"is damaged ({shown(lines[0]) if lines else type(error).__name__})"
