"""Later deadlines: extensions in a file, and accommodations in the roster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from .dates import Dates
from .errors import CourseError
from .local_time import in_utc, read_time
from .people import known, read_people
from .roster import Roster, RosterStudent

_COLUMNS = {
    "until": ("until", "due", "own deadline", "extension"),
    "days": ("days",),
    "assignment": ("assignment", "title"),
    "reason": ("reason", "note"),
}


@dataclass(frozen=True)
class Deadline:
    """When an assignment is due for a student."""

    due: datetime
    """In UTC."""
    reason: str = ""
    """Why it isn't when all others' is: `extension until 2026-11-02 23:59`."""


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
    for row in read_people(path, roster, _COLUMNS):
        if row.cells["assignment"] not in ("", title):
            continue
        student, until, days = known(row), row.cells["until"], row.cells["days"]
        if bool(until) == bool(days):
            raise CourseError(f"{row.place}: {student} needs either until or days; fill in one")
        if student in places:
            raise CourseError(f"{row.place}: {student} has an extension in {places[student]}, too")
        if until:
            due = deadline(until, dates, row.place)
        elif days.isascii() and days.isdigit() and len(days) < 4:
            due = dates.days_later(int(days))
        else:
            raise CourseError(f"{row.place}: {days!r} is not a number of days; write one such as 3")
        reason = f" ({row.cells['reason']})" if row.cells["reason"] else ""
        places[student] = row.place
        found[student] = Deadline(due, f"extension until {dates.shown(due)}{reason}")
    return found


def deadlines(
    roster: Roster, dates: Dates, extensions: Mapping[RosterStudent, Deadline]
) -> tuple[Mapping[RosterStudent, Deadline], Sequence[str]]:
    """When the assignment is due for each student, the latest of all that they have a right to;
    and notes on deadlines that are earlier than everybody's.

    Raises:
        CourseError: an accommodation in the roster can't be used; names its line.
    """
    notes = []
    found = {}
    for student in roster.students:
        place = f"{roster.source}:{student.line}"
        own = [extensions[student]] if student in extensions else []
        if student.own_due:
            due = deadline(student.own_due, dates, place)
            own.append(Deadline(due, f"accommodation until {dates.shown(due)}"))
        if student.time_factor and student.time_factor > 1:
            later = dates.with_factor(student.time_factor)
            if later is None:
                raise CourseError(
                    f"{place}: {student} has a time factor, but the dates don't say when the "
                    "assignment opens; add opens"
                )
            own.append(Deadline(later, f"accommodation until {dates.shown(later)}"))
        notes += [
            f"{place}: {each.reason} of {student} is before {dates.shown(dates.due)}, when it is"
            " due for all, so it isn't used"
            for each in own
            if each.due < dates.due
        ]
        found[student] = max([Deadline(dates.due), *own], key=lambda each: each.due)
    return found, notes


def deadline(text: str, dates: Dates, place: str) -> datetime:
    """The time in a text of the staff, in UTC. Raises CourseError, which names the place."""
    try:
        time = read_time(text)
    except ValueError:
        raise CourseError(
            f"{place}: {text!r} is not a time; write one such as 2026-10-30 23:59"
        ) from None
    try:
        return in_utc(time, dates.zone)
    except ValueError as error:
        raise CourseError(f"{place}: {error}") from None
