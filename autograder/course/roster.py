"""The roster: everybody in a course, in a CSV as Moodle, Canvas and others export it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from pacgrid.common.sanitize import did_you_mean, one_line, sanitize_fields

from ..submissions.members import abbreviate, caseless
from .csv_table import CsvRow, CsvTable
from .errors import CourseError
from .lms.lms import PLAIN, Lms
from .lms.systems import lms_of

_NAMES = ("name", "full name", "student", "student name", "display name", "names")
_FIRST_NAMES = ("first name", "firstname", "given name")
_LAST_NAMES = ("last name", "lastname", "surname", "family name")
IDENTIFIERS = (
    *("identifier", "id", "id number", "student id", "student number", "sid", "user id"),
    *("sis user id", "sis login id", "login", "login id", "username", "user name", "netid"),
    *("orgdefinedid", "canvas_user_id", "user_id", "login_id"),
    *("email", "e-mail", "email address", "e-mail address"),
)
"""Headings of columns that say who somebody is."""
GROUP_HEADINGS = ("group", "groups", "group name", "group_name", "group code", "team")
_OTHERS = {
    "section": ("section", "sections", "section name", "section_name"),
    "group": GROUP_HEADINGS,
    "late_days": ("late days",),
    "time_factor": ("time factor", "extra time"),
    "own_due": ("own deadline", "own due date"),
    "submitted": ("submitted", "submission time", "last modified (submission)"),
}
"""By field of a student: the headings of its column."""
_STAFF = ("instructor", "teacher", "ta", "teaching assistant", "reader")


@dataclass(frozen=True)
class RosterStudent:
    """A row of the roster."""

    name: str
    identifiers: tuple[str, ...]
    """In the order of the columns; "" where there is none."""
    line: int
    row: int = 0
    """The index of the row in the table."""
    section: str = ""
    group: str = ""
    late_days: int | None = None
    """How many late days they have in the course, if it isn't as many as all have."""
    time_factor: Fraction | None = None
    """How many times as long as others they may work."""
    own_due: str = ""
    """Their own deadline, as text."""
    submitted: str = ""
    """When the LMS received their submission, as text."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "section", "group", "own_due", "submitted"])
        object.__setattr__(self, "identifiers", tuple(map(one_line, self.identifiers)))

    @property
    def identifier(self) -> str:
        """The first identifier that it has."""
        return next(filter(None, self.identifiers), "")

    def __str__(self) -> str:
        return f"{self.name} ({self.identifier})" if self.identifier else self.name


@dataclass(frozen=True)
class Roster:
    """Everybody in a course."""

    students: tuple[RosterStudent, ...]
    notes: tuple[str, ...] = ()
    """Oddities in the file, one line each."""
    table: CsvTable | None = None
    """The file that it was read from."""
    lms: Lms = PLAIN
    """The system that exported it."""

    @classmethod
    def load(cls, path: Path) -> "Roster":
        """The roster in a CSV.

        It has a column of names, or two of first and last names, and one or more of identifiers:
        numbers, logins, or addresses. Columns of sections, groups, late days and accommodations
        are optional.

        Raises:
            CourseError: it can't be used; says why in one line.
        """
        return cls.of(CsvTable.load(path))

    @classmethod
    def of(cls, table: CsvTable) -> "Roster":
        """The roster in `table`. Raises CourseError."""
        lms = lms_of(table.headings)
        columns = _Columns(table)
        columns.check()
        found: dict[str, RosterStudent] = {}
        notes = [note] if lms is PLAIN and (note := columns.note()) else []
        for number, row in table.body():
            if not columns.is_student(row, lms):
                continue
            student = columns.student(row, number)
            place = f"{table.source}:{row.line}"
            twin = found.setdefault(caseless(student.identifier) or f"line {row.line}", student)
            if not student.identifier:
                notes.append(f"{place}: {student.name} has no identifier")
            elif twin is not student and caseless(twin.name) != caseless(student.name):
                raise CourseError(
                    f"{place}: {student.name} has the identifier {student.identifier}, like "
                    f"{twin.name} in line {twin.line}; correct one"
                )
            elif twin is not student:
                notes.append(f"{place}: {student} is there already, in line {twin.line}")
        if not found:
            raise CourseError(f"{table.source}: has no students in it; export it again")
        students = tuple(found.values())
        return cls(students, (*notes, *_namesakes(students, table.source)), table, lms)

    @property
    def source(self) -> str:
        """The file's name, for notes."""
        return self.table.source if self.table else "roster"

    def find(self, text: str) -> RosterStudent | None:
        """The student with that identifier or, if nobody has it, with that name; None if there is
        none, or more than one."""
        key = caseless(one_line(text).strip())
        return next((found[key] for found in self._keys if key in found), None)

    @cached_property
    def _keys(self) -> Sequence[Mapping[str, RosterStudent]]:
        owners: dict[str, set[RosterStudent]] = {}
        for student in self.students:
            for identifier in filter(None, student.identifiers):
                owners.setdefault(caseless(identifier), set()).add(student)
        unique = {key: found.pop() for key, found in owners.items() if len(found) == 1}
        names = by_key(self.students)[-1]
        return unique, {key: one for key, one in names.items() if key not in owners}


class _Columns:
    """What the columns of `table` have in them, by their headings."""

    def __init__(self, table: CsvTable) -> None:
        self._table = table
        self._headings = [heading.casefold() for heading in table.headings]
        self._names = self._find(_NAMES)[:1] or [
            column for kind in (_FIRST_NAMES, _LAST_NAMES) for column in self._find(kind)[:1]
        ]
        self._identifiers = self._find(IDENTIFIERS)
        self._roles = self._find(("role", "roles"))
        self._others = {field: self._find(names)[:1] for field, names in _OTHERS.items()}

    def check(self) -> None:
        """Raises CourseError if there are no names or no identifiers."""
        has = f"it has {', '.join(map(abbreviate, self._table.headings[:8]))}"
        for found, noun, heading in (
            (self._names, "names", "name"),
            (self._identifiers, "identifiers", "identifier"),
        ):
            if not found:
                raise CourseError(
                    f"{self._table.place}: has no column of {noun} ({has}); call it {heading}"
                )

    def note(self) -> str:
        """Which columns aren't used, and what they may be meant for; "" if all are."""
        known = {
            *(*_NAMES, *_FIRST_NAMES, *_LAST_NAMES, *IDENTIFIERS, "role", "roles"),
            *(name for names in _OTHERS.values() for name in names),
        }
        unknown = []
        for heading, shown in zip(self._headings, self._table.headings, strict=True):
            if heading and heading not in known:
                close = did_you_mean(heading, sorted(known))
                unknown.append(f"{abbreviate(shown)}{f' ({close})' if close else ''}")
        return f"{self._table.place}: not used: {', '.join(unknown)}" if unknown else ""

    def student(self, row: CsvRow, number: int) -> RosterStudent:
        """Who the row with that index is about."""
        student = RosterStudent(
            self.name(row),
            tuple(
                row.cell(column).removeprefix("Participant ").removeprefix("#")
                for column in self._identifiers
            ),
            row.line,
            row=number,
        )
        others = {field: self.cell(row, field) for field in _OTHERS}
        return replace(
            student,
            section=others["section"],
            group=others["group"],
            own_due=others["own_due"],
            submitted=others["submitted"],
            late_days=self._late_days(row, others["late_days"]),
            time_factor=self._time_factor(row, others["time_factor"]),
        )

    def name(self, row: CsvRow) -> str:
        """`Ada Lovelace`, also for `Lovelace, Ada`."""
        whole = " ".join(filter(None, (row.cell(column) for column in self._names)))
        last, comma, first = whole.partition(",")
        return f"{first.strip()} {last.strip()}" if comma and "," not in first else whole

    def cell(self, row: CsvRow, field: str) -> str:
        """What the row says about that field; "" if nothing."""
        return next((row.cell(column) for column in self._others[field]), "")

    def is_student(self, row: CsvRow, lms: Lms = PLAIN) -> bool:
        """Whether the row is about a student, and not about staff or about points."""
        if any(row.cell(column).casefold() in _STAFF for column in self._roles):
            return False
        has_identifier = any(row.cell(column) for column in self._identifiers)
        return has_identifier or self.name(row).casefold() not in ("", lms.points_row)

    def _late_days(self, row: CsvRow, text: str) -> int | None:
        if not text or (text.isascii() and text.isdigit() and len(text) < 5):
            return int(text) if text else None
        raise self._invalid(row, text, "number of late days; write one such as 2")

    def _time_factor(self, row: CsvRow, text: str) -> Fraction | None:
        if not text:
            return None
        if match := re.fullmatch(r"([0-9]{1,4}(?:[.,][0-9]{1,4})?) ?(%?)", text, re.ASCII):
            factor = Fraction(match[1].replace(",", ".")) / (100 if match[2] else 1)
            if 1 <= factor <= 100:
                return factor
        raise self._invalid(row, text, "time factor; write one of at least 1, such as 1.5 or 150%")

    def _invalid(self, row: CsvRow, text: str, what: str) -> CourseError:
        return CourseError(f"{self._table.source}:{row.line}: {abbreviate(text)!r} is not a {what}")

    def _find(self, headings: Sequence[str]) -> list[int]:
        return [column for column, heading in enumerate(self._headings) if heading in headings]


def by_key(students: Sequence[RosterStudent]) -> Sequence[Mapping[str, RosterStudent]]:
    """The students by identifier, in a mapping for each column, and by name in the last mapping.

    Students who share a key are left out of its mapping.
    """
    width = len(students[0].identifiers)
    columns = [[one.identifiers[column] for one in students] for column in range(width)]
    columns.append([one.name for one in students])
    mappings = []
    for values in columns:
        keys = [caseless(value) for value in values]
        count = Counter(keys)
        pairs = zip(keys, students, strict=True)
        mappings.append({key: one for key, one in pairs if key and count[key] == 1})
    return mappings


def _namesakes(students: Sequence[RosterStudent], source: str) -> Iterator[str]:
    """Which students have the name of another."""
    first: dict[str, RosterStudent] = {}
    for student in students:
        other = first.setdefault(caseless(student.name), student)
        if student.name and other is not student:
            yield (
                f"{source}:{student.line}: {student} has the name of {other} in line {other.line}; "
                "their identifiers tell them apart"
            )
