"""`pacgrid gradescope`: an assignment as an autograder for Gradescope."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from pacgrid.cli.console import SafeConsole
from pacgrid.errors import PacgridError


class BundleError(PacgridError):
    """A bundle that can't be written there."""


class Wall(StrEnum):
    """The walls that may stand between the grader and a submission, by their levels' names."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    PROCESS = "process"


def gradescope(
    source: Annotated[
        str, typer.Argument(metavar="ASSIGNMENT", help="A shipped assignment, or a TOML file.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="ZIP", help="The file to write.")
    ] = Path("autograder.zip"),
    sandbox: Annotated[
        Wall | None,
        typer.Option(
            help="The wall around submissions. Default: the strongest there is, and no grading if"
            " that is only a process of its own."
        ),
    ] = None,
) -> None:
    """Build the whole autograder bundle for Gradescope.

    It has the assignment with its hidden tests, layouts and ghosts, and this very
    version of Pacgrid.
    """
    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.authoring.bundle import bundle, to_zip
    from pacgrid.autograder.authoring.package import package
    from pacgrid.autograder.sandbox.level import Level

    assignment = Assignment.load(source)
    try:
        _check(output)
        with SafeConsole(stderr=True).status("packing up Pacgrid"):
            packed = package()
        found = bundle(source, packed, Level(sandbox) if sandbox else None)
        output.write_bytes(to_zip(found))
    except OSError as error:
        raise BundleError(f"{output}: can't be written: {error.strerror}") from None
    told = advice(str(output), assignment.points, assignment.limits.memory_mb)
    SafeConsole(soft_wrap=True).print(told)


def _check(output: Path) -> None:
    """Refuse a place that can't be written to, before any work is done."""
    if output.is_dir():
        raise BundleError(f"{output}: is a folder; name a file, such as {output}/autograder.zip")
    if not output.parent.is_dir():
        raise BundleError(f"{output}: there is no folder {output.parent}")


def advice(output: str, points: float, memory_mb: int) -> Text:
    """What to do with the bundle."""
    return Text.assemble(
        *("Wrote ", (output, "bold"), ". On Gradescope, make a Programming Assignment:\n"),
        f"  Autograder points: {points:g}\n",
        f"  Configure Autograder: Ubuntu 22.04 or later; upload {Path(output).name}\n",
        f"  Settings: a whole CPU, more than {memory_mb} MB of memory, a timeout of 40 minutes\n",
        "Test it there with a submission of your own before students hand in.",
    )
