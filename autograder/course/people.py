"""Files about students of the roster: a CSV with a row for each, and a column that says who."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pacgrid.common.sanitize import one_line

from ..submissions.members import abbreviate
from .csv_table import CsvTable
from .errors import CourseError
from .roster import IDENTIFIERS, Roster, RosterStudent


@dataclass(frozen=True)
class PersonRow:
    """A row about a student."""

    place: str
    """`extensions.csv:3`"""
    student: RosterStudent | None
    """None if nobody in the roster is meant."""
    who: str
    """As the file says it."""
    cells: Mapping[str, str]
    """By column; "" where there is none."""


def read_people(
    path: Path, roster: Roster, columns: Mapping[str, Sequence[str]], needed: str = ""
) -> Iterator[PersonRow]:
    """The rows of the CSV at `path`, with the `columns` that have one of these headings.

    Raises:
        CourseError: it can't be read, or has no column of identifiers, or not the one `needed`.
    """
    table = CsvTable.load(path)
    headings = [heading.casefold() for heading in table.headings]
    who = [column for column, heading in enumerate(headings) if heading in (*IDENTIFIERS, "name")]
    if not who:
        has = ", ".join(map(abbreviate, table.headings[:8]))
        raise CourseError(
            f"{table.place}: has no column of identifiers (it has {has}); call it identifier"
        )
    found = {
        name: [column for column, heading in enumerate(headings) if heading in known]
        for name, known in columns.items()
    }
    if needed and not found[needed]:
        raise CourseError(
            f"{table.place}: has no column that says {needed}; call it {columns[needed][0]}"
        )
    for _, row in table.body():
        texts = [row.cell(column).removeprefix("Participant ").removeprefix("#") for column in who]
        texts = list(filter(None, texts))
        tries = [*texts, *(text.removeprefix("'") for text in texts)]  # as our own files have it
        students = [student for text in tries if (student := roster.find(text))]
        yield PersonRow(
            f"{table.source}:{row.line}",
            students[0] if students else None,
            texts[0] if texts else "",
            {name: one_line(next(map(row.cell, at), "")) for name, at in found.items()},
        )


def known(row: PersonRow) -> RosterStudent:
    """The row's student. Raises CourseError if nobody in the roster is meant."""
    if row.student is None:
        raise CourseError(
            f"{row.place}: {abbreviate(row.who)!r} is not in the roster; correct or remove it"
        )
    return row.student
