"""Grades of the same students before something changed: the assignment, or what they handed in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..batch.grading_version import GradingVersion, RecordedGrade
from ..batch.journal import Journal, recorded
from ..course.course_row import NO_COURSE_ROWS, CourseRow
from ..model.aim import counted
from ..model.fault import faults_of
from ..model.grade import Grade
from .comparison import Change, compare


@dataclass(frozen=True)
class History:
    """Old grades, and the grades `now` of the same students."""

    old: Sequence[RecordedGrade]
    now: Sequence[RecordedGrade]

    @property
    def is_news(self) -> bool:
        """Whether the version has changed since some submission's latest grade."""
        pairs = zip(self.old, self.now, strict=True)
        return any(old.is_last and old.version != now.version for old, now in pairs)

    @property
    def changes(self) -> list[Change]:
        """The old and new points of each submission."""
        return compare(self.old, self.now)

    def __str__(self) -> str:
        """`the assignment changed since 2026-03-01 14:02 (UTC): points changed for 3 of 12
        submissions graded before`; and which hidden tests have new seeds, if any."""
        since = max(earlier.written for earlier in self.old)
        count = sum(change.differs for change in self.changes)
        new_seeds = dict.fromkeys(
            name
            for old, now in zip(self.old, self.now, strict=True)
            for name in old.version.new_seeds(now.version)
        )
        reseeded = f"; hidden tests with new seeds: {', '.join(new_seeds)}" if new_seeds else ""
        *some, last = self._changed or ["results"]
        changed = " and ".join(filter(None, [", ".join(some), last]))
        return (
            f"{changed} changed since {since} (UTC): points changed for {count} of"
            f" {len(self.old)} submissions graded before{reseeded}"
        )

    @property
    def _changed(self) -> list[str]:
        pairs = list(zip(self.old, self.now, strict=True))
        versions = dict.fromkeys(w for old, now in pairs for w in old.version.changes(now.version))
        others = sum(old.grade.digest != now.grade.digest for old, now in pairs)
        return [*versions, *([counted(others, "submission")] if others else [])]


def record(
    journal: Journal,
    grades: Sequence[Grade],
    version: GradingVersion,
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> History | None:
    """Writes `grades` by `version` into the journal, with what `course_rows` say about dates, by
    the names of the grades. Returns earlier grades of the same students that differ, if there are
    any. A grade with a fault isn't written. Raises JournalError."""
    grades_now = [
        recorded(grade, version, course_rows.get(grade.name, CourseRow()))
        for grade in grades
        if not any(faults_of(grade))
    ]
    earlier = [journal.earlier(each) for each in grades_now]
    journal.record(grades_now)
    known = [(old, now) for old, now in zip(earlier, grades_now, strict=True) if old]
    return History(*zip(*known, strict=True)) if known else None
