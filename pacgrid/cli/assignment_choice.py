"""The assignment that `pacgrid grade` grades for: shipped, from a TOML file, or from test cases."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pacgrid.autograder.assignments.assignment import Assignment

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
