"""`pacgrid course grade`: grade all assignments of a course, into one gradebook."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from pacgrid.cli.assignment_choice import AssignmentChoice
from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.course_choice import CourseChoice
from pacgrid.cli.grade import GradeOptions, QuestionChoice, RunChoice, grade_all
from pacgrid.cli.grade_output import GradeOutput
from pacgrid.cli.options import OptionError
from pacgrid.cli.shard_choice import ShardChoice
from pacgrid.cli.statistics import write_statistics
from pacgrid.cli.submission_choice import SubmissionChoice
from pacgrid.cli.worker_choice import WorkerChoice
from pacgrid.common.suggestion import did_you_mean

if TYPE_CHECKING:
    from pacgrid.autograder.course.register import CountedGrade
    from pacgrid.autograder.course_folder.course_folder import CourseAssignment, CourseFolder
    from pacgrid.autograder.course_folder.course_gradebook import CourseGradebook

EXTENSIONS, GROUPS, DECISIONS = "extensions.csv", "groups.csv", "decisions.csv"
"""In the folder of a course."""
JOURNAL = "journal.sqlite"
"""In the folder of an assignment's results."""


@dataclass(frozen=True)
class _FilesOfCourse(CourseChoice):
    """The files of the course that are in its folder."""

    before: tuple[Path, ...] = ()
    """Late days that were used in the assignments before this one."""

    @property
    def earlier(self) -> Sequence[Path]:
        return self.before


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
) -> None:
    """Grade all assignments that somebody has handed in, into one gradebook.

    Writes FOLDER/results: gradebook.csv with the weighted totals, and a folder
    for each assignment; also statistics.html. The roster, dates, extensions,
    groups and decisions are those in FOLDER. To resume, run the same command
    again. The exit code is 1 by a fault of Pacgrid.
    """
    from pacgrid.autograder.course.roster import Roster
    from pacgrid.autograder.course_folder.build import ROSTER
    from pacgrid.autograder.course_folder.course_file import RESULTS, SUBMISSIONS
    from pacgrid.autograder.course_folder.course_folder import CourseFolder
    from pacgrid.autograder.course_folder.course_gradebook import CourseGradebook
    from pacgrid.autograder.reports.results_folder import BYTE_ORDER_MARK, write_texts

    course = CourseFolder.load(folder)
    found = dict(_hand_ins(course, hand_ins or folder / SUBMISSIONS))
    course.check_dates()
    roster = Roster.load(folder / ROSTER) if (folder / ROSTER).exists() else None
    if not roster:
        unused = " and no decision counts" * (folder / DECISIONS).exists()
        note(f"{folder / ROSTER}: isn't there, so lateness costs nothing{unused}")
    graded, has_faults = [], False
    for each in course.assignments:
        if each.name in found:
            SafeConsole().print(Text(f"\n{each.title}", "bold"))
            results, is_faulty = _grade_one(course, each, found[each.name], workers)
            graded.append((each, results))
            has_faults |= is_faulty
    gradebook = CourseGradebook.of(graded, roster)
    write_texts(folder / RESULTS, {"gradebook.csv": f"{BYTE_ORDER_MARK}{gradebook.csv}"})
    SafeConsole().print(gradebook_table(course, gradebook))
    for line in gradebook.problems:
        note(line)
    note_written(folder / RESULTS / "gradebook.csv")
    _write_statistics(folder / RESULTS, graded)
    if has_faults:
        raise typer.Exit(1)


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


def _grade_one(
    course: "CourseFolder", assignment: "CourseAssignment", path: Path, workers: WorkerChoice
) -> "tuple[list[CountedGrade], bool]":
    """The grades of one assignment, and whether there was a fault of Pacgrid."""
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.course_folder.course_file import RESULTS
    from pacgrid.autograder.reports.results_folder import writing

    out = course.path / RESULTS / assignment.name
    files = _files(course, assignment)
    if not isinstance(assignment.source, Assignment):
        return _grade_ladder(assignment, path, files, workers, out)
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
    return grade_all(
        GradeOptions(
            assignment=AssignmentChoice(str(assignment.file)),
            questions=QuestionChoice(),
            submissions=SubmissionChoice([path]),
            course=files,
            workers=workers,
            shards=ShardChoice(),
            run=RunChoice(journal=out / JOURNAL),
            output=GradeOutput(out=out),
        )
    )


def _grade_ladder(
    assignment: "CourseAssignment",
    path: Path,
    files: CourseChoice,
    workers: WorkerChoice,
    out: Path,
) -> "tuple[list[CountedGrade], bool]":
    from pacgrid.autograder.course.course_row import CourseRow
    from pacgrid.autograder.course.late_days import FILE
    from pacgrid.autograder.course.register import CountedGrade, course_rows
    from pacgrid.autograder.course_folder.ladder_points import ladder_feedback, ladder_grades
    from pacgrid.autograder.ladder.rules import LadderRules
    from pacgrid.autograder.reports.file_names import file_names
    from pacgrid.autograder.reports.gradebook import gradebook, late_days_table
    from pacgrid.autograder.reports.results_folder import BYTE_ORDER_MARK, write_texts
    from pacgrid.cli.ladder import LadderOutput, collected, play

    rules, rule = assignment.source, assignment.entry.ladder
    assert isinstance(rules, LadderRules)
    assert rule
    collection = collected([path], rules.file)
    register = files.register(assignment.title)
    entries = register.enter(collection) if register else None
    if files.decisions:
        note(f"{files.decisions}: no decision counts for a ladder, such as {assignment.title}")
    collection = entries.collection if entries else collection
    handed_in = tuple(each for each in collection.submissions if not each.missing)
    playing = replace(collection, submissions=handed_in)
    ladder, _ = play(rules, playing, workers, LadderOutput(out=out))
    grades = ladder_grades(ladder, rule, collection.submissions)
    results = (
        entries.results(grades)
        if entries
        else [CountedGrade(each, CourseRow(), None) for each in grades]
    )
    counted = [result.grade for result in results]
    texts = {"gradebook.csv": gradebook(counted, course_rows(results))}
    if any(result.course_row.due for result in results):
        texts[FILE] = late_days_table((each.grade, each.course_row) for each in results)
    write_texts(out, {name: f"{BYTE_ORDER_MARK}{text}" for name, text in texts.items()})
    names = file_names([each.name for each in counted])
    feedback = {f"{n}.txt": ladder_feedback(g) for n, g in zip(names, counted, strict=True)}
    write_texts(out / "feedback", feedback)
    return results, bool(ladder.faults)


def _files(course: "CourseFolder", assignment: "CourseAssignment") -> _FilesOfCourse:
    """The files in the course's folder that matter for `assignment`; none without a roster."""
    from pacgrid.autograder.course.late_days import FILE
    from pacgrid.autograder.course_folder.build import ROSTER
    from pacgrid.autograder.course_folder.course_file import DATES, RESULTS, TIMES

    path = course.path
    if not (path / ROSTER).exists():
        return _FilesOfCourse()

    def there(*names: str) -> Path | None:
        return next((path / name for name in names if (path / name).exists()), None)

    before = course.assignments[: course.assignments.index(assignment)]
    used = (path / RESULTS / each.name / FILE for each in before)
    return _FilesOfCourse(
        roster=path / ROSTER,
        dates=path / DATES,
        extensions=there(EXTENSIONS),
        groups=there(GROUPS),
        decisions=there(DECISIONS),
        times=there(f"{TIMES}/{assignment.name}.csv", f"{TIMES}/{assignment.name}.json"),
        before=tuple(each for each in used if each.exists()),
    )


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
