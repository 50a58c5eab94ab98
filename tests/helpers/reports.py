"""Grades as `pacgrid grade --all` prints them."""

from collections.abc import Sequence

from rich.console import RenderableType

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.student_view import student_view
from pacgrid.autograder.reports.terminal_report import staff_report, student_report


def report(
    assignment: Assignment, grades: Sequence[Grade], *, show_hidden: bool = False
) -> RenderableType:
    """One grade in full, for the student; or many, in one row each, for staff."""
    if len(grades) != 1:
        return staff_report(grades)
    return student_report(student_view(assignment, grades[0], show_hidden=show_hidden))
