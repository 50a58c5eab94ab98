"""How late a submission is, and what that costs, exact, from fractions; and the late days that
students have used."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..model.grade import Grade
from ..model.outcome import counted
from ..model.schema import StrictModel
from .roster import CourseError, Roster, RosterStudent, read_people, whole_number

DAY = timedelta(days=1)
_DENOMINATOR = 1_000_000


Count = Annotated[int, Field(ge=0, le=10_000)]
_Percent = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]


class LatePolicy(StrictModel):
    """What lateness costs in an assignment, or in all of them."""

    grace_minutes: Count = 0
    """Lateness that costs nothing. Beyond it, days count from the deadline."""
    percent_per_day: _Percent = 0
    percent_at_most: _Percent = 100
    closes_after_days: Count | None = None
    """A submission that is more days late than this gets no points."""


@dataclass(frozen=True)
class Lateness:
    """How late a submission is, and what follows."""

    by: timedelta = timedelta()
    """How long after the deadline; negative if before."""
    days: int = 0
    """Days of 24 hours that have begun after the deadline; 0 within the grace."""
    used: int = 0
    """How many late days it used."""
    percent: Fraction = Fraction(0)
    is_closed: bool = False
    """Whether it came so late that it gets no points."""

    @property
    def rule(self) -> str:
        """The rule that counted: `on time`, `grace: 12 min late`, `1 late day used; 10 % off`."""
        if self.is_closed:
            return f"{counted(self.days, 'day')} late: nothing counts"
        if not self.days:
            return f"grace: {duration(self.by)} late" if self.by > timedelta() else "on time"
        used = f"{counted(self.used, 'late day')} used" if self.used else ""
        off = f"{decimal(self.percent)} % off" if self.percent else ""
        late = f"{counted(self.days, 'day')} late" if self.days > self.used else ""
        return "; ".join(filter(None, [used, f"{off}: {late}" if off else late]))

    def points_after(self, points: Fraction) -> Fraction:
        """What is left of `points`; never less than 0."""
        return max(min(Fraction(0), points), points * (1 - self.percent / 100))


def lateness(
    submitted: datetime, due: datetime, policy: LatePolicy, late_days_left: int = 0
) -> Lateness:
    """How late a submission is, of a student who may still use so many late days here; both times
    have a time zone. Late days are used at once, as many as help."""
    by = submitted - due
    if by <= timedelta(minutes=policy.grace_minutes):
        return Lateness(by)
    days = -(-by // DAY)
    if policy.closes_after_days is not None and days > policy.closes_after_days:
        return Lateness(by, days, percent=Fraction(100), is_closed=True)
    used = min(days, max(0, late_days_left))
    per_day, at_most = (
        Fraction(str(percent)) for percent in (policy.percent_per_day, policy.percent_at_most)
    )
    return Lateness(by, days, used, min((days - used) * per_day, at_most))


@dataclass(frozen=True)
class CourseRow:
    """When and with whom a submission was handed in, and which rule counted."""

    section: str = ""
    partners: tuple[str, ...] = ()
    submitted: str = ""
    """When it came, in the course's time zone; "" if that isn't known."""
    due: str = ""
    lateness: Lateness | None = None
    """None without dates, or if it isn't known when it was handed in."""
    late_days_left: int | None = None
    rule: str = ""
    """The rule that counted: `on time`, `extension until 2026-11-02 23:59; on time`."""

    @property
    def late(self) -> str:
        """How late it was: `3 d 4 h`; "" if it wasn't."""
        by = self.lateness.by if self.lateness else None
        return duration(by) if by and by.total_seconds() > 0 else ""

    def final(self, grade: Grade) -> Fraction | None:
        """The points of `grade` that count; None if it has none."""
        if grade.total is None:
            return None
        points = exact(grade.total)
        if self.lateness is None:
            return points
        return self.lateness.points_after(points)

    def line(self, grade: Grade, *, has_hidden_tests: bool = False) -> str:
        """The rule and, if it costs any, the points that count; "" if there is no rule. With hidden
        tests, students don't learn the points yet."""
        final = self.final(grade)
        is_less = bool(self.lateness and self.lateness.percent)
        if final is None or has_hidden_tests or not is_less:
            return self.rule
        return f"{self.rule}; {decimal(final)} points count"


NO_COURSE_ROWS: Mapping[str, CourseRow] = {}


def exact(points: float) -> Fraction:
    """The fraction that the points of a grade stand for: 1/3 for 0.3333333333333333."""
    return Fraction(points).limit_denominator(_DENOMINATOR)


def duration(time: timedelta) -> str:
    """`3 d 4 h`, `12 min`, `20 s`: the two largest units."""
    seconds = int(time.total_seconds())
    parts = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        parts += [f"{count} {unit}"] if count else []
    return " ".join(parts[:2]) or "0 s"


def decimal(number: Fraction) -> str:
    """`2`, `2.5`, `0.33`, `0.13` for 1/8: two decimals, halves up."""
    whole, hundredths = divmod((abs(number) * 200 + 1) // 2, 100)
    sign = "-" * (number < 0 and whole + hundredths > 0)
    return f"{sign}{whole}.{hundredths:02}".rstrip("0").rstrip(".")


LATE_DAYS = "lateness.csv"
_USED = "late days used"
LATE_DAYS_HEADINGS = (
    "identifier",
    "name",
    "submitted",
    "due",
    "late",
    _USED,
    "late days left",
    "rule",
)


def used_before(files: Iterable[Path], roster: Roster) -> Mapping[RosterStudent, int]:
    """How many late days each student has used, as the `files` of earlier assignments say.

    Raises:
        CourseError: a file can't be read, or a number in it isn't one; names the line.
    """
    used: Counter[RosterStudent] = Counter()
    for path in files:
        for row in read_people(path, roster, {_USED: (_USED,)}, _USED):
            text = row.cells[_USED] or "0"
            if (days := whole_number(text)) is None:
                raise CourseError(f"{row.place}: {text!r} is not a number of late days; correct it")
            if row.student:
                used[row.student] += days
    return used
