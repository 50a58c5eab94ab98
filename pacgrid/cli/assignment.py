"""`pacgrid assignment` and `pacgrid site`: what the staff of a course prepare."""

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pacgrid.cli import CommandGroup
from pacgrid.cli.console import SafeConsole, check_writable, note, note_written, refusing
from pacgrid.cli.grade import FAULTS
from pacgrid.cli.options import JobsOption, SandboxLevel

if TYPE_CHECKING:
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.authoring.kit import DryRunResult, Kit
    from pacgrid.autograder.authoring.package import Package
    from pacgrid.autograder.model.grade import Grade
    from pacgrid.autograder.submissions.submission import Submission

assignment_app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    help="Check an assignment; write kits, Gradescope's bundle.",
)
site_app = typer.Typer(
    cls=CommandGroup, no_args_is_help=True, help="Build a page in which people write agents."
)

Source = Annotated[
    str, typer.Argument(metavar="FILE", help="A TOML file, or a shipped assignment.")
]


@assignment_app.command()
def check(source: Source = "pacman", jobs: JobsOption = None) -> None:
    """Check an assignment by grading the shipped agents.

    A random agent and the starter file are graded too. The exit code is 1 if a
    shipped agent doesn't get all points, or by a fault of Pacgrid.
    """
    from pacgrid.autograder.assignments.assignment import Assignment, advice
    from pacgrid.autograder.authoring.kit import dry_run, without_requirements
    from pacgrid.autograder.batch.grader import Grader
    from pacgrid.autograder.reports.result_files import FaultLog
    from pacgrid.autograder.sandbox.level import strongest
    from pacgrid.cli.grading import note_faults

    assignment = Assignment.load(source)
    grader = Grader(without_requirements(assignment), level=strongest(), jobs=jobs)
    faults = FaultLog()

    def grade(submissions: "Sequence[Submission]") -> "list[Grade]":
        grades = grader.grade(submissions)
        faults.note_judged(grades)
        return grades

    with SafeConsole(stderr=True).status("grading the shipped agents"):
        results = dry_run(assignment, grade)
    SafeConsole().print(dry_run_report(assignment, results))
    if line := advice(assignment, source):
        SafeConsole(soft_wrap=True).print(Text(line, "yellow"))
    note_faults(faults, Path(FAULTS))
    if faults or not all(question.is_solved for question in results):
        raise typer.Exit(1)


@assignment_app.command()
def kit(
    source: Source,
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write.")
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
) -> None:
    """Write the kit for students: a starter file, visible tests, a handout, Pacgrid.

    Of hidden tests, it shows only how many points they are worth, and which
    options agents must accept.
    """
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.authoring.kit import Kit
    from pacgrid.autograder.authoring.package import check_is_folder

    assignment = Assignment.load(source)
    check_is_folder(folder)
    written = Kit.of(assignment, package_for_students())
    written.write(folder, force=force)
    SafeConsole(soft_wrap=True).print(kit_report(assignment, written, folder))


def package_for_students() -> "Package":
    """This version of Pacgrid, or just its number, with a note, if it can't be in the kit."""
    from pacgrid.autograder.assignments.assignment import Assignment, shipped_assignments
    from pacgrid.autograder.authoring.package import Package, PackageError, package

    hidden = [name for name in shipped_assignments() if Assignment.load(name).has_hidden_tests]
    try:
        if hidden:
            raise PackageError(f"{hidden[0]}.toml is part of Pacgrid here, and has hidden tests")
        with SafeConsole(stderr=True).status("packing Pacgrid"):
            return package()
    except PackageError as error:
        requirement = f"pacgrid=={version('pacgrid')}"
        note(f"{error}; so the kit is without Pacgrid, and students install {requirement}")
        return Package(requirement)


@assignment_app.command()
def gradescope(
    source: Annotated[
        str, typer.Argument(metavar="ASSIGNMENT", help="A shipped assignment, or a TOML file.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="ZIP", help="The file to write.")
    ] = Path("autograder.zip"),
    sandbox: Annotated[
        SandboxLevel | None,
        typer.Option(help="Sandbox level. Default: the strongest available, at least landlock."),
    ] = None,
) -> None:
    """Build the autograder bundle to upload to Gradescope.

    It contains the assignment with its hidden tests, layouts and ghosts, and this
    version of Pacgrid.
    """
    from pacgrid.autograder.assignments.assignment import Assignment, advice
    from pacgrid.autograder.authoring.package import SCRIPTS, bundle, package
    from pacgrid.autograder.reports.result_files import zipped
    from pacgrid.autograder.sandbox.level import Level

    assignment = Assignment.load(source)
    check_writable(output)
    with refusing(output):
        with SafeConsole(stderr=True).status("packing Pacgrid"):
            packed = package()
        files = bundle(source, packed, Level(sandbox) if sandbox else None)
        output.write_bytes(zipped(files, SCRIPTS))
    steps = _instructions(str(output), assignment.points, assignment.limits.memory_mb)
    SafeConsole(soft_wrap=True).print(steps)
    if text := advice(assignment, source):
        note(text)


def _instructions(output: str, points: float, memory_mb: int) -> Text:
    return Text.assemble(
        *("Wrote ", (output, "bold"), ". On Gradescope, make a Programming Assignment:\n"),
        f"  Autograder points: {points:g}\n",
        f"  Configure Autograder: Ubuntu 22.04 or later; upload {Path(output).name}\n",
        f"  Settings: a full CPU, more than {memory_mb} MB of memory, a timeout of 40 minutes\n",
        "Test it with a submission of your own before students hand in theirs.",
    )


@site_app.callback()
def of_pages() -> None:
    """Build a page in which people write agents."""


@site_app.command()
def build(
    source: Annotated[
        str,
        typer.Argument(
            metavar="ASSIGNMENT",
            help="A TOML file, a folder with an assignment.toml, or a shipped assignment.",
        ),
    ] = "pacman",
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where the site is written.")
    ] = Path("site"),
    examples: Annotated[
        bool, typer.Option("--examples", help="Offer answers to questions, each with a mistake.")
    ] = False,
) -> None:
    """Build the playground of an assignment, as static files for any web server.

    The page has the assignment's visible tests, and nothing of the hidden ones.
    Needs node 18 or later and npm. To look at it: python -m http.server -d site
    """
    from pacgrid.site.build import build as build_site

    console = SafeConsole(stderr=True)
    with console.status("building the site") as status:
        built = build_site(source, out, status.update, examples=examples)
    note_written(built.folder / "index.html")
    console.print(
        f"first load: {built.size / (1 << 20):.1f} MiB in {len(built.sizes)} files; later: none"
    )


def dry_run_report(assignment: "Assignment", results: Sequence["DryRunResult"]) -> RenderableType:
    """A row for each question, and warnings for the staff."""
    from pacgrid.autograder.model.outcome import full

    table = Table(
        title=Text(assignment.title, "bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="dim",
    )
    table.add_column("question", no_wrap=True)
    table.add_column("asks for", overflow="fold")
    for column in ("tests", "hidden", "points", "shipped", "random", "starter", "seconds"):
        table.add_column(column, justify="right", no_wrap=True)
    for question in results:
        colour = "green" if question.is_solved else "red"
        style = "dim" if question.reference_points is None else colour
        table.add_row(
            Text(question.name, "bold"),
            Text(question.asks_for),
            f"{question.visible_tests + question.hidden_tests}",
            f"{question.hidden_tests}",
            full(question.points, question.extra),
            Text(_points(question.reference_points), style),
            _points(question.random_points),
            _points(question.starter_points),
            f"{question.seconds:.1f}",
        )
    warnings = (
        Text.assemble((f"{question.name}: ", "bold yellow"), warning)
        for question in results
        for warning in question.warnings
    )
    return Group(Text(), table, *warnings, _verdict(assignment, results), Text())


def _points(points: float | None) -> str:
    return "–" if points is None else f"{points:g}"


def _verdict(assignment: "Assignment", results: Sequence["DryRunResult"]) -> Text:
    if unsolved := [question.name for question in results if not question.is_solved]:
        return Text(f"the shipped agents don't get all points of {', '.join(unsolved)}", "bold red")
    answered = [question for question in results if question.reference_points is not None]
    points = sum(question.reference_points or 0 for question in answered)
    extra = sum(question.extra for question in answered)
    verdict = f"the shipped agents get {points:g} of {assignment.points:g} points"
    verdict += f", {extra:g} of them extra" if extra else ""
    return Text(verdict, "bold green" if len(answered) == len(results) else "bold yellow")


def kit_report(assignment: "Assignment", kit: "Kit", folder: Path) -> Text:
    text = Text.assemble("Wrote ", (", ".join(sorted(kit.files)), "bold"), " to ")
    text.append(str(folder), "bold").append(".")
    visible = {question.name for question in kit.visible.questions} if kit.visible else set()
    if not kit.visible:
        text.append("\nAll tests are hidden: students have none to run.", "yellow")
    elif hidden := [q.name for q in assignment.questions if q.name not in visible]:
        text.append(f"\nQuestions with only hidden tests: {', '.join(hidden)}.")
    points = kit.visible.points if kit.visible else 0
    text.append(f"\nThe visible tests give {points:g} of {assignment.points:g} points.")
    return text
