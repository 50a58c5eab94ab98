"""What an archive or a folder holds: names and contents that nobody has vouched for."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from unicodedata import category, normalize

from pacgrid.errors import PacgridError

MIB = 1 << 20
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
"""How the names of archives end."""

_MOST_IN_NAME = 255
_MOST_IN_PATH = 800
_MOST_READ = 1024
_FORBIDDEN = frozenset('<>:"|?*\\')
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\Z", re.IGNORECASE)


class RefusedError(PacgridError):
    """Something that was handed in can't be accepted; the line says what, and how to mend it."""


@dataclass(frozen=True)
class Bounds:
    """How much may be handed in at once."""

    total: int
    """Bytes in all, unpacked; an archive that is handed in may have as many itself."""
    file: int
    """Bytes in one file."""
    members: int
    """Files and folders in all."""
    depth: int
    """Folders in folders."""

    def of(self, name: str) -> int:
        """Bytes that a file of this name may have."""
        return self.total if is_archive(name) else self.file


SUBMISSION = Bounds(total=16 * MIB, file=4 * MIB, members=500, depth=16)
"""What one submission may have."""
COURSE = Bounds(total=512 * MIB, file=16 * MIB, members=20_000, depth=24)
"""What an archive with a whole course's submissions may have; it is held in memory."""


@dataclass(frozen=True)
class Member:
    """A file or a folder in an archive or in a folder."""

    path: str
    """From the top, with `/`."""
    content: bytes = b""
    is_folder: bool = False
    refused: str = ""
    """Why it can't be accepted, as the end of a sentence: `is a symbolic link`."""
    where: str = ""
    """Where it is on disk; "" if it is in an archive."""


def is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVES)


def is_clutter(path: str) -> bool:
    """Whether computers put it there by themselves, so that nobody misses it."""
    parts = path.split("/")
    return parts[-1].endswith(".pyc") or any(
        part.startswith(".") or part in ("__MACOSX", "__pycache__") for part in parts
    )


def relative(name: str) -> str:
    """The path that an archive's member of this name has from the top, "" for the top itself.

    Raises:
        RefusedError: it may be outside of the archive.
    """
    if len(name) > _MOST_READ:
        raise RefusedError(f"{shown(name)} has too long a name; rename it")
    if name.startswith(("/", "\\")) or re.match("[A-Za-z]:", name):
        raise RefusedError(f"{shown(name)} is an absolute path; pack the folder again")
    if "\\" in name:
        raise RefusedError(
            f"{shown(name)} has a backslash in its name; pack it with / or rename it"
        )
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise RefusedError(f"{shown(name)} leads out of the archive with ..; pack the folder again")
    return "/".join(parts)


def checked(members: Iterable[Member], bounds: Bounds) -> tuple[tuple[str, bytes], ...]:
    """The files among `members` in alphabetical order. They can be written on every disk, and none
    takes another's place there.

    Raises:
        RefusedError: for the first member that can't be accepted.
    """
    files: dict[str, bytes] = {}
    spelled: dict[str, tuple[str, bool]] = {}
    total = 0
    for count, member in enumerate(members, start=1):
        if count > bounds.members:
            raise RefusedError(
                f"has more than {bounds.members} files and folders; hand in your own files alone"
            )
        if fault := member.refused or _fault(member, bounds):
            raise RefusedError(f"{shown(member.path)} {fault}")
        if member.path in files and not member.is_folder:
            raise RefusedError(f"{shown(member.path)} is there twice; leave one out")
        _take_place(member, spelled)
        total += len(member.content)
        if total > bounds.total:
            raise RefusedError(f"has more than {size(bounds.total)} in all; leave big files out")
        if not member.is_folder:
            files[member.path] = member.content
    return tuple(sorted(files.items()))


def shown(name: str) -> str:
    """`name` in a line of text: short, without anything that moves the cursor."""
    short = name if len(name) <= 100 else f"{name[:60]}…{name[-30:]}"
    return short if short.isprintable() and short.strip() == short != "" else ascii(short)


def size(number: int) -> str:
    """`4 MiB`, `100 bytes`."""
    return f"{number / MIB:g} MiB" if number >= MIB else f"{number} bytes"


def too_big(most: int) -> str:
    """Why a member of more than `most` bytes is refused."""
    return f"is bigger than {size(most)}; leave it out or make it smaller"


def _fault(member: Member, bounds: Bounds) -> str:
    parts = member.path.split("/")
    if any(category(char) in ("Cc", "Cs") for char in member.path):
        return "has control characters in its name; rename it"
    if not _FORBIDDEN.isdisjoint(member.path):
        found = next(char for char in member.path if char in _FORBIDDEN)
        return f"has {found} in its name, which not every disk can keep; rename it"
    if any(part in ("", ".", "..") for part in parts):
        return "is no name of a file; rename it"
    if any(part[-1] in ". " or part[0] == " " for part in parts):
        return "has a name that begins with a space or ends with a space or a dot; rename it"
    if any(_RESERVED.match(part.split(".")[0].rstrip()) for part in parts):
        return "has a name that Windows keeps for devices; rename it"
    if any(len(part.encode()) > _MOST_IN_NAME for part in parts) or (
        len(member.path.encode()) > _MOST_IN_PATH
    ):
        return "has too long a name; rename it"
    if len(parts) > bounds.depth:
        return f"is more than {bounds.depth} folders deep; pack the folder that it is in"
    if len(member.content) > bounds.of(member.path):
        return too_big(bounds.of(member.path))
    return ""


def _take_place(member: Member, spelled: dict[str, tuple[str, bool]]) -> None:
    """Note `member` and the folders it is in; raise RefusedError if another is in its place."""
    for path, is_folder in _with_folders(member):
        other, was_folder = spelled.setdefault(caseless(path), (path, is_folder))
        if other != path:
            raise RefusedError(
                f"{shown(other)} and {shown(path)} are one name on some disks; rename one"
            )
        if is_folder != was_folder:
            raise RefusedError(f"{shown(path)} is both a file and a folder; rename one")


def _with_folders(member: Member) -> Iterator[tuple[str, bool]]:
    parts = member.path.split("/")
    for end in range(1, len(parts)):
        yield "/".join(parts[:end]), True
    yield member.path, member.is_folder


def caseless(path: str) -> str:
    """What disks compare that don't know capital letters, or compose characters."""
    return normalize("NFD", normalize("NFD", path).casefold())
