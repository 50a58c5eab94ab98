"""`pacgrid grade`: what submissions are worth, and why."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.gradescope import Wall
from pacgrid.cli.json_output import JsonOutput
from pacgrid.errors import PacgridError

if TYPE_CHECKING:
    from pacgrid.autograder.sandbox.level import Level
    from pacgrid.autograder.submissions.collection import Collection

JOURNAL = Path("pacgrid-journal.sqlite")
"""Where the journal of a batch is, if nothing else is said."""

_NO_HISTORY = (
    "the journal has these submissions only as this assignment and this pacgrid grade them"
)


class GradeError(PacgridError):
    """A grading command that can't be carried out."""


def grade(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="Agent files, folders, zips or tars; also what a learning management system"
            " gives for download.",
            show_default=False,
        ),
    ],
    assignment: Annotated[
        str, typer.Option("--assignment", "-a", help="A shipped assignment, or a TOML file.")
    ] = "pacman",
    question: Annotated[
        str | None, typer.Option("--question", "-q", help="Grade this question alone.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes; one for each core.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Grade on the Dask cluster at tcp://host:8786; local makes one here.",
        ),
    ] = None,
    sandbox: Annotated[
        Wall | None, typer.Option(help="The wall around submissions: the strongest there is.")
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=f"Keep results here as they come, and don't do again what is there. For a batch:"
            f" {JOURNAL}.",
        ),
    ] = None,
    no_journal: Annotated[bool, typer.Option("--no-journal", help="Keep nothing.")] = False,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="Show what another version of the assignment gave, too."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write gradebook and feedback here."),
    ] = None,
    json_path: Annotated[
        str | None,
        typer.Option("--json", metavar="PATH", help="Write the results as JSON; - prints them."),
    ] = None,
    gradescope: Annotated[
        str | None,
        typer.Option(metavar="PATH", help="Write the results.json of the only submission."),
    ] = None,
    show_hidden: Annotated[
        bool, typer.Option("--show-hidden", help="Show hidden tests of a single submission, too.")
    ] = False,
) -> None:
    """Grade agents on an assignment's test layouts and positions.

    A file answers the questions whose classes it defines. Each test runs in a
    process of its own, behind a wall and with limits. A batch that is stopped
    goes on where it was when the same command is given again. The exit code says
    whether grading was done, not how good the marks are.
    """
    from rich.text import Text

    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.reports.comparison import comparison_table
    from pacgrid.autograder.reports.gradescope import results
    from pacgrid.autograder.reports.report import report, to_json
    from pacgrid.cli.console import SafeConsole
    from pacgrid.cli.grading import Grading

    chosen = Assignment.load(assignment)
    output, for_gradescope = JsonOutput(json_path), JsonOutput(gradescope)
    collection = _collected(paths, chosen.file, is_alone=gradescope is not None)
    is_batch = not (collection.is_single or gradescope)
    place = None if no_journal else journal or (JOURNAL if is_batch else None)
    if journal and no_journal:
        raise GradeError("--journal and --no-journal exclude each other")
    if compare and not place:
        raise GradeError("--compare needs a journal; name one with --journal")
    grading = Grading(
        assignment=chosen,
        question=question,
        level=_level(sandbox, is_own=collection.is_single),
        jobs=jobs,
        scheduler=scheduler,
        journal=place,
        compares=compare,
        lists=is_batch,
    )
    if out:
        from pacgrid.autograder.reports.feedback import check_folder

        check_folder(out)
    grades, history = grading.run(collection)
    if gradescope:
        for_gradescope.write(results(chosen, grades[0]))
    if out:
        from pacgrid.autograder.reports.feedback import write_results

        write_results(out, chosen, grades)
    if json_path:
        output.write(to_json(chosen, grades))
    # Files come first: whatever the terminal makes of the report, they are written.
    console = SafeConsole(stderr=output.is_stdout)
    console.print(report(chosen, grades, show_hidden=show_hidden))
    if compare:
        console.print(Text(str(history or "nothing to compare with: " + _NO_HISTORY)))
    if compare and history:
        console.print(comparison_table(history.changes))
    if any(grade.missing for grade in grades):
        raise typer.Exit(1)


def _collected(paths: list[Path], main: str, *, is_alone: bool) -> "Collection":
    """What there is to grade. A student who hands in something else than one submission, where it
    `is_alone`, is told so by a grade; whoever names something else, by an error."""
    from pacgrid.autograder.submission import Submission
    from pacgrid.autograder.submissions.collection import Collection, CollectionError, collect
    from pacgrid.common.failure import Failure

    if is_alone and len(paths) != 1:
        raise GradeError(f"--gradescope is for one submission; {len(paths)} are named")
    try:
        found = collect(paths, main)
    except CollectionError as error:
        if not is_alone:
            raise
        found, problem = Collection((), (), is_single=False), str(error)
    else:
        count = len(found.submissions)
        problem = f"holds {count} submissions; hand in one, whose main file is called {main}"
    if found.is_single and found.submissions[0].missing:
        hint = f"; pacgrid new {paths[0]} writes one to start" if paths[0].suffix == ".py" else ""
        raise GradeError(f"{paths[0]}: no such file{hint}")
    if is_alone and len(found.submissions) != 1:
        alone = Submission(str(paths[0]), problem=Failure(problem))
        return Collection((alone,), found.ignored, is_single=False)
    if is_alone:  # the student who reads it has the file elsewhere
        alone = replace(found.submissions[0], path="")
        return replace(found, submissions=(alone,))
    return found


def _level(wanted: Wall | None, *, is_own: bool) -> "Level":
    """The wall to grade behind: as `wanted`, or the strongest there is; one's own file may do
    without."""
    from pacgrid.autograder.sandbox.level import Level, strongest, why_not

    if wanted:
        level = Level(wanted)
        if reason := why_not(level):
            raise GradeError(f"--sandbox {level}: {reason}")
        return level
    level = strongest()
    if not (level.is_secure or is_own):
        reasons = "; ".join(f"{wall}: {why_not(wall)}" for wall in Level if wall.is_secure)
        raise GradeError(
            f"no wall keeps hostile code away here ({reasons}); install the package bubblewrap, "
            "or grade without a wall with --sandbox process"
        )
    return level
