"""How learning management systems (LMS) name the files and folders of a bulk download."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pacgrid.autograder.submissions.members import Entry


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
    is_note: bool = False
    """The LMS wrote it, or it is text typed into a web page: not a file that was handed in."""


@dataclass(frozen=True)
class StudentEntries:
    """The entries of one student."""

    key: str
    student: str
    identifier: str
    files: Sequence[LmsEntry]
    """The files of the last attempt."""
    earlier: Sequence[Entry] = ()
    """The files of earlier attempts."""

    @property
    def display_name(self) -> str:
        return self.student or f"submission_{self.identifier}"


def parse_entry(entry: Entry) -> LmsEntry | None:
    """What the name of `entry` says; None if it isn't from an LMS.

    Knows Moodle, Canvas, Blackboard, Brightspace and Gradescope.
    """
    for parse in _FOLDERS if entry.is_folder else _FILES:
        parsed = parse(entry)
        if parsed and (parsed.is_note or entry.is_folder != bool(parsed.file)):
            return parsed
    return None


def group_by_student(entries: Iterable[LmsEntry]) -> list[StudentEntries]:
    """The entries of each student, in the order of each student's first entry."""
    students: dict[str, list[LmsEntry]] = {}
    for parsed in entries:
        students.setdefault(parsed.key, []).append(parsed)
    return [_student_entries(group) for group in students.values()]


def _student_entries(group: Sequence[LmsEntry]) -> StudentEntries:
    last = max(parsed.attempt for parsed in group)
    files = [parsed for parsed in group if parsed.attempt == last and not parsed.is_note]
    names = [name for parsed in files for name in {parsed.file, parsed.unnumbered}]
    first = group[0]
    return StudentEntries(
        first.key,
        first.student,
        first.identifier,
        files=[
            replace(parsed, file=parsed.unnumbered)
            if parsed.unnumbered and names.count(parsed.unnumbered) == 1
            else parsed
            for parsed in files
        ],
        earlier=[parsed.entry for parsed in group if parsed.attempt != last and not parsed.is_note],
    )


# Moodle: `Ada Lovelace_1234567_assignsubmission_file_` is a student's folder, or the prefix of a
# student's files. Text typed into the web page has `onlinetext`.

_MOODLE = re.compile(
    r"(?P<student>.+)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
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
# gets `-1` after its name.

_CANVAS = re.compile(
    r"(?P<student>\w+?)(?:_LATE)?_(?P<id>[1-9]\d+)_[1-9]\d+_(?P<file>.+)", re.DOTALL
)
_CANVAS_ANONYMOUS = re.compile(
    r"(?:LATE_)?(?P<student>anon)_(?P<id>\w+?)_[1-9]\d+_(?P<file>.+)", re.DOTALL
)
_CANVAS_TEXT = re.compile(r"(?P<student>\w+?)(?:_LATE)?_(?P<id>[1-9]\d+)_(?:text|link)\.html")
_NUMBERED = re.compile(r"(.+?)-\d+((?:\.[A-Za-z]\w*)+)", re.DOTALL)


def _canvas(entry: Entry) -> LmsEntry | None:
    anonymous = _CANVAS_ANONYMOUS.fullmatch(entry.name)
    text = _CANVAS_TEXT.fullmatch(entry.name)
    match = anonymous or text or _CANVAS.fullmatch(entry.name)
    if not match or match["student"] != match["student"].lower():
        return None
    file = "" if text else match["file"]
    numbered = _NUMBERED.fullmatch(file)
    return LmsEntry(
        entry,
        "" if anonymous else match["student"],
        match["id"],
        file,
        key=f"{match['student']}_{match['id']}",
        unnumbered="".join(numbered.groups()) if numbered else "",
        is_note=bool(text),
    )


# Blackboard: `Assignment 1_ada12_attempt_2026-01-31-12-00-00_agent.py`, and a text about each
# attempt, whose name ends after the date.

_BLACKBOARD = re.compile(
    r"(?P<key>.+_(?P<student>[^_]+))_attempt_(?P<date>\d{4}(?:-\d\d){5})"
    r"(?:\.txt|_(?P<file>.+))",
    re.DOTALL,
)


def _blackboard(entry: Entry) -> LmsEntry | None:
    if not (match := _BLACKBOARD.fullmatch(entry.name)):
        return None
    login, file, date = match.group("student", "file", "date")
    # A login may contain `_`, so only the whole prefix is unique to a student.
    return LmsEntry(
        entry, login, login, file or "", key=match["key"], attempt=date, is_note=not file
    )


# Brightspace: `12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM` is an attempt's folder, or the
# prefix of an attempt's files. The first number is the student's.

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BRIGHTSPACE = re.compile(
    r"(?P<id>\d+)-\d+ - (?P<student>.+) - "
    r"(?P<month>[A-Z][a-z]{2})[a-z.]* (?P<day>\d{1,2}), (?P<year>\d{4}) "
    r"(?P<hour>\d{1,2}):?(?P<minute>\d\d)(?: ?(?P<half>[AP]M))?(?: - (?P<file>.+))?",
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
    student, number = match.group("student", "id")
    return LmsEntry(
        entry,
        student,
        number,
        match["file"] or "",
        key=f"{number} {student}",
        attempt=date.isoformat(),
    )


# Gradescope: `submission_98765` is a submission's folder. A file beside the folders says who handed
# it in.


def _gradescope(entry: Entry) -> LmsEntry | None:
    match = re.fullmatch(r"submission_(\d+)", entry.name)
    return LmsEntry(entry, "", match[1], "", key=entry.name) if match else None


_Parser = Callable[[Entry], LmsEntry | None]
_FOLDERS: Sequence[_Parser] = (_moodle, _brightspace, _gradescope)
_FILES: Sequence[_Parser] = (_moodle, _blackboard, _brightspace, _canvas)
