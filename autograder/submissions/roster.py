"""The roster: everybody in a course, in a CSV as Moodle, Canvas and others export it."""

import codecs
import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import one_line, sanitize_fields
from pacgrid.errors import PacgridError

from .members import MIB, abbreviate, caseless

_MAX_BYTES = 4 * MIB
_NAMES = ("name", "full name", "student", "student name", "display name")
_FIRST_NAMES = ("first name", "firstname", "given name")
_LAST_NAMES = ("last name", "lastname", "surname", "family name")
_IDENTIFIERS = (
    *("identifier", "id", "id number", "student id", "student number", "sid", "user id"),
    *("sis user id", "sis login id", "login", "login id", "username", "user name", "netid"),
    *("orgdefinedid", "email", "e-mail", "email address"),
)
_STAFF = ("instructor", "teacher", "ta", "teaching assistant", "reader")
_NO_STUDENT = "points possible"
"""The name in the first row of a gradebook from Canvas, which isn't a student's."""


class RosterError(PacgridError):
    """A roster that can't be used."""


@dataclass(frozen=True)
class RosterStudent:
    """A row of the roster."""

    name: str
    identifiers: tuple[str, ...]
    """In the order of the columns; "" where there is none."""
    line: int

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name"])
        object.__setattr__(self, "identifiers", tuple(map(one_line, self.identifiers)))

    @property
    def identifier(self) -> str:
        """The first identifier that it has."""
        return next(filter(None, self.identifiers), "")

    def __str__(self) -> str:
        return f"{self.name} ({self.identifier})"


@dataclass(frozen=True)
class Roster:
    """Everybody in a course."""

    students: tuple[RosterStudent, ...]
    notes: tuple[str, ...] = ()
    """Oddities in the file, one line each."""

    @classmethod
    def load(cls, path: Path) -> "Roster":
        """The roster in a CSV.

        It has a column of names, or two of first and last names, and one or more of identifiers:
        numbers, logins, or addresses.

        Raises:
            RosterError: it can't be used; says why in one line.
        """
        try:
            return cls._parse(_decode(read_regular_file(path, _MAX_BYTES)))
        except OSError as error:
            raise RosterError(f"{path}: can't be read ({error.strerror})") from None
        except csv.Error as error:
            raise RosterError(f"{path}: is not a CSV ({error}); save it as CSV UTF-8") from None
        except RosterError as error:
            raise RosterError(f"{path}: {error}") from None

    @classmethod
    def _parse(cls, text: str) -> "Roster":
        lines = io.StringIO(text, newline=None)
        reader = csv.reader(lines, delimiter=_delimiter(text), strict=True)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
        rows = [(line, row) for line, row in rows if any(row)]
        if not rows:
            raise RosterError("is empty; export it again")
        columns = _Columns([heading.casefold() for heading in rows[0][1]])
        found: dict[str, RosterStudent] = {}
        notes = []
        for line, row in rows[1:]:
            cells = row + [""] * (len(columns.headings) - len(row))
            if not columns.is_student(cells):
                continue
            student = RosterStudent(columns.name(cells), columns.identifiers(cells), line)
            twin = found.setdefault(caseless(student.identifier) or f"line {line}", student)
            if not student.identifier:
                notes.append(f"roster: line {line}: {student.name} has no identifier")
            elif twin is not student and caseless(twin.name) != caseless(student.name):
                raise RosterError(
                    f"lines {twin.line} and {line}: {twin.name} and {student} have the same "
                    "identifier; correct one"
                )
            elif twin is not student:
                notes.append(
                    f"roster: lines {twin.line} and {line} are the same student, {student}"
                )
        if not found:
            raise RosterError("has no students in it; export it again")
        return cls(tuple(found.values()), tuple(notes))


class _Columns:
    """What the columns with the given headings have in them."""

    def __init__(self, headings: Sequence[str]) -> None:
        self.headings = headings
        self._names = self._find(_NAMES)[:1] or [
            column for kind in (_FIRST_NAMES, _LAST_NAMES) for column in self._find(kind)[:1]
        ]
        self._identifiers = self._find(_IDENTIFIERS)
        self._roles = self._find(("role", "roles"))
        has = f"it has {', '.join(map(abbreviate, headings[:8]))}"
        if not self._names:
            raise RosterError(f"has no column of names ({has}); call it name in the first line")
        if not self._identifiers:
            raise RosterError(
                f"has no column of identifiers ({has}); call it identifier in the first line"
            )

    def name(self, cells: Sequence[str]) -> str:
        """`Ada Lovelace`, also for `Lovelace, Ada`."""
        whole = " ".join(filter(None, (cells[column] for column in self._names)))
        last, comma, first = whole.partition(",")
        return f"{first.strip()} {last.strip()}" if comma and "," not in first else whole

    def identifiers(self, cells: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            cells[column].removeprefix("Participant ").removeprefix("#")
            for column in self._identifiers
        )

    def is_student(self, cells: Sequence[str]) -> bool:
        if any(cells[column].casefold() in _STAFF for column in self._roles):
            return False
        name = self.name(cells)
        return bool(name or any(self.identifiers(cells))) and name.casefold() != _NO_STUDENT

    def _find(self, headings: Sequence[str]) -> list[int]:
        return [column for column, heading in enumerate(self.headings) if heading in headings]


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


def _decode(content: bytes) -> str:
    """The text of a CSV from any spreadsheet."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content or content.startswith(b"PK\3\4"):
        raise RosterError("is not text; save it as CSV UTF-8")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _delimiter(text: str) -> str:
    """What separates the headings."""
    first = next(filter(str.strip, text.splitlines()), "")
    return max(",;\t", key=first.count)
