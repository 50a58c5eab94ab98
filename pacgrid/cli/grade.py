"""`pacgrid grade`: grade submissions."""

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.autograder.batch.cluster_key import KEY_FILE
from pacgrid.cli.assignment_choice import SHIPPED, AssignmentChoice
from pacgrid.cli.gradescope import SandboxLevel
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.notes import note_written
from pacgrid.errors import PacgridError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.batch.cluster_access import ClusterAccess
    from pacgrid.autograder.model.grade import Grade
    from pacgrid.autograder.sandbox.level import Level
    from pacgrid.autograder.submissions.collection import Collection
    from pacgrid.cli.grading import Grading

JOURNAL = Path("pacgrid-journal.sqlite")
"""The default journal of a batch."""
FAULTS = "pacgrid-faults"
"""The folder for faults of Pacgrid, beside the journal or in the current folder."""


class GradeError(PacgridError):
    """Options of `pacgrid grade` that don't go together."""


def grade(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATHS",
            help="Agent files, folders, zips or tars, or a download from a learning management"
            " system.",
            show_default=False,
        ),
    ],
    assignment: Annotated[
        str, typer.Option("--assignment", "-a", help="A shipped assignment, or a TOML file.")
    ] = SHIPPED,
    test_cases: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Grade on these test cases of a CS 188 project, instead of an assignment.",
        ),
    ] = None,
    layouts: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="The layouts that the test cases name."),
    ] = None,
    same_random: Annotated[
        bool,
        typer.Option(
            "--same-random",
            help="In games of test cases, agent and ghosts share one random generator, as in that"
            " project. Only for files that you trust.",
        ),
    ] = False,
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
            metavar="CSV",
            help="A CSV of everybody in the course: all of them get a row.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes. Default: one per core."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Grade on a cluster: the address that pacgrid cluster scheduler prints, such as"
            " tls://host:8786; local starts a cluster here.",
        ),
    ] = None,
    cluster_key: Annotated[
        Path, typer.Option(metavar="FILE", help="The cluster's key, by pacgrid cluster key.")
    ] = KEY_FILE,
    insecure_cluster: Annotated[
        bool,
        typer.Option(
            "--insecure-cluster",
            help="Allow a scheduler without TLS. Anyone who can reach it can run code as you.",
        ),
    ] = False,
    sandbox: Annotated[
        SandboxLevel | None,
        typer.Option(help="Sandbox level. Default: the strongest available."),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Store results here, and skip what is stored already. Default for a batch:"
            f" {JOURNAL}.",
        ),
    ] = None,
    no_journal: Annotated[bool, typer.Option("--no-journal", help="Store nothing.")] = False,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="A first look: few games and positions of a test; no grade."),
    ] = False,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Grade again whenever the file is saved; Ctrl-C stops."),
    ] = False,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="Also show the grades from before the last change."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write a gradebook and feedback here."),
    ] = None,
    games: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Save the games here, for pacgrid replay, with pages of lost ones.",
        ),
    ] = None,
    json_path: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the results as JSON; - prints them."),
    ] = None,
    gradescope: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write Gradescope's results.json of one submission."),
    ] = None,
    show_hidden: Annotated[
        bool, typer.Option("--show-hidden", help="Also show hidden tests.")
    ] = False,
) -> None:
    """Grade agents on an assignment's test layouts and positions.

    A file answers a question by defining its class or function. Each test runs
    in its own sandboxed process, with limits. To resume a batch that was
    stopped, run the same command again. The exit code is 1 if a file is missing,
    or by a fault of Pacgrid; it doesn't depend on grades.
    """
    from pacgrid.autograder.batch.cluster_access import ClusterAccess
    from pacgrid.autograder.reports.gradescope import results, unreported
    from pacgrid.autograder.reports.report import to_json
    from pacgrid.cli.console import SafeConsole
    from pacgrid.cli.grading_report import note_faults, print_changes, print_report

    written = {"out": out, "json": json_path, "gradescope": gradescope, "journal": journal}
    for option, is_chosen in {"--fast": fast, "--only": only, "--watch": watch}.items():
        if is_chosen:
            _check_no_grade(option, **written, compare=compare, games=watch and games)
            no_journal = True
    if only and question:
        raise GradeError("use either --only or --question, not both")
    if journal and no_journal:
        raise GradeError("use either --journal or --no-journal, not both")
    cluster = (
        ClusterAccess(scheduler, cluster_key, insecure_cluster) if scheduler is not None else None
    )
    output, for_gradescope = JsonOutput(json_path), JsonOutput(gradescope)
    choice = AssignmentChoice(assignment, test_cases, layouts, same_random)
    prepare = partial(
        _prepare,
        paths,
        choice,
        fast=fast,
        only=only,
        question=question,
        roster=roster,
        is_alone=gradescope is not None,
        sandbox=sandbox,
        jobs=jobs,
        cluster=cluster,
        journal=journal,
        no_journal=no_journal,
        compare=compare,
    )
    grading, collection = prepare()
    chosen = grading.assignment
    command = _command(paths[0], choice, fast=fast) if collection.is_single else ""
    show = partial(print_report, show_hidden=show_hidden, command=command, notes=_notes(fast, only))
    if watch:
        _watch(paths, choice, collection, prepare, show)
        return
    for folder in filter(None, (out, games)):
        from pacgrid.autograder.reports.results_folder import check_folder

        check_folder(folder)
    grades, history = grading.run(collection)
    faults = grading.faults
    if gradescope:
        made = faults.make_one("results.json", partial(results, chosen), grades[0])
        for_gradescope.write(made or unreported())
    if games:
        from pacgrid.cli.grading_games import save_games

        save_games(games, chosen, grades, faults, jobs=jobs, show_hidden=show_hidden)
        note_written(games)
    if out:
        from pacgrid.autograder.reports.results_folder import write_results

        write_results(out, chosen, grades, games, command=command, faults=faults)
        note_written(out)
    if json_path and (data := faults.make("--json", partial(to_json, chosen), grades)):
        output.write(data)
    # Files come first: whatever the terminal makes of the report, they are written.
    console = SafeConsole(stderr=output.is_stdout)
    show(console, chosen, grades, faults)
    if compare:
        print_changes(console, history, faults)
    beside = grading.journal.parent / FAULTS if grading.journal else Path(FAULTS)
    # On Gradescope, the staff see what is printed, and no files.
    note_faults(faults, None if gradescope else out / "faults" if out else beside)
    if faults or not all(path.exists() for path in paths):
        raise typer.Exit(1)


def _command(path: Path, choice: AssignmentChoice, *, fast: bool) -> str:
    """Grades a submission again; a first look has trees and positions of its own."""
    return shlex.join(["pacgrid", "grade", str(path), *choice.options, *["--fast"] * fast])


def _notes(fast: bool, only: list[str] | None) -> list[str]:
    """Why there is no grade."""
    from pacgrid.autograder.assignments.first_look import SIZE

    first_look = f"first look: at most {SIZE} games or positions in each test"
    return [first_look] * fast + [f"only {', '.join(only or ())}"] * bool(only)


def _check_no_grade(option: str, **written: object) -> None:
    """Raise GradeError if grades are to be written or compared, although `option` stores none."""
    if chosen := [name for name, value in written.items() if value]:
        why = "stores nothing" if option == "--watch" else "gives no grades"
        raise GradeError(f"{option} {why}; leave out --{chosen[0]}")


def _prepare(
    paths: list[Path],
    choice: AssignmentChoice,
    *,
    fast: bool,
    only: list[str] | None,
    question: str | None,
    roster: Path | None,
    is_alone: bool,
    sandbox: SandboxLevel | None,
    jobs: int | None,
    cluster: "ClusterAccess | None",
    journal: Path | None,
    no_journal: bool,
    compare: bool,
) -> "tuple[Grading, Collection]":
    """Read the assignment and the submissions."""
    from pacgrid.autograder.assignments.first_look import first_look
    from pacgrid.autograder.assignments.selection import select
    from pacgrid.autograder.authoring.salt import advice
    from pacgrid.cli.grading import Grading

    chosen, notes = choice.load()
    notes += filter(None, [advice(chosen, choice.source)])
    chosen = first_look(chosen) if fast else chosen
    collection = _collect(paths, chosen.file, roster, is_alone=is_alone)
    is_batch = not (collection.is_single or is_alone)
    journal_path = None if no_journal else journal or (JOURNAL if is_batch else None)
    if compare and not journal_path:
        raise GradeError("--compare needs a journal; name one with --journal")
    grading = Grading(
        assignment=chosen,
        question=question,
        selected=select(chosen, only) if only else None,
        level=_level(sandbox, is_own=collection.is_single),
        jobs=jobs,
        cluster=cluster,
        journal=journal_path,
        show_changes=compare,
        show_finished=is_batch,
        notes=notes,
    )
    return grading, collection


def _watch(
    paths: list[Path],
    choice: AssignmentChoice,
    collection: "Collection",
    prepare: "Callable[[], tuple[Grading, Collection]]",
    show: "Callable[..., None]",
) -> None:
    """Grade the submission again whenever it is saved."""
    from pacgrid.autograder.reports.fault_log import FaultLog
    from pacgrid.cli.console import SafeConsole
    from pacgrid.cli.grading_report import note_faults
    from pacgrid.cli.grading_watch import GradeWatch
    from pacgrid.cli.saved_files import SavedFiles

    if len(collection.submissions) != 1:
        raise GradeError(f"--watch takes one submission, not {len(collection.submissions)}")
    console = SafeConsole()
    files = SavedFiles([*paths, *choice.files])

    def show_one(assignment: "Assignment", grade: "Grade") -> None:
        faults = FaultLog()
        faults.note_judged([grade])
        show(console, assignment, [grade], faults)
        note_faults(faults, Path(FAULTS))

    GradeWatch(files, prepare, show_one, console).run()


def _collect(paths: list[Path], main: str, roster: Path | None, *, is_alone: bool) -> "Collection":
    """Collect the submissions.

    If `is_alone`, a student reads the result, and all of it is one hand-in.
    """
    from pacgrid.autograder.submissions.collection import Collection, collect, collect_one
    from pacgrid.autograder.submissions.enrolment import with_roster
    from pacgrid.autograder.submissions.roster import Roster

    if is_alone and roster:
        raise GradeError("use either --gradescope or --roster, not both")
    if is_alone and len(paths) != 1:
        raise GradeError(f"--gradescope takes one submission, not {len(paths)}")
    if is_alone:  # the student has the file elsewhere
        alone = replace(collect_one(paths[0], main), path="")
        collection = Collection((alone,), (), is_single=False)
    else:
        collection = collect(paths, main)
    if collection.submissions[0].missing and (is_alone or collection.is_single):
        hint = f"; start one with: pacgrid new {paths[0]}" if paths[0].suffix == ".py" else ""
        raise GradeError(f"{paths[0]}: no such file{hint}")
    return with_roster(collection, Roster.load(roster)) if roster else collection


def _level(wanted: SandboxLevel | None, *, is_own: bool) -> "Level":
    """The sandbox level to grade with: the one `wanted`, or the strongest available.

    Only your own file is graded at a level that attacks can escape.
    """
    from pacgrid.autograder.sandbox.level import Level, strongest, why_not

    if wanted:
        level = Level(wanted)
        if reason := why_not(level):
            raise GradeError(f"--sandbox {level}: {reason}")
        return level
    level = strongest()
    if not (level.is_secure or is_own):
        reasons = "; ".join(f"{other}: {why_not(other)}" for other in Level if other.is_secure)
        raise GradeError(
            f"grading other people's code requires at least landlock ({reasons}); "
            "override with --sandbox process"
        )
    return level
