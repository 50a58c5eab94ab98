"""The members of a tar, compressed or not."""

import bz2
import gzip
import lzma
import tarfile
from collections.abc import Iterator
from functools import partial
from typing import IO, cast

from .bounded_reader import (
    CHUNK,
    TOO_LONG_A_LIST,
    BoundedReader,
    max_listing,
    read_member,
)
from .members import Found, Member, RefusedError, not_a_file, too_big
from .quota import Quota

_MAX_HEADER = 1 << 13
_SKIPPED = 16
"""How many times more is decompressed than is read: what is skipped is decompressed too."""


def tar_members(file: IO[bytes], quota: Quota) -> Iterator[Found]:
    """Each member's name, and a function that reads it.

    Raises:
        RefusedError: the archive can't be accepted.
        Exception: it is damaged. A compressed tar has a checksum at its end, a plain one has none.
    """
    in_all = _SKIPPED * quota.bounds.total
    stream = BoundedReader(_decompressed(file), per_read=CHUNK, in_all=in_all, mend=quota.mend)
    stream.allow(_MAX_HEADER)
    headers_left = max_listing(quota.bounds)
    with tarfile.open(fileobj=stream, mode="r:", encoding="utf-8") as archive:
        end = 0
        while info := archive.next():
            if info.size < 0:  # newer versions of tarfile take this for the end
                raise tarfile.ReadError("a header is invalid")
            headers_left -= info.offset_data - end
            if headers_left < 0:
                raise RefusedError(f"{TOO_LONG_A_LIST}; {quota.mend}")
            end = info.offset_data + info.size
            yield info.name, partial(_read, archive, info, quota, stream)
            stream.allow(_MAX_HEADER)
        _check_end(archive, stream)


def _read(
    archive: tarfile.TarFile,
    info: tarfile.TarInfo,
    quota: Quota,
    stream: BoundedReader,
    path: str,
) -> Member:
    if info.isdir():
        return Member(path, is_folder=True)
    if info.issym() or info.islnk():
        return Member(path, refusal=not_a_file(f"a {'symbolic' if info.issym() else 'hard'} link"))
    if not info.isreg() or info.issparse():
        return Member(path, refusal=not_a_file("a sparse file" if info.isreg() else "a device"))
    max_bytes = quota.max_bytes(path)
    if info.size > max_bytes:
        return Member(path, refusal=too_big(max_bytes))
    stream.allow(info.size + CHUNK)
    content = archive.extractfile(info)
    assert content is not None  # it is a regular file
    return read_member(content, path, max_bytes)


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


def _check_end(archive: tarfile.TarFile, stream: BoundedReader) -> None:
    """Raises ReadError if the tar goes on, or is cut off: tarfile stops at a damaged header and at
    the end of the file alike."""
    stream.seek(archive.offset)
    block = stream.read(tarfile.BLOCKSIZE)
    if any(block):
        raise tarfile.ReadError("a header is invalid")
    if len(block) < tarfile.BLOCKSIZE:
        raise tarfile.ReadError("its end is missing")
    stream.read_rest()
