"""`pacgrid convert`: turn layouts and test cases of a course into files of ours."""

from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.assignment_choice import ForceOption, LayoutsOption
from pacgrid.cli.console import note


def convert(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATHS",
            help="Layouts, folders of layouts, a folder of test cases, or a course's folder with"
            " layouts/ and test_cases/.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="The folder to write.")
    ] = Path("converted"),
    layouts: LayoutsOption = None,
    force: ForceOption = False,
) -> None:
    """Convert layouts and test cases of Berkeley's CS 188 project to Pacgrid's formats.

    Writes layouts, and an assignment for `pacgrid grade --assignment`.
    Prints a line for each thing that has no counterpart.
    Test cases also work without conversion: `pacgrid grade --test-cases`.
    """
    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.authoring.conversion import ASSIGNMENT
    from pacgrid.autograder.authoring.converted_files import ConvertedFiles
    from pacgrid.autograder.authoring.output_folder import write_folder

    converted = ConvertedFiles()
    for path in paths:
        converted.add(path, layouts)
    write_folder(out, converted.files, force=force)
    if ASSIGNMENT in converted.files:
        Assignment.load(out / ASSIGNMENT)
    for line in dict.fromkeys(converted.notes):
        note(line)
    for name in sorted(converted.files):
        typer.echo(f"Wrote {out / name}")
