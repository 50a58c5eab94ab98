"""`pacgrid assignment`: try an assignment out, and make what students get of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.authoring.dry_run import DryRunResult
    from pacgrid.autograder.authoring.kit import Kit

app = typer.Typer(no_args_is_help=True, help="Try an assignment out, and make what students get.")

Source = Annotated[
    str, typer.Argument(metavar="FILE", help="An assignment's TOML file, or a shipped assignment.")
]


@app.command()
def check(
    source: Source = "pacman",
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes; one for each core.")
    ] = None,
) -> None:
    """Read an assignment, and have the shipped agents answer it.

    Beside them try it an agent that moves at random, and the file that students
    start from. The exit code is 1 if a shipped agent doesn't get all points.
    """
    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.authoring.dry_run import dry_run
    from pacgrid.autograder.grader import Grader
    from pacgrid.autograder.sandbox.level import strongest
    from pacgrid.cli.console import SafeConsole

    assignment = Assignment.load(source)
    with SafeConsole(stderr=True).status("having the shipped agents answer it"):
        rehearsed = dry_run(assignment, Grader(assignment, level=strongest(), jobs=jobs).grade)
    SafeConsole().print(dry_run_report(assignment, rehearsed))
    if not all(question.is_solved for question in rehearsed):
        raise typer.Exit(1)


@app.command()
def kit(
    source: Source,
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write into.")
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Write over files that are there.")
    ] = False,
) -> None:
    """Write what students get: a file to start from, the visible tests, and a handout.

    Nothing in it tells of hidden tests but how many points they are worth in all.
    """
    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.authoring.kit import Kit
    from pacgrid.cli.console import SafeConsole

    assignment = Assignment.load(source)
    made = Kit.of(assignment)
    made.write(folder, force=force)
    SafeConsole(soft_wrap=True).print(kit_report(assignment, made, folder))


def dry_run_report(
    assignment: "Assignment", rehearsed: Sequence["DryRunResult"]
) -> "RenderableType":
    """A row for each question, and what the staff should look at."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=Text(assignment.title, "bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="dim",
    )
    table.add_column("question", no_wrap=True)
    table.add_column("asks for", no_wrap=True)
    for column in ("tests", "hidden", "points", "shipped", "random", "starter", "seconds"):
        table.add_column(column, justify="right", no_wrap=True)
    for question in rehearsed:
        colour = "green" if question.is_solved else "red"
        table.add_row(
            Text(question.name, "bold"),
            Text(question.asks_for),
            f"{question.visible_tests + question.hidden_tests}",
            f"{question.hidden_tests}",
            f"{question.points:g}",
            Text(
                _points(question.reference_points),
                colour if question.reference_points is not None else "dim",
            ),
            _points(question.random_points),
            _points(question.starter_points),
            f"{question.seconds:.1f}",
        )
    return Group(Text(), table, *_warnings(rehearsed), _verdict(assignment, rehearsed), Text())


def _points(points: float | None) -> str:
    return "–" if points is None else f"{points:g}"


def _warnings(rehearsed: Sequence["DryRunResult"]) -> list["Text"]:
    from rich.text import Text

    return [
        Text.assemble((f"{question.name}: ", "bold yellow"), warning)
        for question in rehearsed
        for warning in question.warnings
    ]


def _verdict(assignment: "Assignment", rehearsed: Sequence["DryRunResult"]) -> "Text":
    from rich.text import Text

    if unsolved := [question.name for question in rehearsed if not question.is_solved]:
        return Text(f"the shipped agents don't get all points of {', '.join(unsolved)}", "bold red")
    tried = sum(question.points for question in rehearsed if question.reference_points is not None)
    told = f"the shipped agents get {tried:g} of {assignment.points:g} points"
    return Text(told, "bold green" if tried == assignment.points else "bold yellow")


def kit_report(assignment: "Assignment", made: "Kit", folder: Path) -> "Text":
    """What was written, and what is not in it."""
    from rich.text import Text

    text = Text.assemble("Wrote ", (", ".join(sorted(made.files)), "bold"), " to ")
    text.append(str(folder), "bold").append(".")
    seen = {question.name for question in made.visible.questions} if made.visible else set()
    if not made.visible:
        text.append("\nAll tests are hidden, so there is none for students to run.", "yellow")
    elif hidden := [q.name for q in assignment.questions if q.name not in seen]:
        text.append(f"\nNo visible tests, so not to be run by students: {', '.join(hidden)}.")
    given = made.visible.points if made.visible else 0
    text.append(f"\nThe tests in it give {given:g} of {assignment.points:g} points.")
    return text
