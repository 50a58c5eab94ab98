"""What the same submissions got before, when the assignment, pacgrid or the sandbox was another."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.autograder.batch.grading_version import Earlier, GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.reports.comparison import Change, compare


@dataclass(frozen=True)
class History:
    """Old grades, and the grades `now` of the same submissions."""

    old: Sequence[Earlier]
    now: Sequence[Grade]
    version: GradingVersion
    """Of those now."""

    @property
    def is_news(self) -> bool:
        """Whether something was graded now for the first time since the change."""
        return any(earlier.is_last for earlier in self.old)

    @property
    def changes(self) -> list[Change]:
        """Old and new side by side."""
        return compare([earlier.grade for earlier in self.old], self.now)

    def __str__(self) -> str:
        """`the assignment changed since 2026-03-01 14:02 (UTC): 3 of 12 submissions graded before
        get other points`."""
        found = dict.fromkeys(w for e in self.old for w in e.version.changes(self.version))
        what = " and ".join(found)
        since = max(earlier.written for earlier in self.old)
        other = sum(change.differs for change in self.changes)
        return (
            f"{what} changed since {since} (UTC): {other} of {len(self.old)} "
            f"submissions graded before get other points"
        )


def record(journal: Journal, grades: Sequence[Grade], version: GradingVersion) -> History | None:
    """Write `grades`, which `version` gave, into the journal. Returns what it knows of the same
    submissions from other editions, if it knows anything. Raises JournalError."""
    earlier = [journal.earlier(grade, version) for grade in grades]
    journal.record(grades, version)
    known = [(e, grade) for e, grade in zip(earlier, grades, strict=True) if e]
    if not known:
        return None
    old, now = zip(*known, strict=True)
    return History(old, now, version)
