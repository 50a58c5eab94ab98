"""`pacgrid gradescope`: build an autograder for Gradescope."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from pacgrid.cli.console import SafeConsole, note
from pacgrid.cli.output_path import check_writable, refusing
from pacgrid.cli.worker_choice import SandboxLevel


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
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.authoring.gradescope_bundle import bundle, to_zip
    from pacgrid.autograder.authoring.package import package
    from pacgrid.autograder.authoring.salt import advice
    from pacgrid.autograder.sandbox.level import Level

    assignment = Assignment.load(source)
    check_writable(output)
    with refusing(output):
        with SafeConsole(stderr=True).status("packing Pacgrid"):
            packed = package()
        files = bundle(source, packed, Level(sandbox) if sandbox else None)
        output.write_bytes(to_zip(files))
    steps = instructions(str(output), assignment.points, assignment.limits.memory_mb)
    SafeConsole(soft_wrap=True).print(steps)
    if text := advice(assignment, source):
        note(text)


def instructions(output: str, points: float, memory_mb: int) -> Text:
    """What to do with the bundle."""
    return Text.assemble(
        *("Wrote ", (output, "bold"), ". On Gradescope, make a Programming Assignment:\n"),
        f"  Autograder points: {points:g}\n",
        f"  Configure Autograder: Ubuntu 22.04 or later; upload {Path(output).name}\n",
        f"  Settings: a full CPU, more than {memory_mb} MB of memory, a timeout of 40 minutes\n",
        "Test it with a submission of your own before students hand in theirs.",
    )
