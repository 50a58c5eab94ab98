"""The options of `pacgrid grade`: assignment, submissions, course, workers and output."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.console import note, note_written
from pacgrid.cli.options import JsonOption, OptionError
from pacgrid.cli.output_path import JsonOutput
from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import similar_file

if TYPE_CHECKING:
    from pacgrid.autograder.assignments.assignment import Assignment
if TYPE_CHECKING:
    from pacgrid.autograder.submissions.collection import Collection
    from pacgrid.autograder.submissions.submission import Submission
if TYPE_CHECKING:
    from pacgrid.autograder.course.register import Register
    from pacgrid.autograder.reports.upload import Upload
if TYPE_CHECKING:
    from pacgrid.autograder.sandbox.level import Level
if TYPE_CHECKING:
    from pacgrid.autograder.course.lateness import CourseRow
    from pacgrid.autograder.model.grade import Grade
    from pacgrid.cli.grading import Grading


SHIPPED = "pacman"

ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]


@dataclass(frozen=True)
class AssignmentChoice:
    """What the options of the command line say about the assignment."""

    source: Annotated[
        str,
        typer.Option(
            "--assignment",
            "-a",
            help="A shipped assignment, a TOML file, or the folder of a CS 188 project's test"
            " cases.",
        ),
    ] = SHIPPED

    def load(self) -> "tuple[Assignment, list[str]]":
        """The assignment, and notes about it. Raises AssignmentError or TestCaseError."""
        from pacgrid.autograder.assignments.assignment import Assignment

        folder = Path(self.source)
        if not folder.is_dir():
            return Assignment.load(self.source), []
        from pacgrid.autograder.assignments.case_folder import load_test_cases

        notes: list[str] = []
        return load_test_cases(folder, note=notes.append), notes

    @property
    def options(self) -> list[str]:
        """The options that choose it, as on the command line."""
        return [] if self.source == SHIPPED else ["--assignment", self.source]

    @property
    def files(self) -> list[Path]:
        """The file or the folder that it is read from."""
        return [Path(self.source)] if Path(self.source).exists() else []


MAX_BYTES = 64 << 20
"""Of what Gradescope says about a submission, with the results of all earlier ones."""


@dataclass(frozen=True)
class SubmissionChoice:
    """What the command line says about the submissions."""

    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATHS",
            help="Agent files, folders, zips or tars, or a download from a learning management"
            " system.",
            show_default=False,
        ),
    ]

    def collect(self, main: str, *, is_alone: bool) -> "Collection":
        """Collect the submissions. In one of several files, the one called `main` is graded.

        If `is_alone`, a student reads the result, and all of it is one hand-in.
        """
        from pacgrid.autograder.submissions.collection import Collection, collect, collect_one

        if is_alone and len(self.paths) != 1:
            raise OptionError(f"--gradescope takes one submission, not {len(self.paths)}")
        path = self.paths[0]
        if is_alone:  # the student has the file elsewhere
            alone = _of_gradescope_student(path, replace(collect_one(path, main), path=""))
            collection = Collection((alone,), (), is_single=False)
        else:
            collection = collect(self.paths, main)
        if collection.submissions[0].missing and (is_alone or collection.is_single):
            hint = similar_file(path)
            if not hint and path.suffix == ".py":
                hint = f"start one with: pacgrid new {path}"
            raise OptionError(f"{path}: no such file{hint and f'; {hint}'}")
        return collection


def _of_gradescope_student(path: Path, submission: "Submission") -> "Submission":
    """The `submission` at `path`, with its student, if Gradescope names one beside its folder.
    Beside anything else, such as a file in a repository, students could have put it there
    themselves."""
    from pacgrid.autograder.submissions.download import ALONE, FOLDER, read_alone

    folder = path.absolute()
    if folder.name != FOLDER or not folder.is_dir():
        return submission
    try:
        text = read_regular_file(folder.with_name(ALONE), MAX_BYTES)
    except OSError:
        return submission
    if not (submitter := read_alone(text)):
        return submission
    return replace(submission, student=submitter.name, identifier=submitter.identifier)


@dataclass(frozen=True)
class CourseChoice:
    """The files of the course on the command line. Raises OptionError for those that don't go
    together."""

    roster: Annotated[
        Path | None,
        typer.Option(
            metavar="CSV",
            help="Everybody in the course, as your LMS exports it: everybody gets a row.",
        ),
    ] = None
    dates: Annotated[
        Path | None,
        typer.Option(
            metavar="TOML",
            help="When assignments are due, what lateness costs, and the files of extensions, times"
            " and groups.",
        ),
    ] = None
    upload: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write here what your LMS imports: the roster with the grades, and feedback.",
        ),
    ] = None

    def __post_init__(self) -> None:
        for name in ("dates", "upload"):
            if getattr(self, name) and not self.roster:
                raise OptionError(f"--{name} needs a roster; name one with --roster")

    def check_folder(self) -> None:
        """Raises ResultsError or OptionError if nothing can be written for the LMS."""
        from pacgrid.autograder.reports.results_folder import check_folder

        if not (self.upload and self.roster):
            return
        check_folder(self.upload)
        if (self.upload / self.roster.name).resolve() == self.roster.resolve():
            raise OptionError(f"--upload would overwrite {self.roster}; name another folder")

    def register(self, title: str) -> "Register | None":
        """The register of the course for the assignment called `title`; None without a roster.

        Raises:
            CourseError: a file can't be used; says why in one line.
        """
        if not self.roster:
            return None
        from pacgrid.autograder.course.dates import Dates, read_extensions, read_times
        from pacgrid.autograder.course.groups import read_groups
        from pacgrid.autograder.course.lateness import used_before
        from pacgrid.autograder.course.register import Register
        from pacgrid.autograder.course.roster import Roster

        roster = Roster.load(self.roster)
        if not self.dates:
            return Register(roster)
        dates = Dates.load(self.dates, title)
        return Register(
            roster,
            dates,
            read_extensions(dates.extensions, roster, dates, title) if dates.extensions else {},
            read_times(dates.times, roster, dates.zone) if dates.times else {},
            read_groups(dates.groups, roster) if dates.groups else None,
            used_before(dates.earlier, roster),
        )

    def upload_of(self, register: "Register | None", title: str) -> "Upload | None":
        """What is written for the LMS, if anything. Raises CourseError: the roster has no column
        for the grades."""
        if not (register and self.upload):
            return None
        from pacgrid.autograder.course.grades_file import grade_column
        from pacgrid.autograder.reports.upload import Upload

        column = grade_column(
            register.roster, title, register.dates.column if register.dates else None
        )
        return Upload(self.upload, register.roster, column)


ProcessesOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes. Default: one per core."),
]


class SandboxLevel(StrEnum):
    """The sandbox levels of `pacgrid.autograder`, which is loaded only when it is used."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    PROCESS = "process"


@dataclass(frozen=True)
class WorkerChoice:
    """What the options of the command line say about the workers. Raises PoolError for a scheduler
    that it isn't safe to use."""

    jobs: ProcessesOption = None
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Use a Dask cluster: the address that dask scheduler prints, such as"
            " tls://host:8786; local starts a cluster here.",
        ),
    ] = None
    sandbox: Annotated[
        SandboxLevel | None, typer.Option(help="Sandbox level. Default: the strongest available.")
    ] = None

    def __post_init__(self) -> None:
        if self.scheduler is not None:
            from pacgrid.autograder.batch.cluster import check_address

            check_address(self.scheduler)

    def level(self, *, is_own: bool) -> "Level":
        """The sandbox level to grade with: the chosen one, or the strongest available.

        Only your own file is graded at a level that attacks can escape. Raises OptionError.
        """
        from pacgrid.autograder.sandbox.level import Level, strongest, why_not

        if self.sandbox:
            level = Level(self.sandbox)
            if reason := why_not(level):
                raise OptionError(f"--sandbox {level}: {reason}")
            return level
        level = strongest()
        if not (level.is_secure or is_own):
            reasons = "; ".join(f"{other}: {why_not(other)}" for other in Level if other.is_secure)
            raise OptionError(
                f"grading other people's code requires at least landlock ({reasons}); "
                "override with --sandbox process"
            )
        return level


@dataclass(frozen=True)
class GradeOutput:
    """What the options of the command line say about the files."""

    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write a gradebook and feedback here."),
    ] = None
    games: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Save the games here, for pacgrid replay, with pages of lost ones.",
        ),
    ] = None
    json_path: JsonOption = None
    gradescope: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write Gradescope's results.json of one submission."),
    ] = None
    everything: Annotated[
        bool, typer.Option("--all", help="Show every test, and all there is to say.")
    ] = False
    show_hidden: Annotated[
        bool,
        typer.Option("--show-hidden", help="Also show hidden tests."),
    ] = False

    def check_files(self) -> None:
        """Raises OutputError if JSON can't be written."""
        JsonOutput(self.json_path)
        JsonOutput(self.gradescope)

    def check_folders(self) -> None:
        """Raises ResultsError if a folder can't be written to."""
        from pacgrid.autograder.reports.results_folder import check_folder

        for folder in filter(None, (self.out, self.games)):
            check_folder(folder)

    def write(
        self,
        grading: "Grading",
        grades: "Sequence[Grade]",
        command: str,
        jobs: int | None,
        course_rows: "Mapping[str, CourseRow]",
    ) -> None:
        """Write all files; `command` grades a single submission again. By the names of the grades,
        `course_rows` say which rules about dates counted. Faults of Pacgrid are added to those of
        `grading`."""
        from pacgrid.autograder.reports.gradescope_results import results, unreported
        from pacgrid.autograder.reports.report import to_json

        assignment, faults = grading.assignment, grading.faults
        if self.gradescope:
            made = faults.make_one("results.json", partial(results, assignment), grades[0])
            JsonOutput(self.gradescope).write(made or unreported())
        if self.games:
            from pacgrid.cli.grading import save_games

            save_games(
                self.games, assignment, grades, faults, jobs=jobs, show_hidden=self.show_hidden
            )
            note_written(self.games)
        if self.out:
            from pacgrid.autograder.reports.results_folder import page_of, write_results

            write_results(
                self.out,
                assignment,
                grades,
                self.games,
                command=command,
                faults=faults,
                course_rows=course_rows,
            )
            note_written(self.out)
            note(f"The page to begin with is {page_of(self.out, grades)}")
        if self.json_path:
            data = faults.make(
                "--json", partial(to_json, assignment, course_rows=course_rows), grades
            )
            if data:
                JsonOutput(self.json_path).write(data)
