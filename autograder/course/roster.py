"""The roster: everybody in a course, in a CSV as Moodle, Canvas and others export it; and other
files with a row for each student."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from pacgrid.common.files import read_regular_file
from pacgrid.common.gone import gone
from pacgrid.common.sanitize import did_you_mean, one_line, sanitize_fields
from pacgrid.errors import PacgridError

from ..submissions.lms import PLAIN, Lms, lms_of
from ..submissions.members import abbreviate, caseless

_MAX_BYTES = 4 << 20
_MAX_CELLS = 500_000
"""More than any course has; reading them takes a second or two."""
_BREAK = re.compile(r"\r\n|\r|\n")
_NAMES_DELIMITER = re.compile(r'"?sep=([^\w\s"]|\t)"?(?:\r\n|\r|\n)', re.IGNORECASE)
"""The first line of a CSV that Excel reads in any country: `sep=;`."""
_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_KEEP = {
    "utf-8": "strict",
    "utf-16-le": "surrogatepass",
    "utf-16-be": "surrogatepass",
    "cp1252": "surrogateescape",
}
"""The error handler with which each encoding writes any text as it was read."""


class CourseError(PacgridError):
    """A file of the course staff that can't be used: names the file, the line and the way out."""


def read_staff_file(path: Path) -> bytes:
    """The content of the file at `path`. Raises CourseError if it can't be read."""
    try:
        return read_regular_file(path, _MAX_BYTES)
    except OSError as error:
        raise CourseError(f"{path}: can't be read ({error.strerror})") from None


@dataclass(frozen=True)
class CsvRow:
    """A row of a CSV."""

    line: int
    """The number of its first line, counted from 1."""
    raw: tuple[str, ...]

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The values, without spaces around them."""
        return tuple(cell.strip() for cell in self.raw)

    def cell(self, column: int) -> str:
        """The value in a column; "" if the row is too short."""
        return self.cells[column] if column < len(self.raw) else ""


@dataclass(frozen=True)
class CsvTable:
    """A CSV as any spreadsheet or LMS writes it."""

    source: str
    """The file's name, which begins each error."""
    rows: tuple[CsvRow, ...]
    form: Mapping[str, Any]
    """How it is written: the delimiter, and whether all cells have quotes."""
    mark: bytes
    """The byte order mark that it begins with, and a line that names the delimiter for Excel; empty
    if there is neither."""
    encoding: str

    @classmethod
    def load(cls, path: Path) -> Self:
        """The CSV at `path`. Raises CourseError: it can't be read, or is no CSV."""
        return cls.parse(read_staff_file(path), str(path))

    @classmethod
    def parse(cls, content: bytes, source: str) -> Self:
        """The CSV `content`; `source` is its name in errors. Raises CourseError: it is no CSV."""
        mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
        text, encoding = _decoded(content[len(mark) :], _MARKS.get(mark, ""), source)
        named = _NAMES_DELIMITER.match(text)
        if named:
            text = text[named.end() :]
            mark += named[0].encode(encoding)
        first = next(filter(str.strip, _BREAK.split(text)), "")
        delimiter = named[1] if named else max(",;\t", key=first.count)
        form = {
            "delimiter": delimiter,
            "quoting": csv.QUOTE_ALL if first.startswith('"') else csv.QUOTE_MINIMAL,
        }
        rows = tuple(_rows(text, delimiter, source, 2 if named else 1))
        table = cls(source, rows, form, mark, encoding)
        if table.heading is None:
            raise CourseError(f"{source}: is empty; export it again")
        return table

    @cached_property
    def heading(self) -> int | None:
        """The index of the row of headings: the first that isn't empty."""
        return next((number for number, row in enumerate(self.rows) if any(row.cells)), None)

    @property
    def headings(self) -> tuple[str, ...]:
        return self.rows[self.heading or 0].cells

    def columns(self, known: Collection[str]) -> list[int]:
        """The columns whose heading is one of the `known`, which are in lower case."""
        return [index for index, one in enumerate(self.headings) if one.casefold() in known]

    def lacks(self, noun: str, heading: str) -> CourseError:
        """The error that no column has such things, one of which would be called `heading`."""
        has = ", ".join(map(abbreviate, self.headings[:8]))
        return CourseError(
            f"{self.place}: has no column of {noun} (it has {has}); call it {heading}"
        )

    @property
    def place(self) -> str:
        """`roster.csv:1`, where the headings are."""
        return f"{self.source}:{self.rows[self.heading or 0].line}"

    def body(self) -> Iterator[tuple[int, CsvRow]]:
        """The rows below the headings that aren't empty, and their indices."""
        for number, row in enumerate(self.rows):
            if number > (self.heading or 0) and any(row.cells):
                yield number, row

    def filled(self, cells: Mapping[tuple[int, int], str]) -> bytes:
        """The file with other values in the cells at (row, column), as indices; its lines end as
        RFC 4180 says. A value may stand to the right of the last column; what the file's encoding
        lacks becomes a question mark."""
        rows = [list(row.raw) for row in self.rows]
        for (row, column), value in cells.items():
            rows[row] += [""] * (column + 1 - len(rows[row]))
            rows[row][column] = value.encode(self.encoding, "replace").decode(self.encoding)
        text = io.StringIO(newline="")
        csv.writer(text, **self.form).writerows(rows)
        return self.mark + text.getvalue().encode(self.encoding, _KEEP[self.encoding])


def whole_number(text: str, digits: int = 4) -> int | None:
    """The number that a cell says with at most so many digits; None if it says none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None


def _decoded(content: bytes, encoding: str, source: str) -> tuple[str, str]:
    """The text, and its encoding, which the byte order mark may name."""
    refused = CourseError(f"{source}: is not text; save it as CSV UTF-8")
    if encoding.startswith("utf-16"):
        if len(content) % 2:
            raise refused
        return content.decode(encoding, "surrogatepass"), encoding
    if b"\0" in content or content.startswith(b"PK\3\4"):
        raise refused
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", "surrogateescape"), "cp1252"


def _rows(text: str, delimiter: str, source: str, first: int) -> Iterator[CsvRow]:
    """The rows of `text`, whose first line has the number `first` in the file."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    cells, line = 0, first
    try:
        for raw in reader:
            cells += len(raw)
            if cells > _MAX_CELLS:
                raise CourseError(
                    f"{source}: has more than {_MAX_CELLS:,} cells; leave out columns"
                )
            yield CsvRow(line, tuple(raw))
            line = reader.line_num + first
    except csv.Error as error:
        reason = str(error)
        if "unexpected end" in reason:
            reason = "a cell begins with \" and doesn't end; close it"
        elif "expected after" in reason:
            reason = 'a cell goes on after its closing "; write quotes twice: ""'
        raise CourseError(f"{source}:{line}: {reason}") from None


# Who is in the course

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
    section: str = ""
    group: str = ""
    late_days: int | None = None
    """How many late days they have in the course, if it isn't as many as all have."""
    submitted: str = ""
    """When the LMS received their submission, as the file writes it."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "section", "group", "submitted"])
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
        numbers, logins, or addresses. Columns of sections, groups and late days
        are optional.

        Raises:
            CourseError: it can't be used; says why in one line.
        """
        return cls.of(CsvTable.load(path))

    @classmethod
    def of(cls, table: CsvTable) -> "Roster":
        """The roster in `table`. Raises CourseError."""
        lms = lms_of(table.headings)
        columns = {field: table.columns(headings) for field, headings in _HEADINGS.items()}
        names = columns["name"][:1] or [*columns["first name"][:1], *columns["last name"][:1]]
        if not names:
            raise table.lacks("names", "name")
        if not columns["identifier"]:
            raise table.lacks("identifiers", "identifier")
        for heading in table.headings:
            if line := gone(f"the column {heading.casefold()}"):
                raise CourseError(f"{table.place}: {line}")
        found: dict[str, RosterStudent] = {}
        notes = [note] if lms is PLAIN and (note := _unused_columns(table)) else []
        for number, row in table.body():
            cells = {field: [row.cell(column) for column in at] for field, at in columns.items()}
            name = _natural_name(filter(None, map(row.cell, names)))
            is_staff = any(role.casefold() in _STAFF for role in cells["role"])
            is_empty = not any(cells["identifier"]) and name.casefold() in ("", lms.points_row)
            if is_staff or is_empty:
                continue
            place = f"{table.source}:{row.line}"
            student = _student(name, cells, row.line, number, place)
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


def _unused_columns(table: CsvTable) -> str:
    """Which columns aren't used, and what they may be meant for; "" if all are."""
    known = {heading for headings in _HEADINGS.values() for heading in headings}
    unknown = []
    for heading in table.headings:
        if heading and heading.casefold() not in known:
            close = did_you_mean(heading.casefold(), sorted(known))
            unknown.append(f"{abbreviate(heading)}{f' ({close})' if close else ''}")
    return f"{table.place}: not used: {', '.join(unknown)}" if unknown else ""


def _natural_name(parts: Iterable[str]) -> str:
    """`Ada Lovelace`, also for `Lovelace, Ada`."""
    whole = " ".join(parts)
    last, comma, first = whole.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first else whole


def _student(
    name: str, cells: Mapping[str, Sequence[str]], line: int, row: int, place: str
) -> RosterStudent:
    """Who a row with these cells is about. Raises CourseError, which names its `place`."""

    def cell(field: str) -> str:
        return next(iter(cells[field]), "")

    days, late_days = whole_number(cell("late days")), cell("late days")
    if late_days and days is None:
        what = "number of late days; write one such as 2"
        raise CourseError(f"{place}: {abbreviate(late_days)!r} is not a {what}")
    return RosterStudent(
        name,
        tuple(map(_bare_identifier, cells["identifier"])),
        line,
        row,
        section=cell("section"),
        group=cell("group"),
        submitted=cell("submitted"),
        late_days=days,
    )


def _bare_identifier(text: str) -> str:
    """Without what Moodle and Brightspace write before an identifier."""
    return text.removeprefix("Participant ").removeprefix("#")


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
        texts = list(filter(None, (_bare_identifier(row.cell(column)) for column in who)))
        tries = [*texts, *(text.removeprefix("'") for text in texts)]  # as our own files have it
        yield PersonRow(
            f"{table.source}:{row.line}",
            next(filter(None, map(roster.find, tries)), None),
            next(iter(texts), ""),
            {name: one_line(next(map(row.cell, at), "")) for name, at in found.items()},
        )
