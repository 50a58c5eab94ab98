"""What `pacgrid grade` prints."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.text import Text

from pacgrid.cli.console import note

if TYPE_CHECKING:
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.course.lateness import CourseRow
    from pacgrid.autograder.model.grade import Grade
    from pacgrid.autograder.reports.fault_log import FaultLog

_TERMINAL = "the report on the terminal"


def print_report(
    console: Console,
    assignment: "Assignment",
    grades: "Sequence[Grade]",
    faults: "FaultLog",
    *,
    show_hidden: bool = False,
    everything: bool = False,
    command: str = "",
    notes: Iterable[str] = (),
    course_rows: "Mapping[str, CourseRow] | None" = None,
) -> None:
    """Print the grades, and why they are none. The `command` grades a single submission again. What
    can't be printed by a fault of Pacgrid is added to `faults`.

    Args:
        show_hidden: whether a single grade has its hidden tests.
        everything: whether a single grade has all its tests, and all there is to say of them.
        command: grades a single submission again.
        notes: why there is no grade.
        course_rows: by the names of the grades, which rules about dates counted.
    """
    from pacgrid.autograder.reports.brief_report import brief_report
    from pacgrid.autograder.reports.report import staff_report, student_report
    from pacgrid.autograder.reports.student_view import student_view

    def printable(shown: RenderableType) -> RenderableType:
        with console.capture():
            console.print(shown)
        return shown

    def for_student(grade: "Grade") -> RenderableType:
        known = (course_rows or {}).get(grade.name)
        is_hidden = assignment.has_hidden_tests and not show_hidden
        date_rule = known.line(grade, has_hidden_tests=is_hidden) if known else ""
        view = student_view(
            assignment, grade, show_hidden=show_hidden, command=command, date_rule=date_rule
        )
        return printable(student_report(view) if everything else brief_report(view))

    if len(grades) == 1:
        shown = faults.make_one(_TERMINAL, for_student, grades[0])
    else:
        shown = faults.make(
            _TERMINAL, lambda some: printable(staff_report(some, course_rows or {})), grades
        )
    if shown is not None:  # A command that is wider than the terminal isn't cut off.
        console.print(shown, crop=False)
    for reason in notes:
        console.print(Text(f"{reason}; this is no grade", "yellow"))


def note_faults(faults: "FaultLog", folder: Path | None) -> None:
    """If there are faults, write a file for each submission into `folder`, and say so on stderr.
    Without a folder, or if it can't be written to, they are printed there."""
    from pacgrid.autograder.reports.results_folder import ResultsError, write_faults

    if not faults:
        return
    try:
        if folder:
            write_faults(folder, faults)
            note(f"{faults}; please report it, with the files in {folder}")
            return
    except ResultsError as error:
        note(str(error))
    for text in faults.texts().values():
        for line in text.splitlines():
            note(line)
    note(f"{faults}; please report it, with the lines above")
