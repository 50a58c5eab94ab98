"""When an assignment is due, for all and for each student, when students handed in, how late that
is, and what it costs: exact, from fractions.

Times of hand-ins are in a file, in the download, or in the roster:

- Canvas: the submissions of an assignment from its API, made a CSV. A download's names only have
  `_LATE_`.
- Moodle: `Last modified (submission)` in the grading worksheet, in the time zone of who exports it
  (`col_timesubmitted` of mod/assign/gradingtable.php).
- Blackboard and Brightspace: the names in the download, in the time zone of the course.
- Gradescope: `:created_at:` in submission_metadata.yml, with an offset; `Submission Time`
  in its table of scores.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from pacgrid.common.sanitize import did_you_mean

from ..assignments.assignment import describe
from ..model.grade import Grade
from ..model.outcome import counted
from ..model.schema import Line, StrictModel, TomlError, invalid, parse_toml
from ..submissions.lms import YEARS, read_time
from ..submissions.submission import Submission
from .roster import CourseError, Roster, RosterStudent, read_people, read_staff_file, whole_number

# How late a submission is, and what that costs

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


# The file of dates


def _check_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = available_timezones()
        close = did_you_mean(name, sorted(known)) or "write one such as 'Europe/Berlin'"
        hint = close if known else "this machine knows none; run: pip install tzdata"
        raise invalid(f"unknown time zone {name!r}; {hint}") from None
    return name


def _check_time(time: object) -> object:
    if isinstance(time, date) and not isinstance(time, datetime):
        raise invalid(f"has no time of day; write one, such as {time}T23:59:00")
    if not isinstance(time, datetime):
        raise invalid("is not a time; write one without quotes, such as 2026-10-30T23:59:00")
    if time.year not in YEARS:
        raise invalid(f"the year {time.year} is not plausible; correct it")
    return time


_Time = Annotated[datetime, BeforeValidator(_check_time)]
_UNLIMITED = 10_000


class CoursePolicy(LatePolicy):
    """What an assignment has, or all of them have if they don't say otherwise."""

    group_size: Annotated[int, Field(ge=2, le=100)] = 1
    extensions: Line | None = None
    """The file that says who may hand in later, beside this one."""
    groups: Line | None = None
    """The file that says who worked together, beside this one."""


class AssignmentDates(CoursePolicy):
    """The dates of an assignment."""

    title: Line
    due: _Time
    late_days: Count = _UNLIMITED
    """The most late days that a student may use in this assignment."""
    times: Line | None = None
    """The file that says when students handed in, if neither the download nor the roster does."""
    column: Line | None = None
    """The column of grades in the roster; None: the one called as the assignment."""
    earlier: list[str] = Field(default_factory=list)
    """The `lateness.csv` of earlier assignments, whose late days add up."""


class CourseDates(CoursePolicy):
    """The dates of a course, and the policy of all assignments that don't have their own."""

    zone: Annotated[str, AfterValidator(_check_zone)]
    """The time zone of these dates, and of times in the LMS's files that don't say."""
    late_days: Count = 0
    """How many late days each student has in the course."""
    assignments: Annotated[list[AssignmentDates], Field(min_length=1)]


class Dates:
    """What counts in one assignment."""

    def __init__(self, course: CourseDates, own: AssignmentDates, path: Path, place: str) -> None:
        """Raises CourseError, which names the `place`, for a date that clocks don't show, or show
        twice."""
        common = course.model_fields_set & CoursePolicy.model_fields.keys()
        inherited = {name: getattr(course, name) for name in common - own.model_fields_set}
        self.policy = own = own.model_copy(update=inherited)
        self.titles = [each.title for each in course.assignments]
        self.zone = ZoneInfo(course.zone)
        self.due = staff_time(own.due, self.zone, f"{place}.due")
        self.course_late_days = course.late_days
        self.column = own.column
        self.earlier = tuple(path.parent / name for name in own.earlier)
        self.extensions, self.times, self.groups = (
            path.parent / name if name else None for name in (own.extensions, own.times, own.groups)
        )

    @classmethod
    def load(cls, path: Path, title: str) -> Self:
        """The dates of the assignment called `title` in the TOML file at `path`.

        Raises:
            CourseError: one line with the file, the key or line, and what is wrong there.
        """
        try:
            text = read_staff_file(path).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise CourseError(f"{path}: is not UTF-8 text; write it in TOML") from None
        return cls.parse(text, path, title)

    @classmethod
    def parse(cls, text: str, path: Path, title: str) -> Self:
        """As `load`, of the `text` of the file."""
        try:
            course = CourseDates.model_validate(parse_toml(text))
        except TomlError as error:
            raise CourseError(f"{path}:{error}") from None
        except ValidationError as error:
            raise CourseError(f"{path}: {describe(error)}") from None
        titles = [own.title for own in course.assignments]
        if twice := next((each for each in titles if titles.count(each) > 1), None):
            raise CourseError(f"{path}: two assignments are called {twice!r}; rename one")
        if title not in titles:
            hint = did_you_mean(title, titles) or f"it has {_quoted(titles)}"
            raise CourseError(f"{path}: has no assignment called {title!r}; {hint}")
        number = titles.index(title)
        return cls(course, course.assignments[number], path, f"{path}: assignments.{number}")

    def shown(self, time: datetime) -> str:
        """`2026-10-30 23:59` in the course's time zone."""
        return shown(time, self.zone)

    def days_later(self, days: int) -> datetime:
        """When it is due for a student who has so many days more, in UTC: at the same time of day,
        also where clocks are changed."""
        return (self.due.astimezone(self.zone) + timedelta(days=days)).astimezone(UTC)


def _quoted(titles: Iterable[str]) -> str:
    return ", ".join(map(repr, titles))


# Local times


def staff_time(time: datetime, zone: ZoneInfo, place: str) -> datetime:
    """A time that the staff wrote, in UTC; it is in `zone` unless it has an offset.

    Raises CourseError, which names the `place`: clocks in `zone` skip it, or show it twice.
    """
    first, second = (earliest_in_utc(time.replace(fold=fold), zone) for fold in (0, 1))
    if first == second:
        return first
    name, local = f"{place}: {time:%Y-%m-%d %H:%M}", first.astimezone(zone)
    if local.replace(tzinfo=None) != time:
        raise CourseError(
            f"{name} doesn't exist in {zone.key}, where clocks go forward;"
            f" write {local:%Y-%m-%dT%H:%M}"
        )
    offsets = " or ".join(each.astimezone(zone).isoformat() for each in (first, second))
    raise CourseError(f"{name} comes twice in {zone.key}, where clocks go back; write {offsets}")


def earliest_in_utc(time: datetime, zone: ZoneInfo) -> datetime:
    """As `staff_time`, but the earlier one of two times, and never an error: for times that an LMS
    wrote, which nobody can correct."""
    return (time if time.tzinfo else time.replace(tzinfo=zone)).astimezone(UTC)


def shown(time: datetime, zone: ZoneInfo) -> str:
    """`2026-01-31 12:00` in `zone`; with seconds if there are any."""
    local = time.astimezone(zone)
    return local.strftime("%Y-%m-%d %H:%M" + ":%S" * bool(local.second))


# Extensions

_EXTENSION = {
    "until": ("until", "due", "own deadline", "extension"),
    "days": ("days",),
    "assignment": ("assignment", "title"),
    "reason": ("reason", "note"),
}


@dataclass(frozen=True)
class Deadline:
    """When an assignment is due for a student."""

    due: datetime
    reason: str = ""
    """Why it differs from everybody's: `extension until 2026-11-02 23:59`."""


def read_extensions(
    path: Path, roster: Roster, dates: Dates, title: str
) -> Mapping[RosterStudent, Deadline]:
    """The extensions for the assignment called `title`, in a CSV with a column of identifiers and
    one of times (`until`) or of `days`; it may have the `assignment` and a `reason`.

    Raises:
        CourseError: a row can't be used; names its line.
    """
    found: dict[RosterStudent, Deadline] = {}
    places: dict[RosterStudent, str] = {}
    for row in read_people(path, roster, _EXTENSION):
        if (named := row.cells["assignment"]) not in ("", *dates.titles):
            hint = did_you_mean(named, dates.titles) or f"name one of {_quoted(dates.titles)}"
            raise CourseError(f"{row.place}: no assignment is called {named!r}; {hint}")
        if named not in ("", title):
            continue
        student, until, days = row.known, row.cells["until"], row.cells["days"]
        if bool(until) == bool(days):
            raise CourseError(f"{row.place}: {student} needs either until or days; fill in one")
        if student in places:
            raise CourseError(f"{row.place}: {student} has an extension in {places[student]}, too")
        if until:
            due = _deadline(until, dates, row.place)
        elif (count := whole_number(days, digits=3)) is not None:
            due = dates.days_later(count)
        else:
            raise CourseError(f"{row.place}: {days!r} is not a number of days; write one such as 3")
        reason = f" ({row.cells['reason']})" if row.cells["reason"] else ""
        places[student] = row.place
        found[student] = Deadline(due, f"extension until {dates.shown(due)}{reason}")
    return found


def _deadline(text: str, dates: Dates, place: str) -> datetime:
    """The time in a text of the staff, in UTC. Raises CourseError, which names the place."""
    try:
        time = read_time(text)
    except ValueError:
        raise CourseError(
            f"{place}: {text!r} is not a time; write one such as 2026-10-30 23:59"
        ) from None
    return staff_time(time, dates.zone, place)


# When students handed in


_SUBMITTED = {"submitted": ("submitted", "submitted_at", "time", "submission time")}


def read_times(path: Path, roster: Roster, zone: ZoneInfo) -> Mapping[RosterStudent, datetime]:
    """The times in a file, in UTC: a CSV with a column of identifiers and one that is called
    `submitted`.

    Raises:
        CourseError: it can't be read; names the line.
    """
    if path.suffix.lower() == ".json":
        raise CourseError(f"{path}: is JSON; make a CSV of it, as docs/grading.md shows for Canvas")
    found = {}
    for row in read_people(path, roster, _SUBMITTED, "submitted"):
        text = row.cells["submitted"]
        if row.student and text not in ("", "-"):
            found[row.student] = _lms_time(text, zone, row.place)
    return found


def time_of(
    submission: Submission,
    student: RosterStudent | None,
    times: Mapping[RosterStudent, datetime],
    roster: Roster,
    zone: ZoneInfo,
) -> datetime | None:
    """When `submission`, the last of `student`, was handed in, in UTC; None if nothing says so."""
    if student and student in times:
        return times[student]
    if submission.submitted and submission.submitted.year in YEARS:
        return earliest_in_utc(submission.submitted, zone)
    if student and student.submitted not in ("", "-"):
        return _lms_time(student.submitted, zone, roster.place(student))
    return None


def _lms_time(text: str, zone: ZoneInfo, place: str) -> datetime:
    """The time in a text of an LMS, in UTC. Raises CourseError, which names the place."""
    try:
        return earliest_in_utc(read_time(text), zone)
    except ValueError:
        raise CourseError(
            f"{place}: {text!r} is not a readable time; export the file in English, or give "
            "the times in a file of their own, `times` of --dates"
        ) from None
