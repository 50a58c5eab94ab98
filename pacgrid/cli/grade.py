"""`pacgrid grade`: grade submissions."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.console import JsonOutput, SafeConsole, note, note_written
from pacgrid.cli.options import (
    JobsOption,
    JournalOption,
    JsonOption,
    NoJournalOption,
    OptionError,
    PathsArgument,
    SandboxOption,
    SchedulerOption,
    refuse_both,
)
from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import similar_file

if TYPE_CHECKING:
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.course.register import CountedGrade, Register
    from pacgrid.autograder.reports.results_folder import Upload
    from pacgrid.autograder.submissions.collection import Collection
    from pacgrid.autograder.submissions.submission import Submission
    from pacgrid.cli.grading import Grading

SHIPPED = "pacman"
JOURNAL = Path("pacgrid-journal.sqlite")
FAULTS = "pacgrid-faults"
"""The folder for faults of Pacgrid, beside the journal or in the current folder."""
MAX_BYTES = 64 << 20
"""The size of what Gradescope says about a submission, with the results of all earlier ones."""


def grade(
    paths: PathsArgument,
    *,
    assignment: Annotated[
        str,
        typer.Option(
            *("--assignment", "-a"),
            help="A shipped assignment, a TOML file, or a folder of CS 188 test cases.",
        ),
    ] = SHIPPED,
    question: Annotated[
        str | None, typer.Option("--question", "-q", help="Grade only this question.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="QUESTION[.TEST[.NUMBER]]",
            help="Run only this, such as minimax.2 for the second test, or minimax.2.7 for its"
            " seventh game or position. Repeat it for more.",
        ),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(
            metavar="CSV", help="The course, as your LMS exports it: a row for everybody."
        ),
    ] = None,
    dates: Annotated[
        Path | None,
        typer.Option(
            metavar="TOML",
            help="Due dates, what lateness costs, and files of extensions, times and groups.",
        ),
    ] = None,
    upload: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write here what your LMS imports: the roster with the grades, and feedback.",
        ),
    ] = None,
    jobs: JobsOption = None,
    scheduler: SchedulerOption = None,
    sandbox: SandboxOption = None,
    journal: JournalOption = None,
    no_journal: NoJournalOption = False,
    fast: Annotated[
        bool,
        typer.Option(
            "--fast", help="A first look: at most 3 games or positions of each test; no grade."
        ),
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Grade again whenever the file is saved; Ctrl-C stops.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write a gradebook and feedback here."),
    ] = None,
    games: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Save the games here, with pages of lost ones."),
    ] = None,
    json_path: JsonOption = None,
    gradescope: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write Gradescope's results.json of one submission."),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Show every test, hidden ones too, and all there is to say."),
    ] = False,
) -> None:
    """Grade agents on an assignment's test layouts and positions.

    A file answers a question by defining its class or function. Each test runs
    in its own sandboxed process, with limits. To resume a batch that was
    stopped, run the same command again. The exit code is 1 if a file is missing,
    or by a fault of Pacgrid; it doesn't depend on grades.
    """
    files = {"out": out, "upload": upload, "json": json_path, "gradescope": gradescope}
    files |= {"journal": journal, "games": games}
    _check_no_grade({"--fast": fast, "--only": only, "--watch": watch}, files)
    refuse_both(only=only, question=question)
    refuse_both(journal=journal, no_journal=no_journal)
    refuse_both(gradescope=gradescope, roster=roster)
    if (dates or upload) and not roster:
        raise OptionError(
            f"--{'dates' if dates else 'upload'} needs a roster; name one with --roster"
        )
    output, results_json = JsonOutput(json_path), JsonOutput(gradescope)
    from pacgrid.autograder.assignments.assignment import FIRST_LOOK, advice, first_look, select
    from pacgrid.autograder.course.register import course_rows
    from pacgrid.autograder.reports.result_files import check_folder
    from pacgrid.cli.grading import GradeWatch, Grading, note_faults, print_report, sandbox_level

    def prepare() -> "tuple[Grading, Collection]":
        chosen, notes = load_assignment(assignment)
        notes += filter(None, [advice(chosen, assignment)])
        chosen = first_look(chosen) if fast else chosen
        is_alone = gradescope is not None
        collection = collected(paths, chosen.file, is_alone=is_alone, has_roster=bool(roster))
        register = course_register(roster, dates, chosen.title)
        entries = register.enter(collection) if register else None
        collection = entries.collection if entries else collection
        usual = None if collection.is_single or is_alone else JOURNAL
        stores_nothing = no_journal or fast or bool(only) or watch
        return Grading(
            assignment=chosen,
            question=question,
            selected=select(chosen, only) if only else None,
            level=sandbox_level(sandbox, is_own=collection.is_single),
            jobs=jobs,
            scheduler=scheduler,
            journal=None if stores_nothing else journal or usual,
            notes=notes,
            entries=entries,
        ), collection

    grading, collection = prepare()
    options = ["--assignment", assignment] * (assignment != SHIPPED) + ["--fast"] * fast
    words = ["pacgrid", "grade", str(paths[0]), *options]
    command = shlex.join(words) if len(collection.submissions) == 1 and not gradescope else ""
    notes = [f"first look: at most {FIRST_LOOK} games or positions in each test"] * fast
    show = partial(
        print_report,
        show_hidden=everything,
        everything=everything,
        command=command,
        notes=notes + [f"only {', '.join(only or ())}"] * bool(only),
    )
    if watch:
        if len(collection.submissions) != 1:
            raise OptionError(f"--watch takes one submission, not {len(collection.submissions)}")
        GradeWatch([*paths, Path(assignment)], prepare, show, Path(FAULTS)).run()
        return
    for folder in filter(None, (out, games)):
        check_folder(folder)
    uploaded = upload_of(upload, grading)
    counted = grading.run(collection)
    grades, faults = [each.grade for each in counted], grading.faults
    if [each.name for each in grades] != [str(paths[0])]:  # it is the only one of a course
        command = ""
    # Files come first: whatever the terminal makes of the report, they are written.
    _write(
        grading,
        counted,
        command,
        out=out,
        games=games,
        output=output,
        gradescope=results_json,
        show_hidden=everything,
    )
    if uploaded:
        for text in uploaded.write(grading.assignment, counted, faults):
            note(text)
        note_written(uploaded.folder)
    show(
        SafeConsole(stderr=output.is_stdout),
        grading.assignment,
        grades,
        faults,
        course_rows=course_rows(counted),
    )
    beside = grading.journal.parent / FAULTS if grading.journal else Path(FAULTS)
    # On Gradescope, the staff see what is printed, and no files.
    note_faults(faults, None if gradescope else out / "faults" if out else beside)
    if faults or not all(path.exists() for path in paths):
        raise typer.Exit(1)


def _check_no_grade(no_grade: Mapping[str, object], files: Mapping[str, object]) -> None:
    """Raises OptionError if files are to be written, although an option of `no_grade` is there."""
    for option in (option for option, is_chosen in no_grade.items() if is_chosen):
        chosen = [
            name for name in files if files[name] and (option == "--watch" or name != "games")
        ]
        if chosen:
            why = "stores nothing" if option == "--watch" else "gives no grades"
            raise OptionError(f"{option} {why}; leave out --{chosen[0]}")


def _write(
    grading: "Grading",
    counted: "Sequence[CountedGrade]",
    command: str,
    *,
    out: Path | None,
    games: Path | None,
    output: JsonOutput,
    gradescope: JsonOutput,
    show_hidden: bool,
) -> None:
    """Write the folders of games and of results, and JSON; `command` grades a single submission
    again."""
    from pacgrid.autograder.course.register import course_rows
    from pacgrid.autograder.reports.json_reports import (
        gradescope_results,
        to_json,
        unreported_results,
    )
    from pacgrid.autograder.reports.results_folder import page_of, write_results
    from pacgrid.cli.grading import save_games

    assignment, faults = grading.assignment, grading.faults
    grades, known = [each.grade for each in counted], course_rows(counted)
    if games:
        jobs = grading.jobs
        save_games(games, assignment, grades, faults, jobs=jobs, show_hidden=show_hidden)
        note_written(games)
    if out:
        write_results(
            *(out, assignment, grades, games), command=command, faults=faults, course_rows=known
        )
        note_written(out)
        note(f"The page to begin with is {page_of(out, grades)}")
    if gradescope:
        made = faults.make_one("results.json", partial(gradescope_results, assignment), grades[0])
        gradescope.write(made or unreported_results())
    if output:
        make_json = partial(to_json, assignment, course_rows=known)
        if data := faults.make("--json", make_json, grades):
            output.write(data)


def load_assignment(source: str) -> "tuple[Assignment, list[str]]":
    """The assignment, and notes about it. Raises AssignmentError or TestCaseError."""
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.assignments.case_folder import load_test_cases

    notes: list[str] = []
    if Path(source).is_dir():
        return load_test_cases(Path(source), note=notes.append), notes
    return Assignment.load(source), notes


def collected(
    paths: Sequence[Path], main: str, *, is_alone: bool, has_roster: bool = False
) -> "Collection":
    """Collect the submissions. In one of several files, the one called `main` is graded.

    If `is_alone`, a student reads the result, and all of it is one hand-in.
    """
    from pacgrid.autograder.submissions.collection import Collection, collect, collect_one

    if is_alone and len(paths) != 1:
        raise OptionError(f"--gradescope takes one submission, not {len(paths)}")
    path = paths[0]
    if is_alone:  # the student has the file elsewhere
        alone = _of_gradescope_student(path, replace(collect_one(path, main), path=""))
        collection = Collection((alone,), (), is_single=False)
    else:
        collection = collect(paths, main, has_roster=has_roster)
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


def course_register(roster: Path | None, dates: Path | None, title: str) -> "Register | None":
    """The register of the course for the assignment called `title`; None without a roster.

    Raises:
        CourseError: a file can't be used; says why in one line.
    """
    if not roster:
        return None
    from pacgrid.autograder.course.dates import Dates, read_extensions, read_times, used_before
    from pacgrid.autograder.course.register import Register, read_groups
    from pacgrid.autograder.course.roster import Roster

    everybody = Roster.load(roster)
    if not dates:
        return Register(everybody)
    due = Dates.load(dates, title)
    return Register(
        everybody,
        due,
        read_extensions(due.extensions, everybody, due, title) if due.extensions else {},
        read_times(due.times, everybody, due.zone) if due.times else {},
        read_groups(due.groups, everybody) if due.groups else None,
        used_before(due.earlier, everybody),
    )


def upload_of(folder: Path | None, grading: "Grading") -> "Upload | None":
    """What is written for the LMS, if anything.

    Raises:
        ResultsError, OptionError: it can't be written there.
        CourseError: the roster has no column for the grades.
    """
    from pacgrid.autograder.reports.result_files import check_folder
    from pacgrid.autograder.reports.results_folder import Upload, grade_column

    if not (folder and grading.entries):
        return None
    register = grading.entries.register
    check_folder(folder)
    roster = Path(register.roster.source)
    if (folder / roster.name).resolve() == roster.resolve():
        raise OptionError(f"--upload would overwrite {roster}; name another folder")
    column = register.dates.column if register.dates else None
    return Upload(
        folder, register.roster, grade_column(register.roster, grading.assignment.title, column)
    )
