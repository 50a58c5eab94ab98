"""When assignments are due and what lateness costs: a TOML file of the course."""

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import did_you_mean

from ..assignments.assignment import MAX_BYTES, describe
from ..model.strict_model import Line, StrictModel, invalid
from ..model.toml_reader import TomlError, parse_toml
from .errors import CourseError
from .lateness import LateRules, Share
from .local_time import YEARS, LocalTimeError, in_utc, shown

Counts = Literal["last", "best", "last on time"]
"""Which of several submissions of a student counts."""


class DatesError(CourseError):
    """A file of dates that can't be used."""


def _check_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = available_timezones()
        mend = did_you_mean(name, sorted(known)) or "write one such as 'Europe/Berlin'"
        hint = mend if known else "this machine knows none; run: pip install tzdata"
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
_Count = Annotated[int, Field(ge=0, le=10_000)]
_Percent = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]


_UNLIMITED = 10_000
_LONGEST = timedelta(days=365_000)
"""For an assignment: a later deadline would be in no year that Python knows."""


class LatePolicy(StrictModel):
    """What lateness costs and which attempt counts, in an assignment or in all of them."""

    grace_minutes: _Count | None = None
    percent_per_day: _Percent | None = None
    percent_at_most: _Percent | None = None
    percent_of: Share | None = None
    closes_after_days: _Count | None = None
    counts: Counts | None = None
    group_size: Annotated[int, Field(ge=2, le=100)] | None = None


class AssignmentDates(LatePolicy):
    """The dates of an assignment."""

    title: Line
    """The assignment's title."""
    due: _Time
    opens: _Time | None = None
    late_days: _Count | None = None
    """The most late days here."""
    earlier: list[str] = Field(default_factory=list)
    """Files with the late days that other assignments have used, `lateness.csv`."""


class CourseDates(LatePolicy):
    """The dates of a course, and the policy of all assignments that don't have their own."""

    zone: Annotated[str, AfterValidator(_check_zone)]
    """Of these dates, and of times in the LMS's files that don't say."""
    late_days: _Count = 0
    """How many late days each student has in the course."""
    assignments: Annotated[list[AssignmentDates], Field(min_length=1)]


class Dates:
    """What counts in one assignment."""

    def __init__(self, course: CourseDates, own: AssignmentDates, path: Path) -> None:
        """Raises LocalTimeError for a date that clocks don't show, or show twice."""
        policy = course.model_dump() | {k: v for k, v in own.model_dump().items() if v is not None}
        self.zone = ZoneInfo(course.zone)
        self.due = _in_utc("due", own.due, self.zone)
        self.opens = _in_utc("opens", own.opens, self.zone) if own.opens else None
        self.course_late_days = course.late_days
        self.counts: Counts = policy["counts"] or "last"
        self.group_size: int = policy["group_size"] or 1
        self.earlier = tuple(path.parent / name for name in own.earlier)
        at_most = policy["percent_at_most"]
        self.rules = LateRules(
            timedelta(minutes=policy["grace_minutes"] or 0),
            _UNLIMITED if own.late_days is None else own.late_days,
            Fraction(str(policy["percent_per_day"] or 0)),
            Fraction(100) if at_most is None else Fraction(str(at_most)),
            policy["percent_of"] or "earned",
            policy["closes_after_days"],
        )

    @classmethod
    def load(cls, path: Path, title: str) -> Self:
        """The dates of the assignment called `title` in the file at `path`.

        Raises:
            DatesError: one line with the file, the key or line, and what is wrong there.
        """
        try:
            text = read_regular_file(path, MAX_BYTES).decode("utf-8-sig")
        except OSError as error:
            raise DatesError(f"{path}: can't be read ({error.strerror})") from None
        except UnicodeDecodeError:
            raise DatesError(f"{path}: is not UTF-8 text; write it in TOML") from None
        return cls.parse(text, path, title)

    @classmethod
    def parse(cls, text: str, path: Path, title: str) -> Self:
        """As `load`, of the `text` of the file."""
        try:
            course = CourseDates.model_validate(parse_toml(text))
        except TomlError as error:
            raise DatesError(f"{path}:{error}") from None
        except ValidationError as error:
            raise DatesError(f"{path}: {describe(error)}") from None
        titles = [own.title for own in course.assignments]
        if twice := next((each for each in titles if titles.count(each) > 1), None):
            raise DatesError(f"{path}: two assignments are called {twice!r}; rename one")
        if title not in titles:
            hint = did_you_mean(title, titles) or f"it has {', '.join(map(repr, titles))}"
            raise DatesError(f"{path}: has no assignment called {title!r}; {hint}")
        number = titles.index(title)
        try:
            dates = cls(course, course.assignments[number], path)
        except LocalTimeError as error:
            raise DatesError(f"{path}: assignments.{number}.{error}") from None
        if dates.opens and dates.opens >= dates.due:
            raise DatesError(f"{path}: assignments.{number}.opens: is after it is due; correct one")
        return dates

    def shown(self, time: datetime) -> str:
        """`2026-10-30 23:59` in the course's time zone."""
        return shown(time, self.zone)

    def days_later(self, days: int) -> datetime:
        """When it is due for a student who has so many days more, in UTC: at the same time of day,
        also where clocks are changed."""
        return (self.due.astimezone(self.zone) + timedelta(days=days)).astimezone(UTC)

    def with_factor(self, factor: Fraction) -> datetime | None:
        """When it is due for a student who may work `factor` times as long; None if it isn't known
        when it opens."""
        if self.opens is None:
            return None
        seconds = Fraction((self.due - self.opens) // timedelta(seconds=1)) * factor
        time = min(timedelta(seconds=-(-seconds // 1)), _LONGEST)
        return (self.opens + time).astimezone(UTC)


def _in_utc(key: str, time: datetime, zone: ZoneInfo) -> datetime:
    """`time` in UTC. Raises LocalTimeError, which names the key."""
    try:
        return in_utc(time, zone)
    except LocalTimeError as error:
        raise LocalTimeError(f"{key}: {error}") from None
