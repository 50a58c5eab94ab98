"""`pacgrid grade`: what a submission is worth, and why."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.output import JsonOutput
from pacgrid.errors import PacgridError

if TYPE_CHECKING:
    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.grade import Grade


class GradeError(PacgridError):
    """A grading command that can't be carried out."""


def grade(
    files: Annotated[list[Path], typer.Argument(help="Agent files.", show_default=False)],
    assignment: Annotated[
        str, typer.Option("--assignment", "-a", help="A shipped assignment, or a TOML file.")
    ] = "pacman",
    question: Annotated[
        str | None, typer.Option("--question", "-q", help="Grade this question alone.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes; one for each core.")
    ] = None,
    json_path: Annotated[
        str | None,
        typer.Option("--json", metavar="PATH", help="Write the results as JSON; - prints them."),
    ] = None,
) -> None:
    """Grade agents on an assignment's test layouts and positions.

    A file answers the questions whose classes it defines. Each test runs in a
    process of its own, with time limits. The exit code says whether grading
    was done, not how good the marks are.
    """
    from rich.console import Console

    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.report import report, to_json

    chosen = Assignment.load(assignment)
    if len(files) == 1 and not files[0].exists():
        raise GradeError(f"{files[0]}: no such file; pacgrid new {files[0]} writes one to start")
    output = JsonOutput(json_path)
    grades = _grade(chosen, files, question, jobs)
    table = report(chosen, grades)
    Console(stderr=output.is_stdout, highlight=False).print(table)
    output.write(to_json(chosen, grades))
    if any(grade.missing for grade in grades):
        raise typer.Exit(1)


def _grade(
    assignment: "Assignment", files: list[Path], question: str | None, jobs: int | None
) -> "list[Grade]":
    """Grade with a progress bar, which is gone when it is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    from pacgrid.autograder.grader import Grader, Progress

    columns = (
        TextColumn("grading"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", style="dim", markup=False),
    )
    screen = Console(stderr=True)
    with Bar(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def watch(progress: Progress) -> None:
            bar.update(
                task,
                total=progress.total,
                completed=progress.done,
                description=progress.doing,
            )

        grader = Grader(assignment, question=question, jobs=jobs, watch=watch)
        grades: list[Grade] = grader.grade(files)
    return grades
