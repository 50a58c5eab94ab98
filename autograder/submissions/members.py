"""The files and folders of an archive or a folder; neither names nor contents are trusted."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import category, normalize

from pacgrid.errors import PacgridError

MIB = 1 << 20
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
"""What students hand in whole. Only a zip is opened; the others are refused, with what to do."""

_MAX_NAME_BYTES = 255
_MAX_PATH_BYTES = 800
_MAX_RAW_NAME = 1024
_FORBIDDEN = frozenset('<>:"|?*\\')
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\Z", re.IGNORECASE)


class RefusedError(PacgridError):
    """A submission that can't be accepted; the message says why, and how to fix it."""


class Entry(NamedTuple):
    """A name in a folder."""

    name: str
    is_folder: bool


@dataclass(frozen=True)
class Bounds:
    """How much is accepted."""

    total: int
    """The most bytes in all when unpacked, and of an archive inside."""
    file: int
    """The most bytes in one file."""
    members: int
    """The most files and folders."""
    depth: int
    """The most folders within each other."""

    def max_bytes(self, name: str) -> int:
        """The size limit of a file called `name`."""
        return self.total if is_archive(name) else self.file


SUBMISSION = Bounds(total=16 * MIB, file=4 * MIB, members=500, depth=16)
COURSE = Bounds(total=512 * MIB, file=4 * MIB, members=20_000, depth=24)
"""An archive with a whole course's submissions is read into memory."""


@dataclass(frozen=True)
class Member:
    """A file or a folder in an archive or in a folder."""

    path: str
    """Relative path, with `/`."""
    content: bytes = b""
    is_folder: bool = False
    refusal: str = ""
    """Why it can't be accepted, if so, as the end of a sentence: `is a symbolic link`."""
    disk_path: str = ""
    """Its path on disk; "" in an archive."""


def is_archive(name: str) -> bool:
    return name.lower().endswith(".zip")


def is_clutter(path: str) -> bool:
    """Whether the operating system or a tool created it: hidden files, caches and the like."""
    parts = path.split("/")
    return parts[-1].endswith(".pyc") or any(
        (part.startswith(".") and part != "..") or part in ("__MACOSX", "__pycache__")
        for part in parts
    )


def member_path(name: str) -> tuple[str, str]:
    """The normal form of a member's path in an archive, and why it can't be accepted: "" if it can.

    The path is "" for the archive's top folder. It begins as `name` does, so that a path that isn't
    accepted stays with the hand-in that it is in.
    """
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        return abbreviate(name), "is an absolute path; pack the folder again"
    parts = [part for part in name.split("/") if part not in ("", ".")]
    path = "/".join(parts)
    if len(name) > _MAX_RAW_NAME:
        top, rest = split_top(path)
        path = "/".join(filter(None, [top[:_MAX_NAME_BYTES], abbreviate(rest) if rest else ""]))
        return path, "has too long a name; rename it"
    if ".." in parts:
        return path, "leads out of the archive with ..; pack the folder again"
    return path, ""


def split_top(path: str) -> tuple[str, str]:
    """The first part of a member's path, and the rest; a path that leads out has one part only."""
    if path.startswith(("/", "../")):
        return path, ""
    top, _, rest = path.partition("/")
    return top, rest


def validate(members: Iterable[Member], bounds: Bounds) -> tuple[tuple[str, bytes], ...]:
    """The paths and contents of the files among `members`, in alphabetical order.

    Every operating system can store them, and no two names collide.

    Raises:
        RefusedError: for the first member that can't be accepted.
    """
    files: dict[str, bytes] = {}
    claims: dict[str, Entry] = {}
    total = 0
    for count, member in enumerate(members, start=1):
        if count > bounds.members:
            raise RefusedError(
                f"has more than {bounds.members} files and folders; hand in only your own files"
            )
        if refusal := member.refusal or _refusal(member, bounds):
            raise RefusedError(f"{abbreviate(member.path)} {refusal}")
        if member.path in files and not member.is_folder:
            raise RefusedError(f"{abbreviate(member.path)} appears twice; remove one")
        _claim_path(member, claims)
        total += len(member.content)
        if total > bounds.total:
            raise RefusedError(
                f"has more than {format_size(bounds.total)} in all; leave big files out"
            )
        if not member.is_folder:
            files[member.path] = member.content
    return tuple(sorted(files.items()))


def abbreviate(name: str) -> str:
    """`name`, short and printable, for use in a message."""
    short = name if len(name) <= 100 else f"{name[:60]}…{name[-30:]}"
    return short if short.isprintable() and short.strip() == short != "" else ascii(short)


def join(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`, `a, b and 7 more`; for names that a student has chosen."""
    return join_all(names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} more"])


def join_all(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b, c and d`."""
    parts = [abbreviate(name) for name in names]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def format_size(size: int) -> str:
    """`4 MiB`, `100 bytes`."""
    return f"{size / MIB:g} MiB" if size >= MIB else f"{size} bytes"


def too_big(max_bytes: int) -> str:
    """The refusal of a file with more than `max_bytes`."""
    return f"is bigger than {format_size(max_bytes)}; leave it out or make it smaller"


def not_a_file(kind: str) -> str:
    """The refusal of a link, a device and the like."""
    return f"is {kind}; hand in the file itself"


def damage(error: Exception) -> str:
    """The refusal of what can't be unpacked because of `error`."""
    lines = str(error).splitlines()
    reason = abbreviate(lines[0]) if lines else type(error).__name__
    return f"is damaged ({reason}); pack it again"


def _refusal(member: Member, bounds: Bounds) -> str:
    """Why `member` can't be accepted; "" if it can."""
    parts = member.path.split("/")
    if any(category(char) in ("Cc", "Cs") for char in member.path):
        return "has control characters in its name; rename it"
    if forbidden := [char for char in member.path if char in _FORBIDDEN]:
        return f"has {forbidden[0]} in its name, which Windows doesn't allow; rename it"
    if any(part in ("", ".", "..") for part in parts):
        return "is not a valid file name; rename it"
    if any(part[-1] in ". " or part[0] == " " for part in parts):
        return "has a name that begins with a space or ends with a space or a dot; rename it"
    if any(map(is_reserved, parts)):
        return "has a name that Windows reserves for devices; rename it"
    if any(len(part.encode()) > _MAX_NAME_BYTES for part in parts) or (
        len(member.path.encode()) > _MAX_PATH_BYTES
    ):
        return "has too long a name; rename it"
    if len(parts) > bounds.depth:
        return f"is more than {bounds.depth} folders deep; pack the folder it is in"
    if len(member.content) > bounds.max_bytes(member.path):
        return too_big(bounds.max_bytes(member.path))
    return ""


def _claim_path(member: Member, claims: dict[str, Entry]) -> None:
    """Adds `member` and its parent folders to `claims`. Raises RefusedError if a name collides."""
    for path, is_folder in _with_parents(member):
        other, was_folder = claims.setdefault(caseless(path), Entry(path, is_folder))
        if other != path:
            raise RefusedError(
                f"{abbreviate(other)} and {abbreviate(path)} are the same name on some disks; "
                "rename one"
            )
        if is_folder != was_folder:
            raise RefusedError(f"{abbreviate(path)} is both a file and a folder; rename one")


def _with_parents(member: Member) -> Iterator[Entry]:
    parts = member.path.split("/")
    for end in range(1, len(parts)):
        yield Entry("/".join(parts[:end]), is_folder=True)
    yield Entry(member.path, member.is_folder)


def is_reserved(name: str) -> bool:
    """Whether Windows reserves that file name for devices."""
    return bool(_RESERVED.match(name.split(".", maxsplit=1)[0].rstrip()))


def caseless(path: str) -> str:
    """Equal for paths that are the same on a disk that ignores case or Unicode composition."""
    return normalize("NFD", normalize("NFD", path).casefold())
