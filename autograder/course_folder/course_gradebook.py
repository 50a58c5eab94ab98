"""The gradebook of a whole course: a column for each assignment, and the weighted total."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..course.lateness import decimal, exact
from ..course.register import CountedGrade
from ..course.roster import Roster
from ..model.fault import faults_of
from ..reports.gradebook import defused
from ..submissions.members import caseless
from .course_folder import CourseAssignment


@dataclass
class CourseStudent:
    """A row of the gradebook."""

    name: str
    identifier: str
    section: str = ""
    points: dict[str, Fraction | None] = field(default_factory=dict)
    """What counts, by the assignment's folder; None if nothing was handed in."""
    faults: list[str] = field(default_factory=list)
    """The titles of assignments that a fault of Pacgrid has kept from being graded."""


@dataclass(frozen=True)
class CourseGradebook:
    """The points in some assignments of a course."""

    assignments: Sequence[CourseAssignment]
    """Those that are graded."""
    students: Sequence[CourseStudent]
    """In the order of the roster, then by name."""

    @classmethod
    def of(
        cls,
        graded: Sequence[tuple[CourseAssignment, Sequence[CountedGrade]]],
        roster: Roster | None,
    ) -> "CourseGradebook":
        """The gradebook of these grades. With a roster, its students are matched; others by their
        identifiers or, without any, by their names."""
        known = roster.students if roster else ()
        rows = {
            _key(one.identifier, one.name): CourseStudent(one.name, one.identifier, one.section)
            for one in known
        }
        others: dict[str, CourseStudent] = {}
        for assignment, results in graded:
            for result in results:
                grade, who = result.grade, result.student
                name, identifier = grade.student or grade.name, grade.identifier
                key = _key(who.identifier, who.name) if who else _key(identifier, name)
                found = rows if who else others
                row = found.setdefault(key, CourseStudent(name, identifier))
                row.points[assignment.name] = result.course_row.final(grade)
                if any(faults_of(grade)):
                    row.faults.append(assignment.title)
        rest = sorted(others.values(), key=lambda one: (caseless(one.name), one.identifier))
        return cls([assignment for assignment, _ in graded], [*rows.values(), *rest])

    @property
    def possible(self) -> Fraction:
        """The weights of what is graded, in all."""
        return sum((exact(each.entry.weight) for each in self.assignments), Fraction(0))

    def total(self, student: CourseStudent) -> Fraction:
        """The weighted points of `student`: each assignment gives its weight for all its points."""
        return sum(
            (
                exact(each.entry.weight) * (student.points.get(each.name) or 0) / each.points
                for each in self.assignments
            ),
            Fraction(0),
        )

    @property
    def rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of all students: name, identifier, section, points by assignment, total. What
        wasn't handed in is empty, and so is a total with a fault of Pacgrid in it."""
        for student in self.students:
            points = (student.points.get(each.name) for each in self.assignments)
            yield (
                *(student.name, student.identifier, student.section),
                *("" if each is None else decimal(each) for each in points),
                "" if student.faults else decimal(self.total(student)),
            )

    @property
    def csv(self) -> str:
        """The gradebook for a spreadsheet. The second row has what there is to get."""
        output = io.StringIO()
        table = csv.writer(output, lineterminator="\n")
        titles = [each.title for each in self.assignments]
        table.writerow(map(defused, ["student", "identifier", "section", *titles, "total"]))
        full = [decimal(each.points) for each in self.assignments]
        table.writerow(["Points Possible", "", "", *full, decimal(self.possible)])
        for row in self.rows:
            table.writerow(map(defused, row))
        return output.getvalue()


def _key(identifier: str, name: str) -> str:
    return caseless(identifier or name)
