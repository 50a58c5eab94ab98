"""`pacgrid grade`: grade submissions."""

import shlex
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.grade_options import (
    AssignmentChoice,
    CourseChoice,
    GradeOutput,
    SubmissionChoice,
    WorkerChoice,
)
from pacgrid.cli.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.model.grade import Grade
    from pacgrid.autograder.submissions.collection import Collection
    from pacgrid.cli.grading import Grading

JOURNAL = Path("pacgrid-journal.sqlite")
"""The default journal of a batch."""
FAULTS = "pacgrid-faults"
"""The folder for faults of Pacgrid, beside the journal or in the current folder."""


@dataclass(frozen=True)
class QuestionChoice:
    """The questions and tests to run, if not all."""

    question: Annotated[
        str | None, typer.Option("--question", "-q", help="Grade only this question.")
    ] = None
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="QUESTION[.TEST[.NUMBER]]",
            help="Run only this, such as minimax.2 for the second test, or minimax.2.7 for its"
            " seventh game or position. Repeat it for more.",
        ),
    ] = None


@dataclass(frozen=True)
class RunChoice:
    """What is stored, and whether it is a run for a grade."""

    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Store results here, and skip what is stored already. Default for a batch:"
            f" {JOURNAL}.",
        ),
    ] = None
    no_journal: Annotated[bool, typer.Option("--no-journal", help="Store nothing.")] = False
    fast: Annotated[
        bool,
        typer.Option("--fast", help="A first look: few games and positions of a test; no grade."),
    ] = False
    watch: Annotated[
        bool, typer.Option("--watch", help="Grade again whenever the file is saved; Ctrl-C stops.")
    ] = False


@dataclass(frozen=True)
class GradeOptions:
    """The options of `pacgrid grade`. Raises OptionError for those that don't go together."""

    assignment: AssignmentChoice
    questions: QuestionChoice
    submissions: SubmissionChoice
    course: CourseChoice
    workers: WorkerChoice
    run: RunChoice
    output: GradeOutput

    def __post_init__(self) -> None:
        for option in self._without_grade:
            self._check_no_grade(option)
        if self.questions.only and self.questions.question:
            raise OptionError("use either --only or --question, not both")
        if self.run.journal and self.run.no_journal:
            raise OptionError("use either --journal or --no-journal, not both")
        if self.course.roster and self.output.gradescope:
            raise OptionError("use either --gradescope or --roster, not both")
        self.output.check_files()

    @property
    def _without_grade(self) -> list[str]:
        """The options that make it no run for a grade, so that nothing is stored."""
        run = {"--fast": self.run.fast, "--only": self.questions.only, "--watch": self.run.watch}
        return [option for option, is_chosen in run.items() if is_chosen]

    @property
    def _written(self) -> list[str]:
        """The options for what is made of the grades."""
        output = self.output
        values = {
            "out": output.out,
            "upload": self.course.upload,
            "json": output.json_path,
            "gradescope": output.gradescope,
            "games": output.games,
        }
        return [name for name, value in values.items() if value]

    def _check_no_grade(self, option: str) -> None:
        """Raise OptionError if grades are to be written, although `option` is there."""
        run = self.run
        chosen = [name for name in self._written if run.watch or name != "games"]
        chosen += ["journal"] if run.journal else []
        if chosen:
            why = "stores nothing" if option == "--watch" else "gives no grades"
            raise OptionError(f"{option} {why}; leave out --{chosen[0]}")

    @property
    def notes(self) -> list[str]:
        """Why there is no grade."""
        from pacgrid.autograder.assignments.first_look import SIZE

        first_look = f"first look: at most {SIZE} games or positions in each test"
        only = self.questions.only
        return [first_look] * self.run.fast + [f"only {', '.join(only or ())}"] * bool(only)

    def command(self, collection: "Collection") -> str:
        """Grades a single submission again; a first look has trees and positions of its own."""
        if not collection.is_single:
            return ""
        path, fast = str(self.submissions.paths[0]), ["--fast"] * self.run.fast
        return shlex.join(["pacgrid", "grade", path, *self.assignment.options, *fast])

    def faults_folder(self, journal: Path | None) -> Path | None:
        """Where faults of Pacgrid are written, if results are stored in `journal`."""
        if self.output.gradescope:  # the staff see what is printed, and no files
            return None
        if self.output.out:
            return self.output.out / "faults"
        return journal.parent / FAULTS if journal else Path(FAULTS)

    def prepare(self) -> "tuple[Grading, Collection]":
        """Read the assignment and the submissions."""
        from pacgrid.autograder.assignments.first_look import first_look
        from pacgrid.autograder.assignments.selection import select
        from pacgrid.autograder.authoring.salt import advice
        from pacgrid.cli.grading import Grading

        run, only, is_alone = self.run, self.questions.only, self.output.gradescope is not None
        assignment, notes = self.assignment.load()
        notes += filter(None, [advice(assignment, self.assignment.source)])
        assignment = first_look(assignment) if run.fast else assignment
        collection = self.submissions.collect(assignment.file, is_alone=is_alone)
        register = self.course.register(assignment.title)
        entries = register.enter(collection) if register else None
        collection = entries.collection if entries else collection
        is_batch = not (collection.is_single or is_alone)
        default = JOURNAL if is_batch else None
        stores_nothing = run.no_journal or self._without_grade
        journal = None if stores_nothing else run.journal or default
        grading = Grading(
            assignment=assignment,
            question=self.questions.question,
            selected=select(assignment, only) if only else None,
            level=self.workers.level(is_own=collection.is_single),
            jobs=self.workers.jobs,
            scheduler=self.workers.scheduler,
            journal=journal,
            show_finished=is_batch,
            notes=notes,
            entries=entries,
        )
        return grading, collection


def grade(options: GradeOptions) -> None:
    """Grade agents on an assignment's test layouts and positions.

    A file answers a question by defining its class or function. Each test runs
    in its own sandboxed process, with limits. To resume a batch that was
    stopped, run the same command again. The exit code is 1 if a file is missing,
    or by a fault of Pacgrid; it doesn't depend on grades.
    """
    from pacgrid.autograder.course.register import course_rows
    from pacgrid.cli.grading import note_faults, print_report

    output = options.output
    grading, collection = options.prepare()
    command = options.command(collection)
    show = partial(
        print_report,
        show_hidden=output.show_hidden,
        everything=output.everything or output.show_hidden or bool(options.questions.only),
        command=command,
        notes=options.notes,
    )
    if options.run.watch:
        _watch(options, collection, show)
        return
    output.check_folders()
    options.course.check_folder()
    register = grading.entries.register if grading.entries else None
    upload = options.course.upload_of(register, grading.assignment.title)
    results = grading.run(collection)
    faults = grading.faults
    grades = [result.grade for result in results]
    known = course_rows(results)
    output.write(grading, grades, command, options.workers.jobs, known)
    if upload:
        for text in upload.write(grading.assignment, results, faults):
            note(text)
        note_written(upload.folder)
    # Files come first: whatever the terminal makes of the report, they are written.
    console = SafeConsole(stderr=output.json_path == "-")
    show(console, grading.assignment, grades, faults, course_rows=known)
    note_faults(faults, options.faults_folder(grading.journal))
    if faults or not all(path.exists() for path in options.submissions.paths):
        raise typer.Exit(1)


def _watch(options: GradeOptions, collection: "Collection", show: "Callable[..., None]") -> None:
    """Grade the submission again whenever it is saved."""
    from pacgrid.autograder.reports.fault_log import FaultLog
    from pacgrid.cli.grading import note_faults
    from pacgrid.cli.grading_watch import GradeWatch, SavedFiles

    if len(collection.submissions) != 1:
        raise OptionError(f"--watch takes one submission, not {len(collection.submissions)}")
    console = SafeConsole()
    files = SavedFiles([*options.submissions.paths, *options.assignment.files])

    def show_one(assignment: "Assignment", grade: "Grade") -> None:
        faults = FaultLog()
        faults.note_judged([grade])
        show(console, assignment, [grade], faults)
        note_faults(faults, Path(FAULTS))

    GradeWatch(files, options.prepare, show_one, console).run()
