"""How `pacgrid course grade` grades one assignment, or plays a ladder."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pacgrid.cli.assignment_choice import AssignmentChoice
from pacgrid.cli.console import note, note_written
from pacgrid.cli.course_choice import CourseChoice
from pacgrid.cli.grade import GradeOptions, QuestionChoice, RunChoice, grade_all
from pacgrid.cli.grade_output import GradeOutput
from pacgrid.cli.submission_choice import SubmissionChoice
from pacgrid.cli.worker_choice import WorkerChoice

if TYPE_CHECKING:
    from pacgrid.autograder.course.register import CountedGrade, CourseSubmissions
    from pacgrid.autograder.course_folder.course_folder import CourseAssignment, CourseFolder
    from pacgrid.autograder.submissions.submission import Submission

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


def grade_assignment(
    assignment: "CourseAssignment",
    path: Path,
    files: CourseChoice,
    workers: WorkerChoice,
    results_folder: Path,
    shown: Path,
) -> "tuple[list[CountedGrade], bool]":
    """The grades of one assignment, whose hand-ins are at `path`, and whether there was a fault of
    Pacgrid. The journal and the late days are in `results_folder`; what graders may see is in a
    folder in `shown`, which may be the same one."""
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.course.late_days import FILE
    from pacgrid.autograder.reports.gradebook import late_days_table
    from pacgrid.autograder.reports.results_folder import BYTE_ORDER_MARK, write_texts, writing

    journal, out = results_folder / JOURNAL, shown / assignment.name
    with writing(results_folder):
        results_folder.mkdir(parents=True, exist_ok=True)
    if isinstance(assignment.source, Assignment):
        results, is_faulty = grade_all(
            GradeOptions(
                assignment=AssignmentChoice(str(assignment.file)),
                questions=QuestionChoice(),
                submissions=SubmissionChoice([path]),
                course=files,
                workers=workers,
                run=RunChoice(journal=journal),
                output=GradeOutput(out=out),
            )
        )
    else:
        results, is_faulty = _grade_ladder(assignment, path, files, workers, journal, out)
    if files.blind and any(result.course_row.due for result in results):
        table = late_days_table((result.grade, result.course_row) for result in results)
        write_texts(results_folder, {FILE: f"{BYTE_ORDER_MARK}{table}"})
    return results, is_faulty


def _grade_ladder(
    assignment: "CourseAssignment",
    path: Path,
    files: CourseChoice,
    workers: WorkerChoice,
    journal: Path,
    out: Path,
) -> "tuple[list[CountedGrade], bool]":
    """As `grade_assignment`. With blind identifiers, the ladder is played under these, and is
    anonymous, so that its pages say nothing."""
    from pacgrid.autograder.batch.journal import Journal
    from pacgrid.autograder.course.register import course_rows
    from pacgrid.autograder.course_folder.ladder_points import ladder_grades
    from pacgrid.autograder.ladder.rules import LadderRules
    from pacgrid.autograder.reports.fault_log import FaultLog
    from pacgrid.autograder.reports.results_folder import write_results
    from pacgrid.cli.grading import counted_results, decision_notes
    from pacgrid.cli.ladder import LadderOutput, collected, play

    rules, rule, graded = assignment.source, assignment.entry.ladder, assignment.assignment
    assert isinstance(rules, LadderRules)
    assert rule
    collection = collected([path], rules.file)
    register = files.with_decisions(files.register(graded.title), graded)
    entries = register.enter(collection) if register else None
    collection = entries.collection if entries else collection
    files.check_folders(out, None)
    upload, secret = files.upload_of(register, graded.title), files.secret()
    submissions = collection.submissions
    if secret and entries:
        rules = rules.changed(anonymous=True)
        submissions = _with_blind_names(entries, secret)
    playing = tuple(each for each in submissions if not each.missing)
    ladder, _ = play(
        rules,
        replace(collection, submissions=playing),
        workers,
        LadderOutput(out=out, journal=journal),
    )
    grades = [
        replace(grade, name=one.name, student=one.student, identifier=one.identifier)
        for one, grade in zip(
            collection.submissions, ladder_grades(ladder, rule, submissions), strict=True
        )
    ]
    with Journal(journal) as opened:
        results = counted_results(grades, entries, graded.title, graded.questions, opened)
    for text in decision_notes(results, has_journal=True):
        note(text)
    named, faults = files.named(results, secret), FaultLog()
    shown = [result.grade for result in named]
    write_results(out, graded, shown, faults=faults, course_rows=course_rows(named))
    if upload:
        for text in upload.write(graded, results, faults, secret):
            note(text)
        note_written(upload.folder)
    return results, bool(ladder.faults or faults)


def _with_blind_names(entries: "CourseSubmissions", secret: bytes) -> "tuple[Submission, ...]":
    """What is graded of `entries`, under blind identifiers."""
    from pacgrid.autograder.course.blind import blind_names
    from pacgrid.autograder.course.course_row import CourseRow
    from pacgrid.autograder.course.register import CountedGrade
    from pacgrid.autograder.model.grade import Grade

    submissions = entries.collection.submissions
    students = [entry.student for entry in entries.entries for _ in entry.attempts]
    whose = [
        CountedGrade(Grade(one.name, ()), CourseRow(), student)
        for one, student in zip(submissions, students, strict=True)
    ]
    names = blind_names(secret, whose)
    return tuple(
        replace(one, name=name, student="", identifier=name)
        for one, name in zip(submissions, names, strict=True)
    )


def files_of(
    course: "CourseFolder", assignment: "CourseAssignment", choice: CourseChoice
) -> _FilesOfCourse:
    """The files in the course's folder that matter for `assignment`; none without a roster. The
    rest is as the `choice` for the whole course says."""
    from pacgrid.autograder.course.late_days import FILE
    from pacgrid.autograder.course_folder.course_file import DATES, RESULTS, TIMES

    path = course.path
    if not choice.roster:
        return _FilesOfCourse()

    def there(*names: str) -> Path | None:
        return next((path / name for name in names if (path / name).exists()), None)

    before = course.assignments[: course.assignments.index(assignment)]
    used = (path / RESULTS / each.name / FILE for each in before)
    return _FilesOfCourse(
        roster=choice.roster,
        dates=path / DATES,
        extensions=there(EXTENSIONS),
        groups=there(GROUPS),
        decisions=there(DECISIONS),
        times=there(f"{TIMES}/{assignment.name}.csv", f"{TIMES}/{assignment.name}.json"),
        upload=choice.upload and choice.upload / assignment.name,
        blind=choice.blind,
        before=tuple(each for each in used if each.exists()),
    )
