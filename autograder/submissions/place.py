"""Where submissions are: a folder on disk, or an archive, looked at in the same way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from pacgrid.autograder.submissions import folder
from pacgrid.autograder.submissions.members import SUBMISSION, Member


class Place(Protocol):
    """A folder on disk or in an archive."""

    @property
    def entries(self) -> Sequence[tuple[str, bool]]:
        """What is in it, in alphabetical order, and whether it is a folder.

        Raises:
            OSError: it can't be read.
        """

    def inside(self, name: str) -> "Place":
        """The folder `name` in it."""

    def files(self, name: str) -> Sequence[Member]:
        """What goes by the name of a file in it: in an archive, that may be more than one."""

    def members(self) -> Sequence[Member]:
        """All that is in it.

        Raises:
            OSError: a folder can't be read.
        """


@dataclass(frozen=True)
class OnDisk:
    """A folder on disk. Nothing in it is read before it is asked for."""

    folder: Path

    @cached_property
    def entries(self) -> Sequence[tuple[str, bool]]:
        return folder.entries(self.folder)

    def inside(self, name: str) -> "OnDisk":
        return OnDisk(self.folder / name)

    def files(self, name: str) -> Sequence[Member]:
        return [folder.read_file(self.folder / name, SUBMISSION.of(name))]

    def members(self) -> Sequence[Member]:
        return list(folder.walk(self.folder, SUBMISSION))


@dataclass(frozen=True)
class InArchive:
    """A folder in an archive that has been read."""

    held: Sequence[Member]

    @cached_property
    def entries(self) -> Sequence[tuple[str, bool]]:
        tops = {(top, bool(rest) or m.is_folder) for m in self.held for top, rest in [_split(m)]}
        return sorted(tops)

    @cached_property
    def _by_top(self) -> dict[str, list[Member]]:
        found: dict[str, list[Member]] = {}
        for member in self.held:
            found.setdefault(_split(member)[0], []).append(member)
        return found

    def inside(self, name: str) -> "InArchive":
        found = [(member, _split(member)[1]) for member in self._by_top[name]]
        return InArchive([replace(member, path=rest) for member, rest in found if rest])

    def files(self, name: str) -> Sequence[Member]:
        return [m for m in self._by_top[name] if m.path == name and not m.is_folder]

    def members(self) -> Sequence[Member]:
        return self.held


def _split(member: Member) -> tuple[str, str]:
    top, _, rest = member.path.partition("/")
    return top, rest
