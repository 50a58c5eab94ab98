"""The roster: everybody in a course, in a CSV as Moodle, Canvas and others export it; and other
files with a row for each student."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from pacgrid.common.sanitize import did_you_mean, one_line, sanitize_fields

from ..submissions.lms import PLAIN, Lms, lms_of
from ..submissions.members import abbreviate, caseless
from .csv_table import CourseError, CsvRow, CsvTable, whole_number

_IDENTIFIERS = (
    *("identifier", "id", "id number", "student id", "student number", "sid", "user id"),
    *("sis user id", "sis login id", "login", "login id", "username", "user name", "netid"),
    *("orgdefinedid", "canvas_user_id", "user_id", "login_id"),
    *("email", "e-mail", "email address", "e-mail address"),
)
"""Headings of columns that say who somebody is."""
GROUP_HEADINGS = ("group", "groups", "group name", "group_name", "group code", "team")
_HEADINGS = {
    "name": ("name", "full name", "student", "student name", "display name", "names"),
    "first name": ("first name", "firstname", "given name"),
    "last name": ("last name", "lastname", "surname", "family name"),
    "identifier": _IDENTIFIERS,
    "role": ("role", "roles"),
    "section": ("section", "sections", "section name", "section_name"),
    "group": GROUP_HEADINGS,
    "late days": ("late days",),
    "time factor": ("time factor", "extra time"),
    "own deadline": ("own deadline", "own due date"),
    "submitted": ("submitted", "submission time", "last modified (submission)"),
}
"""What a roster may say of a student, and the headings of columns that say it."""
_STAFF = ("instructor", "teacher", "ta", "teaching assistant", "reader")


@dataclass(frozen=True)
class RosterStudent:
    """A row of the roster."""

    name: str
    identifiers: tuple[str, ...]
    """One for each column of identifiers; "" where the cell is empty."""
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
    """Their own deadline, as the file writes it."""
    submitted: str = ""
    """When the LMS received their submission, as the file writes it."""

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
    lms: Lms = PLAIN

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

    def place(self, student: RosterStudent) -> str:
        """`roster.csv:3`"""
        return f"{self.source}:{student.line}"

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
    """What the columns of `table` say of a student. Raises CourseError if they have no names, or no
    identifiers."""

    def __init__(self, table: CsvTable) -> None:
        self._table = table
        self._at = {field: table.columns(headings) for field, headings in _HEADINGS.items()}
        parts = [*self._at["first name"][:1], *self._at["last name"][:1]]
        self._names = self._at["name"][:1] or parts
        if not self._names:
            raise table.lacks("names", "name")
        if not self._at["identifier"]:
            raise table.lacks("identifiers", "identifier")

    def note(self) -> str:
        """Which columns aren't used, and what they may be meant for; "" if all are."""
        known = {heading for headings in _HEADINGS.values() for heading in headings}
        unknown = []
        for heading in self._table.headings:
            if heading and heading.casefold() not in known:
                close = did_you_mean(heading.casefold(), sorted(known))
                unknown.append(f"{abbreviate(heading)}{f' ({close})' if close else ''}")
        return f"{self._table.place}: not used: {', '.join(unknown)}" if unknown else ""

    def is_student(self, row: CsvRow, lms: Lms) -> bool:
        """Whether the row is about a student, and not about staff or about points."""
        if any(row.cell(column).casefold() in _STAFF for column in self._at["role"]):
            return False
        has_identifier = any(row.cell(column) for column in self._at["identifier"])
        return has_identifier or self._name(row).casefold() not in ("", lms.points_row)

    def student(self, row: CsvRow, number: int) -> RosterStudent:
        """Who the row with that index is about."""
        return RosterStudent(
            self._name(row),
            tuple(_identifiers(row, self._at["identifier"])),
            row.line,
            number,
            section=self._cell(row, "section"),
            group=self._cell(row, "group"),
            own_due=self._cell(row, "own deadline"),
            submitted=self._cell(row, "submitted"),
            late_days=self._late_days(row),
            time_factor=self._time_factor(row),
        )

    def _name(self, row: CsvRow) -> str:
        """`Ada Lovelace`, also for `Lovelace, Ada`."""
        whole = " ".join(filter(None, (row.cell(column) for column in self._names)))
        last, comma, first = whole.partition(",")
        return f"{first.strip()} {last.strip()}" if comma and "," not in first else whole

    def _cell(self, row: CsvRow, field: str) -> str:
        return next((row.cell(column) for column in self._at[field]), "")

    def _late_days(self, row: CsvRow) -> int | None:
        days = whole_number(text := self._cell(row, "late days"))
        if text and days is None:
            raise self._invalid(row, text, "number of late days; write one such as 2")
        return days

    def _time_factor(self, row: CsvRow) -> Fraction | None:
        if not (text := self._cell(row, "time factor")):
            return None
        if match := re.fullmatch(r"([0-9]{1,4}(?:[.,][0-9]{1,4})?) ?(%?)", text, re.ASCII):
            factor = Fraction(match[1].replace(",", ".")) / (100 if match[2] else 1)
            if 1 <= factor <= 100:
                return factor
        raise self._invalid(row, text, "time factor; write one of at least 1, such as 1.5 or 150%")

    def _invalid(self, row: CsvRow, text: str, what: str) -> CourseError:
        return CourseError(f"{self._table.source}:{row.line}: {abbreviate(text)!r} is not a {what}")


def by_key(students: Sequence[RosterStudent]) -> Sequence[Mapping[str, RosterStudent]]:
    """The students by identifier, in a mapping for each column, and by name in the last mapping.

    Students who have the same key are left out of its mapping.
    """
    columns = [*zip(*(one.identifiers for one in students), strict=True)]
    mappings = []
    for values in (*columns, [one.name for one in students]):
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


def _identifiers(row: CsvRow, columns: Sequence[int]) -> Iterator[str]:
    """The cells without what Moodle and Brightspace write before an identifier."""
    for column in columns:
        yield row.cell(column).removeprefix("Participant ").removeprefix("#")


# Other files about students


@dataclass(frozen=True)
class PersonRow:
    """A row about a student."""

    place: str
    """`extensions.csv:3`"""
    student: RosterStudent | None
    """None if the row means nobody in the roster."""
    who: str
    """The name or identifier as the file has it."""
    cells: Mapping[str, str]
    """The cells by column; "" for a column that the file lacks."""

    @property
    def known(self) -> RosterStudent:
        """The row's student. Raises CourseError if nobody in the roster is meant."""
        if self.student is None:
            raise CourseError(
                f"{self.place}: {abbreviate(self.who)!r} is not in the roster; correct or remove it"
            )
        return self.student


def read_people(
    path: Path, roster: Roster, columns: Mapping[str, Sequence[str]], needed: str = ""
) -> Iterator[PersonRow]:
    """The rows of the CSV at `path`, with the `columns` that have one of these headings.

    Raises:
        CourseError: it can't be read, or has no column of identifiers, or not the one `needed`.
    """
    table = CsvTable.load(path)
    if not (who := table.columns((*_IDENTIFIERS, "name"))):
        raise table.lacks("identifiers", "identifier")
    found = {name: table.columns(headings) for name, headings in columns.items()}
    if needed and not found[needed]:
        raise CourseError(
            f"{table.place}: has no column that says {needed}; call it {columns[needed][0]}"
        )
    for _, row in table.body():
        texts = list(filter(None, _identifiers(row, who)))
        tries = [*texts, *(text.removeprefix("'") for text in texts)]  # as our own files have it
        yield PersonRow(
            f"{table.source}:{row.line}",
            next(filter(None, map(roster.find, tries)), None),
            next(iter(texts), ""),
            {name: one_line(next(map(row.cell, at), "")) for name, at in found.items()},
        )
