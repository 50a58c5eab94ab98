"""Grades of the same submissions by earlier versions."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..batch.grading_version import EarlierGrade, GradingVersion
from ..batch.journal import Journal
from ..model.fault import faults_of
from ..model.grade import Grade
from .comparison import Change, compare


@dataclass(frozen=True)
class History:
    """Old grades, and the grades `now` of the same submissions."""

    old: Sequence[EarlierGrade]
    now: Sequence[Grade]
    version: GradingVersion
    """The version of the grades `now`."""

    @property
    def is_news(self) -> bool:
        """Whether the version has changed since some submission's latest grade."""
        return any(earlier.is_last for earlier in self.old)

    @property
    def changes(self) -> list[Change]:
        """The old and new points of each submission."""
        return compare([earlier.grade for earlier in self.old], self.now)

    def __str__(self) -> str:
        """`the assignment changed since 2026-03-01 14:02 (UTC): points changed for 3 of 12
        submissions graded before`; and which hidden tests have new seeds, if any."""
        changed = dict.fromkeys(w for e in self.old for w in e.version.changes(self.version))
        since = max(earlier.written for earlier in self.old)
        count = sum(change.differs for change in self.changes)
        new_seeds = dict.fromkeys(
            name for e in self.old for name in e.version.new_seeds(self.version)
        )
        reseeded = f"; hidden tests with new seeds: {', '.join(new_seeds)}" if new_seeds else ""
        return (
            f"{' and '.join(changed)} changed since {since} (UTC): points changed for {count} of "
            f"{len(self.old)} submissions graded before{reseeded}"
        )


def record(journal: Journal, grades: Sequence[Grade], version: GradingVersion) -> History | None:
    """Writes `grades` by `version` into the journal. Returns the grades of the same submissions by
    other versions, if there are any. A grade with a fault isn't written. Raises JournalError."""
    earlier = [journal.earlier(grade, version) for grade in grades]
    journal.record([grade for grade in grades if not any(faults_of(grade))], version)
    known = [(e, grade) for e, grade in zip(earlier, grades, strict=True) if e]
    if not known:
        return None
    old, now = zip(*known, strict=True)
    return History(old, now, version)
