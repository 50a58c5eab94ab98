"""The gradebook of a whole course: a column for each assignment, and the weighted total."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..course.grades_file import scaled
from ..course.lateness import decimal, exact
from ..course.register import CountedGrade
from ..course.roster import Roster, RosterStudent
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
    exempt: set[str] = field(default_factory=set)
    """The folders of assignments that don't count for them."""
    unsure: dict[str, str] = field(default_factory=dict)
    """By the title of an assignment whose points aren't certain: why."""


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
        """The gradebook of these grades. Students of a roster are matched, and all of the `roster`
        have a row; others are matched by their identifiers or, without any, by their names."""
        known = roster.students if roster else ()
        rows: dict[RosterStudent | str, CourseStudent] = {
            one: CourseStudent(one.name, one.identifier, one.section) for one in known
        }
        others: dict[RosterStudent | str, CourseStudent] = {}
        for assignment, results in graded:
            for result in results:
                grade, who = result.grade, result.student
                name, identifier = grade.student or grade.name, grade.identifier
                found = rows if who else others
                key = who or caseless(identifier or name)
                section = result.course_row.section
                row = found.setdefault(key, CourseStudent(name, identifier, section))
                if assignment.name in row.points:
                    row.unsure[assignment.title] = "has several hand-ins by this name"
                if any(faults_of(grade)):
                    row.unsure[assignment.title] = "wasn't graded, by a fault of Pacgrid"
                if grade.is_exempt:
                    row.exempt.add(assignment.name)
                final = result.course_row.final(grade)
                row.points[assignment.name] = None if final is None else scaled(final, grade)
        rest = sorted(others.values(), key=lambda one: (caseless(one.name), one.identifier))
        return cls([assignment for assignment, _ in graded], [*rows.values(), *rest])

    @property
    def possible(self) -> Fraction:
        """The weights of what is graded, in all."""
        return sum((exact(each.entry.weight) for each in self.assignments), Fraction(0))

    def total(self, student: CourseStudent) -> Fraction | None:
        """The weighted points of `student`: each assignment gives its weight for all its points.
        Without those that they are exempt from, it is scaled; None if that is all."""
        counted = [each for each in self.assignments if each.name not in student.exempt]
        if not counted:
            return None
        weights = sum(exact(each.entry.weight) for each in counted)
        points = sum(
            exact(each.entry.weight) * (student.points.get(each.name) or 0) / each.points
            for each in counted
        )
        return points * self.possible / weights

    @property
    def problems(self) -> Iterator[str]:
        """Why somebody has no total, a line each."""
        for student in self.students:
            for title, why in student.unsure.items():
                yield f"{student.name}: has no total: {title} {why}"

    @property
    def rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of all students: name, identifier, section, points by assignment, total. What
        wasn't handed in or isn't certain is empty, and so is a total with such points in it."""
        for student in self.students:
            total = None if student.unsure else self.total(student)
            yield (
                *(student.name, student.identifier, student.section),
                *(self._cell(student, each) for each in self.assignments),
                "" if total is None else decimal(total),
            )

    def _cell(self, student: CourseStudent, assignment: CourseAssignment) -> str:
        if assignment.name in student.exempt:
            return "exempt"
        points = student.points.get(assignment.name)
        return "" if points is None or assignment.title in student.unsure else decimal(points)

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
