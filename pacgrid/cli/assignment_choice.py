"""The assignment that `pacgrid grade` grades for: shipped, from a TOML file, or from test cases."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.options import OptionError

if TYPE_CHECKING:
    from pacgrid.autograder.assignments.assignment import Assignment

SHIPPED = "pacman"

LayoutsOption = Annotated[
    Path | None,
    typer.Option("--layouts", metavar="FOLDER", help="The layouts that the test cases name."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]


@dataclass(frozen=True)
class AssignmentChoice:
    """What the options of the command line say about the assignment."""

    source: Annotated[
        str, typer.Option("--assignment", "-a", help="A shipped assignment, or a TOML file.")
    ] = SHIPPED
    test_cases: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Grade on these test cases of a CS 188 project, instead of an assignment.",
        ),
    ] = None
    layouts: LayoutsOption = None

    def __post_init__(self) -> None:
        if self.test_cases and self.source != SHIPPED:
            raise OptionError("use either --assignment or --test-cases, not both")
        if self.layouts and not self.test_cases:
            raise OptionError("--layouts is for test cases; name them with --test-cases")

    def load(self) -> "tuple[Assignment, list[str]]":
        """The assignment, and notes about it. Raises AssignmentError or TestCaseError."""
        from pacgrid.autograder.assignments.assignment import Assignment

        if not self.test_cases:
            return Assignment.load(self.source), []
        from pacgrid.autograder.assignments.case_folder import load_test_cases

        notes: list[str] = []
        return load_test_cases(self.test_cases, self.layouts, note=notes.append), notes

    @property
    def options(self) -> list[str]:
        """The options that choose it, as on the command line."""
        options = [] if self.source == SHIPPED else ["--assignment", self.source]
        if self.test_cases:
            options += ["--test-cases", str(self.test_cases)]
        if self.layouts:
            options += ["--layouts", str(self.layouts)]
        return options

    @property
    def files(self) -> list[Path]:
        """The files and folders that it is read from."""
        own = [Path(self.source)] if Path(self.source).is_file() else []
        return [*own, *filter(None, (self.test_cases, self.layouts))]
