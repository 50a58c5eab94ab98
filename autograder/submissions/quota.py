"""How much of an archive is read: its bounds, in all and for each hand-in."""

from collections import Counter
from dataclasses import replace

from .members import (
    Bounds,
    Member,
    RefusedError,
    format_size,
    split_top,
)

_UNPACK = "unpack it and name the folder"


class Quota:
    """Counts what is read of an archive with the given `bounds`.

    In a course's archive, `each` bounds what is below one name at the top: one student's hand-in.
    """

    def __init__(self, bounds: Bounds, each: Bounds | None = None) -> None:
        self.bounds = bounds
        self.each = each
        self._bytes = 0
        self._members = 0
        self._bytes_below: Counter[str] = Counter()
        self._members_below: Counter[str] = Counter()

    @property
    def mend(self) -> str:
        """What to do about too many files."""
        return _UNPACK if self.each else "pack only your own files"

    def max_bytes(self, path: str) -> int:
        """The size limit of the file at `path`."""
        return (self.each or self.bounds).max_bytes(path)

    def admits(self, path: str) -> bool:
        """Whether the hand-in that `path` belongs to is still within its bounds.

        The member that exceeds them is read, so that the hand-in is refused later.
        """
        top = split_top(path)[0]
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
            raise RefusedError(
                f"has more than {self.bounds.members} files and folders; {self.mend}"
            )
        size, top = len(member.content), split_top(member.path)[0]
        self._members_below[top] += 1
        self._bytes_below[top] += size
        if self._bytes + size <= self.bounds.total:
            self._bytes += size
            return member
        full = f"has more than {format_size(self.bounds.total)} in it"
        if self.each is None:
            raise RefusedError(f"{full}; leave big files out")
        refusal = f"wasn't read, because the archive {full}; {_UNPACK}"
        return replace(member, content=b"", refusal=refusal)
