"""The members of a zip."""

import stat
import struct
from collections.abc import Iterator
from functools import partial
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from .bounded_reader import BoundedReader, max_listing, read_member
from .members import (
    Found,
    Member,
    RefusedError,
    abbreviate,
    damage,
    not_a_file,
    too_big,
)
from .quota import Quota

_ENCRYPTED = 0x1
_UTF_8 = 0x800
_LOCAL_HEADER = 30
_END = struct.Struct("<4s4xHH8x2x")
_LONGEST_COMMENT = 0xFFFF


def zip_members(file: IO[bytes], quota: Quota) -> Iterator[Found]:
    """Each member's name, and a function that reads it.

    Raises:
        RefusedError: the archive can't be accepted.
        Exception: it is damaged.
    """
    reader = BoundedReader(file, per_read=max_listing(quota.bounds), mend=quota.mend)
    with ZipFile(reader) as archive:
        infos = archive.infolist()
        _check_count(file, len(infos))
        _refuse_overlaps(infos)
        for info in infos:
            yield _name(info), partial(_read, archive, info, quota)


def _read(archive: ZipFile, info: ZipInfo, quota: Quota, path: str) -> Member:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return Member(path, refusal=not_a_file("a symbolic link"))
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return Member(path, refusal=not_a_file("a device or a pipe"))
    if _name(info).endswith("/") and not info.file_size:
        return Member(path, is_folder=True)
    if info.flag_bits & _ENCRYPTED:
        return Member(path, refusal="is encrypted; pack it without a password")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return Member(path, refusal="is compressed in an unusual way; pack it as a plain zip")
    max_bytes = quota.max_bytes(path)
    if info.file_size > max_bytes:
        return Member(path, refusal=too_big(max_bytes))
    try:
        with archive.open(info) as content:
            return read_member(content, path, max_bytes)
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
            names = f"{abbreviate(previous)} and {abbreviate(_name(info))}"
            raise RefusedError(f"has overlapping files, {names}; pack it again")
        end = info.header_offset + _LOCAL_HEADER + info.compress_size
        previous = _name(info)


def _name(info: ZipInfo) -> str:
    """The name as the archive has it. Many programs write UTF-8 without setting the flag."""
    if not info.flag_bits & _UTF_8:
        try:
            return info.orig_filename.encode("cp437").decode()
        except UnicodeError:
            pass
    return info.orig_filename
