"""How learning management systems (LMS) name the files and folders of a bulk download.

An LMS puts a prefix of its own before the name that a student gave a file. So each name is read
from the left, and no further than the prefix: what comes after it can't make a file another
student's. In Moodle and Brightspace a student may also have chosen their own name, but not the
number beside it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from .members import Entry


@dataclass(frozen=True)
class LmsEntry:
    """What the name of a file or folder in a bulk download says."""

    entry: Entry
    student: str
    """The LMS's name for the student: a login or a group in some systems."""
    identifier: str
    """The student's number or login, or the submission's number if students aren't named."""
    file: str
    """The name of the student's file; "" for a folder, which has files with their own names."""
    key: str
    """The same for all entries of one student, and different for other students."""
    unnumbered: str = ""
    """The name of the student's file without a number that the LMS added to it."""
    attempt: str = ""
    """Sorts later attempts after earlier ones."""
    submitted: datetime | None = None
    """When it was handed in, in the LMS's time zone, if the name says so."""
    is_late: bool = False
    """Whether the name says that it was late."""
    is_note: bool = False
    """The LMS wrote it, or it is text typed into a web page: not a file that was handed in."""
    rival: str = ""
    """Another student that the name could mean, if it is ambiguous: `bob (22)`."""
    prefix: str = ""
    """What the LMS put before the student's file; of a folder, its name with a `/`."""

    def __post_init__(self) -> None:
        if not self.prefix:  # which stays the same if the file is renamed
            name = self.entry.name
            prefix = f"{name}/" if self.entry.is_folder else name.removesuffix(self.file)
            object.__setattr__(self, "prefix", prefix)

    @property
    def owner(self) -> str:
        """`ada (11)`"""
        return f"{self.student} ({self.identifier})"


# Moodle: `Ada Lovelace_1234567_assignsubmission_file_` is a student's folder, or the prefix of a
# student's files. Moodle replaces each `_` in a student's name. Text typed into the web page has
# `onlinetext`.

_MOODLE = re.compile(
    r"(?P<student>[^_]+)_(?P<id>[0-9]+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?",
    re.DOTALL,
)


def _moodle(entry: Entry) -> LmsEntry | None:
    if not (match := _MOODLE.fullmatch(entry.name)):
        return None
    student, number, kind, file = match.group("student", "id", "kind", "file")
    return LmsEntry(
        entry,
        "" if student == "Participant" else student,  # blind marking calls everyone so
        number,
        file or "",
        key=f"{student}_{number}",
        is_note=kind == "onlinetext",
    )


# Canvas: `lovelaceada_LATE_4321_98765_agent-1.py`: the student's name (its letters and digits, in
# lower case), the student's number, the file's number, and the file. A file that is handed in again
# gets `-1` after its name. A student's own name may end like `_4321_98765`, and so may a file's
# begin: then two students could have handed it in.

_CANVAS = re.compile(
    r"(?P<student>\w+?)(?P<late>_LATE)?_(?P<id>[1-9][0-9]+)_[1-9][0-9]+_(?P<file>.+)", re.DOTALL
)
_CANVAS_NUMBERS = re.compile(
    r"(?=_(?P<id>[1-9][0-9]+)_(?:[1-9][0-9]{2,}_.|(?:text|link)\.html\Z))", re.DOTALL
)
_CANVAS_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?(?P<student>anon)_(?P<id>[^\W_]+)_[1-9][0-9]+_(?P<file>.+)", re.DOTALL
)
_CANVAS_TEXT = re.compile(
    r"(?P<student>\w+?)(?P<late>_LATE)?_(?P<id>[1-9][0-9]+)_(?:text|link)\.html"
)
_NUMBERED = re.compile(r"(.+?)-\d+((?:\.[A-Za-z]\w*)+)", re.DOTALL)


def _canvas(entry: Entry) -> LmsEntry | None:
    if entry.is_folder:
        return None
    anonymous = _CANVAS_ANONYMOUS.fullmatch(entry.name)
    text = _CANVAS_TEXT.fullmatch(entry.name)
    named = _CANVAS.fullmatch(entry.name)
    match = anonymous or named or text
    if not match or match["student"] != match["student"].lower():
        return None
    file = "" if match is text else match["file"]
    numbered = _NUMBERED.fullmatch(file)
    return LmsEntry(
        entry,
        "" if anonymous else match["student"],
        match["id"],
        file,
        key=f"{match['student']}_{match['id']}",
        unnumbered="".join(numbered.groups()) if numbered else "",
        is_late=bool(match["late"]),
        is_note=match is text,
        rival="" if anonymous else _rival(entry.name, match["id"]),
    )


def _rival(name: str, identifier: str) -> str:
    """Another student that the name of a file from Canvas could mean; "" if there is none."""
    for other in _CANVAS_NUMBERS.finditer(name):
        student = name[: other.start()].removesuffix("_LATE")
        if other["id"] != identifier and re.fullmatch(r"\w+", student):
            return f"{student} ({other['id']})"
    return ""


# Blackboard: `Assignment 1_ada12_attempt_2026-01-31-12-00-00_agent.py`, and a note about each
# attempt, whose name ends after the date. The note says which part is the login: the assignment's
# title and the login may both have `_` in them.

_BLACKBOARD = re.compile(
    r"(?P<key>.+?_[^_].*?)_attempt_(?P<date>[0-9]{4}(?:-[0-9]{2}){5})(?:\.txt|_(?P<file>.+))",
    re.DOTALL,
)


def _blackboard(entry: Entry) -> LmsEntry | None:
    match = _BLACKBOARD.fullmatch(entry.name)
    if entry.is_folder or not match:
        return None
    key, file, date = match.group("key", "file", "date")
    login = key.rpartition("_")[2]
    try:
        submitted = datetime(*map(int, date.split("-")))  # type: ignore[arg-type]
    except ValueError:
        return None
    return LmsEntry(
        entry,
        login,
        login,
        file or "",
        key=key,
        attempt=date,
        submitted=submitted,
        is_note=not file,
    )


# Brightspace: `12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM` is an attempt's folder, or the
# prefix of an attempt's files. The first number is the student's.

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BRIGHTSPACE = re.compile(
    r"(?P<id>[0-9]+)-[0-9]+ - (?P<student>.+?) - "
    r"(?P<month>[A-Z][a-z]{2})[a-z.]* (?P<day>[0-9]{1,2}), (?P<year>[0-9]{4}) "
    r"(?P<hour>[0-9]{1,2}):?(?P<minute>[0-9]{2})(?: ?(?P<half>[AP]M))?(?: - (?P<file>.+))?",
    re.DOTALL,
)


def _brightspace(entry: Entry) -> LmsEntry | None:
    if not (match := _BRIGHTSPACE.fullmatch(entry.name)):
        return None
    day, year, hour, minute = map(int, match.group("day", "year", "hour", "minute"))
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] == "PM" else 0)
    try:
        date = datetime(year, _MONTHS.index(match["month"]) + 1, day, hour, minute)
    except ValueError:
        return None
    student, number, file = match.group("student", "id", "file")
    key = f"{number} {student}"
    return LmsEntry(
        entry, student, number, file or "", key=key, attempt=date.isoformat(), submitted=date
    )


# Gradescope: `submission_98765` is a submission's folder. A file beside the folders says who handed
# it in.


def _gradescope(entry: Entry) -> LmsEntry | None:
    match = re.fullmatch(r"submission_([0-9]+)", entry.name)
    return LmsEntry(entry, "", match[1], "", key=entry.name) if match else None


_PARSERS: Mapping[str, Callable[[Entry], LmsEntry | None]] = {
    "Moodle": _moodle,
    "Canvas": _canvas,
    "Blackboard": _blackboard,
    "Brightspace": _brightspace,
    "Gradescope": _gradescope,
}


def readings(entry: Entry) -> Mapping[str, LmsEntry]:
    """By LMS: what the name of `entry` says in a download from it."""
    if "/" in entry.name:  # it leads out of its archive
        return {}
    found = {lms: parse(entry) for lms, parse in _PARSERS.items()}
    return {
        lms: parsed
        for lms, parsed in found.items()
        if parsed and (parsed.is_note or entry.is_folder != bool(parsed.file))
    }
