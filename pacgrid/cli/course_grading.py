"""`pacgrid course grade`: grade all assignments of a course, into one gradebook."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.course_assignment import DECISIONS, files_of, grade_assignment
from pacgrid.cli.course_choice import BlindOption, CourseChoice, UploadOption
from pacgrid.cli.options import OptionError
from pacgrid.cli.statistics import write_statistics
from pacgrid.cli.worker_choice import WorkerChoice
from pacgrid.common.suggestion import did_you_mean

if TYPE_CHECKING:
    from pacgrid.autograder.course.register import CountedGrade
    from pacgrid.autograder.course.roster import Roster
    from pacgrid.autograder.course_folder.course_folder import CourseAssignment, CourseFolder
    from pacgrid.autograder.course_folder.course_gradebook import CourseGradebook


def grade(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder of the course.", show_default=False)
    ],
    workers: WorkerChoice,
    hand_ins: Annotated[
        Path | None,
        typer.Argument(
            metavar="HAND-INS",
            help="A folder or an archive for each assignment, with its name. Default:"
            " FOLDER/submissions.",
            show_default=False,
        ),
    ] = None,
    upload: UploadOption = None,
    blind: BlindOption = None,
) -> None:
    """Grade all assignments that somebody has handed in, into one gradebook.

    Writes FOLDER/results: gradebook.csv with the weighted totals, and a folder
    for each assignment; also statistics.html. With --blind, what graders may see
    is in FOLDER/blind_results. The roster, dates, extensions, groups and
    decisions are those in FOLDER. To resume, run the same command again. The exit
    code is 1 by a fault of Pacgrid.
    """
    from pacgrid.autograder.course.roster import Roster
    from pacgrid.autograder.course_folder.build import ROSTER
    from pacgrid.autograder.course_folder.course_file import BLIND_RESULTS, RESULTS, SUBMISSIONS
    from pacgrid.autograder.course_folder.course_folder import CourseFolder
    from pacgrid.autograder.course_folder.course_gradebook import CourseGradebook
    from pacgrid.autograder.reports.results_folder import BYTE_ORDER_MARK, write_texts

    course = CourseFolder.load(folder)
    found = dict(_hand_ins(course, hand_ins or folder / SUBMISSIONS))
    course.check_dates()
    roster = Roster.load(folder / ROSTER) if (folder / ROSTER).exists() else None
    if not roster:
        if upload or blind:
            option = "--upload" if upload else "--blind"
            raise OptionError(f"{folder / ROSTER}: isn't there; {option} needs it")
        unused = " and no decision counts" * (folder / DECISIONS).exists()
        note(f"{folder / ROSTER}: isn't there, so lateness costs nothing{unused}")
    choice = CourseChoice(roster=folder / ROSTER if roster else None, upload=upload, blind=blind)
    out = folder / (BLIND_RESULTS if blind else RESULTS)
    choice.check_folders(out, None)
    if upload and roster:
        _check_columns(roster, [each.title for each in course.assignments if each.name in found])
    secret = choice.secret()
    graded, has_faults = [], False
    for each in course.assignments:
        if each.name in found:
            SafeConsole().print(Text(f"\n{each.title}", "bold"))
            files = files_of(course, each, choice)
            results, is_faulty = grade_assignment(
                each, found[each.name], files, workers, folder / RESULTS / each.name, out
            )
            graded.append((each, results))
            has_faults |= is_faulty
    gradebook = CourseGradebook.of(graded, roster)
    write_texts(folder / RESULTS, {"gradebook.csv": f"{BYTE_ORDER_MARK}{gradebook.csv}"})
    if blind:
        shown = [(each, choice.named(results, secret)) for each, results in graded]
        gradebook = CourseGradebook.of(shown, None)
        write_texts(out, {"gradebook.csv": f"{BYTE_ORDER_MARK}{gradebook.csv}"})
    SafeConsole().print(gradebook_table(course, gradebook))
    for line in gradebook.problems:
        note(line)
    note_written(out / "gradebook.csv")
    _write_statistics(out, graded)
    if upload:
        _write_roster(upload, folder / ROSTER, graded)
    if has_faults:
        raise typer.Exit(1)


def _check_columns(roster: "Roster", titles: Sequence[str]) -> None:
    """Raises OptionError or CourseError if `roster` has no columns for the grades of the
    assignments with these titles."""
    from pacgrid.autograder.course.grades_file import grade_column

    if roster.lms.only_column:
        raise OptionError(
            f"{roster.source}: is of one assignment; --upload needs a roster for all, or use:"
            " pacgrid grade --upload"
        )
    for title in titles:
        grade_column(roster, title)


def _write_roster(
    folder: Path, path: Path, graded: "Sequence[tuple[CourseAssignment, Sequence[CountedGrade]]]"
) -> None:
    """Writes the roster at `path` into `folder`, with the grades of all assignments."""
    from pacgrid.autograder.course.grades_file import grade_column, grades_file
    from pacgrid.autograder.course.roster import Roster
    from pacgrid.autograder.reports.results_folder import writing
    from pacgrid.common.files import atomic_file

    source, target = path, folder / path.name
    for assignment, results in graded:
        roster = Roster.load(source)
        content = grades_file(roster, results, grade_column(roster, assignment.title))
        with writing(target), atomic_file(target) as file:
            file.write_bytes(content)
        source = target
    note_written(target)


def _write_statistics(
    folder: Path, graded: "Sequence[tuple[CourseAssignment, Sequence[CountedGrade]]]"
) -> None:
    """A page over all assignments that have statistics: those of several students."""
    from pacgrid.autograder.ladder.ladder_folder import TABLE
    from pacgrid.autograder.reports.statistics.facts import FILE

    folders = [
        folder / each.name
        for each, results in graded
        if (folder / each.name / (TABLE if each.entry.ladder else FILE)).exists()
        and (each.entry.ladder or len(results) != 1)
    ]
    if folders:
        write_statistics(folders, folder / "statistics.html")


def _hand_ins(course: "CourseFolder", folder: Path) -> Iterator[tuple[str, Path]]:
    """For each assignment with hand-ins: its name, and where they are. Raises OptionError."""
    from pacgrid.autograder.course_folder.course_file import is_junk
    from pacgrid.autograder.submissions.course import stem
    from pacgrid.autograder.submissions.members import is_archive

    names = [each.name for each in course.assignments]
    if not folder.is_dir():
        raise OptionError(
            f"{folder}: no such folder; put the hand-ins there, in folders such as {names[0]}"
        )
    found: dict[str, Path] = {}
    for entry in sorted(folder.iterdir()):
        name = stem(entry.name) if is_archive(entry.name) else entry.name
        if is_junk(name):
            continue
        if name not in names:
            hint = did_you_mean(name, names) or f"they are called {', '.join(names)}"
            raise OptionError(f"{entry}: no assignment in course.toml has this name; {hint}")
        if entry.is_dir() and all(is_junk(each.name) for each in entry.iterdir()):
            continue
        if name in found:
            raise OptionError(f"{entry}: {found[name].name} is there, too; keep one of them")
        found[name] = entry
    if not found:
        raise OptionError(f"{folder}: is empty; put hand-ins there, in folders such as {names[0]}")
    yield from found.items()


def gradebook_table(course: "CourseFolder", gradebook: "CourseGradebook") -> Table:
    """The points of all students, and their totals."""
    from pacgrid.autograder.course.lateness import decimal

    table = Table(
        title=Text(course.file.title, "bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="dim",
    )
    table.add_column("student", overflow="fold")
    for each in gradebook.assignments:
        table.add_column(f"{each.title}\n/ {decimal(each.points)}", justify="right")
    table.add_column(f"total\n/ {decimal(gradebook.possible)}", justify="right")
    for name, identifier, _, *points, total in gradebook.rows:
        who = f"{name} ({identifier})" if identifier and identifier != name else name
        table.add_row(who, *(each or "–" for each in points), Text(total or "?", "bold"))
    return table
