"""Where submissions come from: a folder on disk or an archive, read through one interface."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from . import folder
from .members import SUBMISSION, Entry, Member, split_top


class SubmissionSource(Protocol):
    """A folder on disk or in an archive."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Its files and folders, in alphabetical order. Raises OSError."""

    def subfolder(self, name: str) -> "SubmissionSource":
        """The folder `name` in it."""

    def files(self, name: str) -> Sequence[Member]:
        """The files called `name` in it; an archive may have more than one."""

    def members(self) -> Sequence[Member]:
        """All files and folders below it. Raises OSError."""


@dataclass(frozen=True)
class FolderSource:
    """A folder on disk, or `only` some entries of it. Reads a file only when it is asked for."""

    folder: Path
    only: frozenset[str] | None = None

    @cached_property
    def entries(self) -> Sequence[Entry]:
        found = folder.entries(self.folder)
        return [entry for entry in found if self.only is None or entry.name in self.only]

    def subfolder(self, name: str) -> "FolderSource":
        return FolderSource(self.folder / name)

    def files(self, name: str) -> Sequence[Member]:
        return [folder.read_file(self.folder / name, SUBMISSION.max_bytes(name))]

    def members(self) -> Sequence[Member]:
        return list(folder.walk(self.folder, SUBMISSION))


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
