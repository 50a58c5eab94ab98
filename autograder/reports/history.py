"""What has changed since submissions were graded before: a note for the staff."""

from collections.abc import Mapping, Sequence
from math import isclose

from ..batch.grading_version import GradingVersion, RecordedGrade
from ..batch.journal import Journal, recorded
from ..course.lateness import NO_COURSE_ROWS, CourseRow
from ..model.aim import counted
from ..model.fault import faults_of
from ..model.grade import Grade

_Pairs = Sequence[tuple[RecordedGrade, RecordedGrade]]
"""An earlier grade and the grade now, of the same students."""


def record(
    journal: Journal,
    grades: Sequence[Grade],
    version: GradingVersion,
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> str:
    """Writes `grades` by `version` into the journal, with what `course_rows` say about dates, by
    the names of the grades. A grade with a fault isn't written. Raises JournalError.

    Returns a note if the version has changed since some submission's latest grade; else "". It says
    `the assignment changed since 2026-03-01 14:02 (UTC): points changed for 3 of 12 submissions
    graded before`, and which hidden tests have new seeds.
    """
    grades_now = [
        recorded(grade, version, course_rows.get(grade.name, CourseRow()))
        for grade in grades
        if not any(faults_of(grade))
    ]
    earlier = [journal.earlier(each) for each in grades_now]
    journal.record(grades_now)
    pairs = [(old, now) for old, now in zip(earlier, grades_now, strict=True) if old]
    is_news = any(old.is_last and old.version != now.version for old, now in pairs)
    return _note(pairs) if is_news else ""


def _note(pairs: _Pairs) -> str:
    since = max(old.written for old, _ in pairs)
    count = sum(_differ(_points(old), _points(now)) for old, now in pairs)
    *some, last = _changed(pairs)
    changed = " and ".join(filter(None, [", ".join(some), last]))
    seeds = dict.fromkeys(name for old, now in pairs for name in old.version.new_seeds(now.version))
    reseeded = f"; hidden tests with new seeds: {', '.join(seeds)}" if seeds else ""
    return (
        f"{changed} changed since {since} (UTC): points changed for {count} of {len(pairs)}"
        f" submissions graded before{reseeded}"
    )


def _changed(pairs: _Pairs) -> list[str]:
    """What has changed, in words."""
    versions = dict.fromkeys(w for old, now in pairs for w in old.version.changes(now.version))
    others = sum(old.grade.digest != now.grade.digest for old, now in pairs)
    return [*versions, *([counted(others, "submission")] if others else [])]


def _points(recorded: RecordedGrade) -> dict[str, float]:
    """The points of all answers, and those that count."""
    answered = {q.name: q.points for q in recorded.grade.questions if q.answered}
    return answered | {"": recorded.points}


def _differ(old: Mapping[str, float], now: Mapping[str, float]) -> bool:
    return old.keys() != now.keys() or not all(
        isclose(old[name], now[name], abs_tol=1e-9) for name in now
    )
