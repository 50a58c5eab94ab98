"""How learning management systems name things in a bulk download: pure functions of names."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True)
class Filed:
    """What the name of an entry of a bulk download says."""

    entry: str
    """The name."""
    student: str
    """What the system calls whoever handed it in; a login or a group in some systems."""
    identifier: str
    """Their number or login there, or the submission's number if students aren't named."""
    file: str
    """What the file was called; "" for a folder, in which files have their own names."""
    key: str
    """What all entries of one student have in common, and no other's."""
    bare: str = ""
    """What the file was called if the system has added a number to it."""
    attempt: str = ""
    """A later attempt has a greater one."""
    is_note: bool = False
    """The system wrote it, or it has what was typed into a web page: no file was handed in."""


@dataclass(frozen=True)
class HandedIn:
    """What counts of one student's entries."""

    key: str
    student: str
    identifier: str
    files: Sequence[Filed]
    """The entries of the last attempt."""
    earlier: Sequence[str] = ()
    """The names of the entries of earlier attempts."""

    @property
    def called(self) -> str:
        """A name for the submission."""
        return self.student or f"submission_{self.identifier}"


def filed(name: str, *, is_folder: bool) -> Filed | None:
    """What `name` says if it is one that Moodle, Canvas, Blackboard, Brightspace, or Gradescope
    gives to a file or a folder; None if it isn't."""
    for read in _FOLDERS if is_folder else _FILES:
        found = read(name)
        if found and (found.is_note or is_folder != bool(found.file)):
            return found
    return None


def handed_in(found: Iterable[Filed]) -> list[HandedIn]:
    """What counts for each student, in the order in which they first come."""
    students: dict[str, list[Filed]] = {}
    for one in found:
        students.setdefault(one.key, []).append(one)
    return [_latest(of) for of in students.values()]


def _latest(found: Sequence[Filed]) -> HandedIn:
    last = max(one.attempt for one in found)
    counts = [one for one in found if one.attempt == last and not one.is_note]
    earlier = [one.entry for one in found if one.attempt != last and not one.is_note]
    names = [name for one in counts for name in {one.file, one.bare}]
    files = [replace(one, file=one.bare) if _is_free(one.bare, names) else one for one in counts]
    of = found[0]
    return HandedIn(of.key, of.student, of.identifier, files, earlier)


def _is_free(bare: str, names: Sequence[str]) -> bool:
    """Whether the number that the system added to a name isn't needed to tell it from others."""
    return bare != "" and names.count(bare) == 1


# Moodle: `Ada Lovelace_1234567_assignsubmission_file_`, a folder for each student, or the beginning
# of every file's name. Text from the web page is in folders with `onlinetext`.

_MOODLE = re.compile(
    r"(?P<student>.+)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)


def _moodle(name: str) -> Filed | None:
    if not (found := _MOODLE.fullmatch(name)):
        return None
    student, number, kind, file = found.group("student", "id", "kind", "file")
    called = "" if student == "Participant" else student  # so are all when marking is blind
    return Filed(
        name, called, number, file or "", f"{student}_{number}", is_note=kind == "onlinetext"
    )


# Canvas: `lovelaceada_LATE_4321_98765_agent-1.py`: student, their number, the file's number. The
# name has the letters and digits of the student's, in lower case; `-1` is added to the name of a
# file that is handed in again.

_CANVAS = re.compile(
    r"(?P<student>\w+?)(?:_LATE)?_(?P<id>[1-9]\d+)_[1-9]\d+_(?P<file>.+)", re.DOTALL
)
_CANVAS_ANONYMOUS = re.compile(
    r"(?:LATE_)?(?P<student>anon)_(?P<id>\w+?)_[1-9]\d+_(?P<file>.+)", re.DOTALL
)
_CANVAS_TEXT = re.compile(r"(?P<student>\w+?)(?:_LATE)?_(?P<id>[1-9]\d+)_(?:text|link)\.html")
_NUMBERED = re.compile(r"(.+?)-\d+((?:\.[A-Za-z]\w*)+)", re.DOTALL)


def _canvas(name: str) -> Filed | None:
    anonymous = _CANVAS_ANONYMOUS.fullmatch(name)
    text = _CANVAS_TEXT.fullmatch(name)
    found = anonymous or text or _CANVAS.fullmatch(name)
    if not found or found["student"] != found["student"].lower():
        return None
    file = "" if text else found["file"]
    numbered = _NUMBERED.fullmatch(file)
    return Filed(
        name,
        "" if anonymous else found["student"],
        found["id"],
        file,
        f"{found['student']}_{found['id']}",
        bare="".join(numbered.groups()) if numbered else "",
        is_note=bool(text),
    )


# Blackboard: `Assignment 1_ada12_attempt_2026-01-31-12-00-00_agent.py`, and a text about each
# attempt without a file's name.

_BLACKBOARD = re.compile(
    r"(?P<key>.+_(?P<student>[^_]+))_attempt_(?P<date>\d{4}(?:-\d\d){5})"
    r"(?:\.txt|_(?P<file>.+))",
    re.DOTALL,
)


def _blackboard(name: str) -> Filed | None:
    if not (found := _BLACKBOARD.fullmatch(name)):
        return None
    login, file, date = found.group("student", "file", "date")
    # A login may have a `_` itself, so that only all that is before it is one student's alone.
    return Filed(name, login, login, file or "", found["key"], attempt=date, is_note=not file)


# Brightspace: `12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM`, a folder for each attempt, or the
# beginning of every file's name. The first number is the student's.

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BRIGHTSPACE = re.compile(
    r"(?P<id>\d+)-\d+ - (?P<student>.+) - "
    r"(?P<month>[A-Z][a-z]{2})[a-z.]* (?P<day>\d{1,2}), (?P<year>\d{4}) "
    r"(?P<hour>\d{1,2}):?(?P<minute>\d\d)(?: ?(?P<half>[AP]M))?(?: - (?P<file>.+))?",
    re.DOTALL,
)


def _brightspace(name: str) -> Filed | None:
    if not (found := _BRIGHTSPACE.fullmatch(name)):
        return None
    day, year, hour, minute = map(int, found.group("day", "year", "hour", "minute"))
    if found["half"]:
        hour = hour % 12 + (12 if found["half"] == "PM" else 0)
    try:
        date = datetime(year, _MONTHS.index(found["month"]) + 1, day, hour, minute)
    except ValueError:
        return None
    student, number = found.group("student", "id")
    return Filed(
        name, student, number, found["file"] or "", f"{number} {student}", attempt=date.isoformat()
    )


# Gradescope: `submission_98765`, a folder for each submission. Who handed it in is in a file beside
# them.


def _gradescope(name: str) -> Filed | None:
    if not (found := re.fullmatch(r"submission_(\d+)", name)):
        return None
    return Filed(name, "", found[1], "", name)


_FOLDERS: Sequence[Callable[[str], Filed | None]] = (_moodle, _brightspace, _gradescope)
_FILES: Sequence[Callable[[str], Filed | None]] = (_moodle, _blackboard, _brightspace, _canvas)
