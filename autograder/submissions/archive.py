"""Untrusted archives, read in memory: nothing is unpacked to disk, and no header is trusted."""

from collections.abc import Iterator
from typing import IO

from .members import (
    COURSE,
    SUBMISSION,
    Bounds,
    Member,
    RefusedError,
    damage,
    is_clutter,
    member_path,
    split_top,
)
from .quota import Quota
from .tar_members import tar_members
from .zip_members import zip_members


class ArchiveError(RefusedError):
    """An archive that can't be accepted; says why as the end of a sentence: `is damaged (…)`."""


def scan(file: IO[bytes], name: str, bounds: Bounds = SUBMISSION) -> tuple[Member, ...]:
    """All members but clutter of the archive `file`, in its order; those that can't be read have a
    `refusal`. For more checks of names see `validate`.

    Raises:
        ArchiveError: the archive as a whole can't be accepted.
    """
    return _scan(file, name, Quota(bounds))


def scan_course(
    file: IO[bytes], name: str, bounds: Bounds = COURSE, each: Bounds = SUBMISSION
) -> tuple[Member, ...]:
    """As `scan`, for an archive with a hand-in of each student at its top.

    A hand-in that exceeds `each` is cut off after that. Nothing that a student packs is a reason to
    refuse the others, and every name at the top has a member.

    Raises:
        ArchiveError: the archive as a whole can't be accepted.
    """
    return _scan(file, name, Quota(bounds, each))


def _scan(file: IO[bytes], name: str, quota: Quota) -> tuple[Member, ...]:
    try:
        return tuple(_members(file, name, quota))
    except RefusedError as error:
        raise ArchiveError(str(error)) from None
    except Exception as error:  # zipfile and tarfile raise many kinds for damaged archives
        raise ArchiveError(damage(error)) from None


def _members(file: IO[bytes], name: str, quota: Quota) -> Iterator[Member]:
    find = zip_members if name.lower().endswith(".zip") else tar_members
    only_clutter: set[str] = set()
    for found, read in find(file, quota):
        path, refusal = member_path(found)
        top, rest = split_top(path)
        if not path or not quota.admits(path):
            continue
        if refusal:
            yield quota.add(Member(path, refusal=refusal))
        elif not is_clutter(rest if quota.each else path):
            yield quota.add(read(path))
        elif quota.each and top not in only_clutter:
            only_clutter.add(top)
            yield quota.add(Member(top, is_folder=True))
