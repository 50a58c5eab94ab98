"""`pacgrid course`: a whole course in a folder, from the handouts to the gradebook."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from pacgrid.cli.assignment import package_for_students
from pacgrid.cli.commands import CommandGroup
from pacgrid.cli.console import SafeConsole, note
from pacgrid.cli.course_grading import grade
from pacgrid.cli.option_groups import with_options
from pacgrid.cli.options import OptionError
from pacgrid.cli.worker_choice import ProcessesOption

if TYPE_CHECKING:
    from pacgrid.autograder.course_folder.course_folder import CourseAssignment, CourseFolder
    from pacgrid.autograder.course_folder.rehearsal import RehearsedHandIn

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    help="Make, rehearse and grade a whole course.",
)

FolderArgument = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="The folder of the course.", show_default=False)
]


@app.command()
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="An empty or new folder.", show_default=False)
    ],
    start: Annotated[
        str,
        typer.Option(metavar="DATE", help="The Monday on which week 1 begins, such as 2027-01-11."),
    ],
    zone: Annotated[
        str | None,
        typer.Option(metavar="ZONE", help="The time zone of all dates, such as Europe/Berlin."),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FOLDER", help="Copy this course. Default: the one in Pacgrid."
        ),
    ] = None,
) -> None:
    """Make a course: assignments, handouts, kits, rubrics, dates, autograders.

    Copies a course into an empty folder, draws new seeds for its hidden tests,
    makes the dates from the start, and builds what students and staff get.
    """
    from pacgrid.autograder.course_folder.new_course import new_course, shipped_course

    try:
        first = date.fromisoformat(start)
    except ValueError:
        raise OptionError(f"--start {start}: is no date; write one such as 2027-01-11") from None
    used = new_course(folder, source or shipped_course(), first, zone)
    if not zone:
        note(f"times are in {used}; --zone names another time zone")
    build(folder)


@app.command()
def build(folder: FolderArgument) -> None:
    """Make the files for students and for staff again, after a change of the course.

    Writes the folders students/ and staff/. A file in them that you have changed
    is kept.
    """
    from pacgrid.autograder.course_folder.build import ROSTER
    from pacgrid.autograder.course_folder.build import build as build_course
    from pacgrid.autograder.course_folder.course_folder import CourseFolder
    from pacgrid.autograder.course_folder.handout import browser

    course = CourseFolder.load(folder)
    package = package_for_students()
    with SafeConsole(stderr=True).status("writing handouts and kits"):
        built = build_course(course, package, browser())
    for name in built.kept:
        note(f"{folder / name}: was changed by hand, so it is kept; to have it made, remove it")
    if built.lacks_pdf:
        note("handouts are without PDF: no Chromium or Chrome prints them here")
    if _is_individual(course) and not (folder / ROSTER).exists():
        note(
            f"some exercises differ for each student: put the roster into {folder / ROSTER}, then"
            f" run: pacgrid course build {quote(str(folder))}"
        )
    SafeConsole(soft_wrap=True).print(built_report(folder, built.written))


def _is_individual(course: "CourseFolder") -> bool:
    from pacgrid.autograder.assignments.assignment import Assignment

    sources = (each.source for each in course.assignments)
    return any(isinstance(each, Assignment) and each.is_individual for each in sources)


def built_report(folder: Path, written: int) -> Text:
    """What was written, and for whom."""
    return Text.assemble(
        f"Wrote {written} files. ",
        (f"{folder / 'students'}/", "bold"),
        " is for students; nothing else is.\nNext: ",
        (f"pacgrid course check {quote(str(folder))}", "bold"),
    )


@app.command()
def check(folder: FolderArgument, jobs: ProcessesOption = None) -> None:
    """Rehearse a course: grade its own solutions and wrong hand-ins.

    Solutions must get all points, wrong hand-ins the points and the mistakes in
    expected.toml. Dates, files and kits are checked, too. The exit code is 1 if
    anything is wrong.
    """
    from pacgrid.autograder.course_folder.build import handouts, problems
    from pacgrid.autograder.course_folder.course_folder import CourseFolder
    from pacgrid.errors import PacgridError

    course = CourseFolder.load(folder)
    console = SafeConsole()
    found = [*problems(course), *course.problems()]
    for each in course.assignments:
        try:
            handouts(course, each)
            hand_ins = _rehearsed(course, each, jobs)
        except PacgridError as error:
            found.append(str(error))
            continue
        found += [problem for hand_in in hand_ins for problem in hand_in.problems]
        console.print(rehearsal_report(course, each, hand_ins))
    for line in found:
        console.print(Text(line, "red"), soft_wrap=True)
    if found:
        raise typer.Exit(1)
    console.print(Text("everything is as it should be", "bold green"))


def _rehearsed(
    course: "CourseFolder", assignment: "CourseAssignment", jobs: int | None
) -> "list[RehearsedHandIn]":
    """The assignment's own hand-ins, graded in the sandbox. Raises PacgridError."""
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.batch.grader import Grader
    from pacgrid.autograder.batch.journal import Journal
    from pacgrid.autograder.course_folder.course_file import STAFF
    from pacgrid.autograder.course_folder.ladder_points import ladder_grades
    from pacgrid.autograder.course_folder.rehearsal import rehearse
    from pacgrid.autograder.ladder.ladder import Ladder
    from pacgrid.autograder.model.grade import Grade
    from pacgrid.autograder.reports.results_folder import writing
    from pacgrid.autograder.sandbox.level import strongest
    from pacgrid.autograder.submissions.submission import Submission

    source, level = assignment.source, strongest()
    with writing(course.path / STAFF):
        (course.path / STAFF).mkdir(exist_ok=True)
    with Journal(course.path / STAFF / ".check.sqlite") as journal:

        def grade_all(submissions: Sequence[Submission]) -> list[Grade]:
            if isinstance(source, Assignment):
                return Grader(source, level=level, jobs=jobs, journal=journal).grade(submissions)
            ladder = Ladder(source, level=level, jobs=jobs, journal=journal).play(submissions)
            assert assignment.entry.ladder  # of a ladder
            return ladder_grades(ladder, assignment.entry.ladder, submissions)

        with SafeConsole(stderr=True).status(f"grading {assignment.title}"):
            return rehearse(assignment, grade_all)


def rehearsal_report(
    course: "CourseFolder", assignment: "CourseAssignment", hand_ins: "Sequence[RehearsedHandIn]"
) -> RenderableType:
    """The points of all hand-ins, and what a student reads of a right and of a wrong one."""
    lines: list[RenderableType] = [
        Text(),
        Text(assignment.title, "bold"),
        Text(course.shown(assignment), "dim"),
    ]
    for each in hand_ins:
        mark, colour = ("✗", "red") if each.problems else ("✓", "green")
        lines.append(Text.assemble((mark, colour), f" {each.place}: {each.total}"))
    wrong = [each for each in hand_ins if each.is_wrong]
    for each in [hand_ins[0], *wrong[:1]]:
        lines.append(Text(f"\nWhat a student reads who hands in {each.place}:", "bold"))
        lines.append(Padding(each.feedback, (0, 0, 0, 4)))
    return Group(*lines)


app.command("grade")(with_options(grade))
