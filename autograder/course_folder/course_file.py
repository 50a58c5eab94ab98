"""`course.toml`: the assignments of a course, their weights, and their dates by week."""

import re
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Self

import tomlkit
from pydantic import AfterValidator, Field, ValidationError, model_validator

from pacgrid.common.files import read_regular_file

from ..assignments.assignment import MAX_BYTES, describe
from ..course.dates import LatePolicy
from ..course.errors import CourseError
from ..course.lateness import exact
from ..model.strict_model import Line, Points, StrictModel, invalid
from ..model.toml_reader import TomlError, parse_toml

COURSE, DATES = "course.toml", "dates.toml"
"""Files of a course's folder."""
STUDENTS, STAFF, SUBMISSIONS, RESULTS = "students", "staff", "submissions", "results"
BLIND_RESULTS, TIMES = "blind_results", "times"
"""Its folders that are none of an assignment."""

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WHEN = re.compile(rf"week ([1-9]\d?) ({'|'.join(_DAYS)}) ([01]\d|2[0-3]):([0-5]\d)", re.ASCII)


def _check_when(text: str) -> str:
    if not _WHEN.fullmatch(text):
        raise invalid(f"{text!r} is no time of the course; write one such as 'week 2 Friday 23:59'")
    return text


def _check_folder(name: str) -> str:
    own = (STUDENTS, STAFF, SUBMISSIONS, RESULTS, BLIND_RESULTS, TIMES)
    if not re.fullmatch(r"\w[\w-]*", name, re.ASCII) or name.lower() in own:
        raise invalid(
            f"{name!r} is no name for an assignment's folder; write one such as '1_games'"
        )
    return name


When = Annotated[str, AfterValidator(_check_when)]


def at(when: str, start: date) -> datetime:
    """The time `when`, such as `week 2 Friday 23:59`, of a course whose week 1 begins on `start`.

    >>> at("week 2 Friday 23:59", date(2027, 1, 11))
    datetime.datetime(2027, 1, 22, 23, 59)
    """
    match = _WHEN.fullmatch(when)
    assert match  # a validator has checked it
    week, day, hour, minute = match.groups()
    days = timedelta(weeks=int(week) - 1, days=_DAYS.index(day))
    return datetime.combine(start + days, time(int(hour), int(minute)))


class LadderPoints(StrictModel):
    """How the points of a ladder are earned."""

    beats: dict[str, Points] = Field(default_factory=dict)
    """By anchor: the points for a rating above its, in its role."""
    rank: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0
    """The points for a rating above all others'; above some of them, their share of it."""

    @property
    def points(self) -> Fraction:
        """All that there are."""
        return sum(map(exact, self.beats.values()), exact(self.rank))

    @model_validator(mode="after")
    def _has_points(self) -> Self:
        if not self.points:
            raise invalid("gives no points; add beats or rank")
        return self


class CourseEntry(LatePolicy):
    """An assignment of the course."""

    folder: Annotated[str, AfterValidator(_check_folder)]
    weight: Points
    """What it counts in the course's total."""
    opens: When
    due: When
    late_days: Annotated[int, Field(ge=0, le=10_000)] | None = None
    ladder: LadderPoints | None = None
    """For a ladder only."""
    without_solutions: bool = False
    """Whether its kit's Pacgrid lacks the agents that solve it."""


class CourseFile(LatePolicy):
    """The whole file."""

    title: Line
    zone: str = "UTC"
    late_days: Annotated[int, Field(ge=0, le=10_000)] = 0
    assignments: Annotated[list[CourseEntry], Field(min_length=1)]

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Reads the file in `folder`.

        Raises:
            CourseError: one line with the file, the key or line, and what is wrong there.
        """
        path = folder / COURSE
        try:
            return cls.model_validate(parse_toml(read_text(path)))
        except TomlError as error:
            raise CourseError(f"{path}:{error}") from None
        except ValidationError as error:
            raise CourseError(f"{path}: {describe(error)}") from None

    @model_validator(mode="after")
    def _folders_differ(self) -> Self:
        folders = [entry.folder.lower() for entry in self.assignments]
        if twice := next((each for each in folders if folders.count(each) > 1), None):
            raise invalid(f"two assignments have the folder {twice!r}; rename one")
        return self

    def share(self, entry: CourseEntry) -> Fraction:
        """The part of the course's total that `entry` counts."""
        return exact(entry.weight) / sum(exact(each.weight) for each in self.assignments)

    def dates_toml(self, titles: list[str], start: date, zone: str) -> str:
        """`dates.toml` of a course whose week 1 begins on `start`, and whose assignments have these
        titles."""
        policy = LatePolicy.model_fields.keys() | {"late_days"}
        document = tomlkit.document()
        document.add(tomlkit.comment(f"Made for a start on {start}. From now on, edit it here."))
        document["zone"] = zone
        document |= self.model_dump(include=policy, exclude_none=True)
        tables = tomlkit.aot()
        for entry, title in zip(self.assignments, titles, strict=True):
            own = {"title": title, "opens": at(entry.opens, start), "due": at(entry.due, start)}
            tables.append(tomlkit.item(own | entry.model_dump(include=policy, exclude_none=True)))
        document["assignments"] = tables
        return tomlkit.dumps(document)


def is_junk(name: str) -> bool:
    """Whether a file or folder with this name is nobody's work, such as `.DS_Store`."""
    return name.startswith(".") or name == "__pycache__"


def read_text(path: Path) -> str:
    """The text of a file of the staff. Raises CourseError."""
    try:
        return read_regular_file(path, MAX_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        raise CourseError(f"{path}: no such file; write it, or name another folder") from None
    except OSError as error:
        raise CourseError(f"{path}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CourseError(f"{path}: is not UTF-8 text; save it as UTF-8") from None
