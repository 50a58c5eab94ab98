"""The file that an LMS imports grades from: the very roster, with the grades filled in."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from pacgrid.common.sanitize import did_you_mean, one_line

from ..model.fault import faults_of
from ..model.outcome import amount
from ..submissions.lms import Lms, points_of
from ..submissions.members import join_all
from .lateness import decimal
from .register import CountedGrade
from .roster import CourseError, CsvTable, Roster


@dataclass(frozen=True)
class GradeColumn:
    """Where the grades of an assignment go in a roster."""

    index: int
    heading: str
    points: Fraction | None
    """How many points there are, if the file says so."""


def grade_column(roster: Roster, title: str, wanted: str | None = None) -> GradeColumn:
    """The column of grades of the assignment called `title`, or the one that is `wanted`.

    Raises:
        CourseError: there is none; names those that there are.
    """
    table, lms = roster.table, roster.lms
    assert table is not None  # only a roster from a file is filled in
    headings = table.headings
    if lms.only_column and wanted is None:
        index = table.columns([lms.only_column])[0]
        return GradeColumn(index, headings[index], _points_beside(table, lms))
    name = title if wanted is None else wanted
    found = [
        index
        for index, heading in enumerate(headings)
        if name.casefold() in (heading.casefold(), lms.name_in(heading).casefold())
    ]
    if len(found) == 1:
        heading = headings[found[0]]
        points = (
            lms.points_in(heading)
            or _points_below(table, lms, found[0])
            or _points_beside(table, lms)
        )
        return GradeColumn(found[0], heading, points)
    if found:
        raise CourseError(
            f"{table.place}: {len(found)} columns are called {name!r}; name one as it stands there"
            " as `column` in the file of --dates"
        )
    if lms.adds_columns:
        return GradeColumn(len(headings), name, None)
    names = [each for h in headings if (each := lms.name_in(h)) not in ("", h)]
    hint = did_you_mean(name, names) or f"{lms.name} has {join_all(names) if names else 'none'}"
    raise CourseError(
        f"{table.place}: has no column of grades called {name!r}; {hint}; name one as"
        " `column` in the file of --dates"
    )


def grades_file(roster: Roster, results: Sequence[CountedGrade], column: GradeColumn) -> bytes:
    """The roster's file with the points of `results` in that column, and comments where it has a
    column for them. All other cells have the values that they had.

    Who handed in nothing keeps their cell, and so does whom `left_out` names.
    """
    table, lms = roster.table, roster.lms
    assert table is not None  # only a roster from a file is filled in
    comments = next(iter(table.columns([lms.comments])), None) if lms.comments else None
    cells: dict[tuple[int, int], str] = {}
    if column.index == len(table.headings):
        cells[table.heading or 0, column.index] = column.heading
    for result in _certain(results):
        final, student = result.course_row.final(result.grade), result.student
        if student is None or final is None:
            continue
        cells[student.row, column.index] = decimal(final)
        if comments is not None and not table.rows[student.row].cell(comments):
            cells[student.row, comments] = escape(_comment(result), quote=False)
    return table.filled(cells)


def left_out(results: Sequence[CountedGrade]) -> str:
    """Whose grades aren't filled in, although they handed in, and why; "" if there are none."""
    certain = {id(result) for result in _certain(results)}
    names = [result.grade.name for result in results if id(result) not in certain]
    return f"no grades are filled in for {join_all(names)}; see their rows" if names else ""


def note_on_points(column: GradeColumn, possible: float) -> str:
    """That the LMS has another number of points; "" if it doesn't."""
    if column.points is None or decimal(column.points) == amount(possible):
        return ""
    return (
        f"{column.heading!r} has {decimal(column.points)} points in the LMS, and {amount(possible)}"
        " here; the grades are not scaled"
    )


def _certain(results: Sequence[CountedGrade]) -> Iterator[CountedGrade]:
    """The results that belong to one student for sure, and have no fault of Pacgrid."""
    count = Counter(result.student for result in results)
    for result in results:
        is_only = result.student is not None and count[result.student] == 1
        if result.grade.missing or (is_only and not any(faults_of(result.grade))):
            yield result


def _comment(result: CountedGrade) -> str:
    """What counts, in a line: `4.5 of 5 points; 1 day late`."""
    final = result.course_row.final(result.grade) or Fraction(0)
    points = f"{decimal(final)} of {amount(result.grade.possible)} points"
    return "; ".join(filter(None, [points, result.course_row.rule]))


def _points_below(table: CsvTable, lms: Lms, column: int) -> Fraction | None:
    """What the row about the columns says."""
    for _, row in table.body() if lms.points_row else ():
        if any(cell.casefold() == lms.points_row for cell in row.cells):
            return points_of(row.cell(column))
    return None


def _points_beside(table: CsvTable, lms: Lms) -> Fraction | None:
    """What the column of points says, if it is the same in all rows."""
    for column in table.columns([lms.points_column]) if lms.points_column else ():
        found = {row.cell(column) for _, row in table.body()}
        return points_of(found.pop()) if len(found) == 1 else None
    return None


def feedback_paths(roster: Roster, results: Sequence[CountedGrade]) -> Mapping[str, str]:
    """By the name of a grade: the path of its feedback in the zip for the LMS's bulk upload. Those
    that have no place there are left out."""
    path_of = roster.lms.feedback_path
    if path_of is None:
        return {}
    found: dict[str, str] = {}
    for result in _certain(results):
        student = result.student
        if student and not result.grade.missing:
            path = one_line(path_of(student.name, student.identifier, result.entry))
            if path and path not in found.values():
                found[result.grade.name] = path
    return found
