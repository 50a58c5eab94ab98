"""`pacgrid convert`: turn layouts and test cases of a course into files of ours."""

from pathlib import Path
from typing import Annotated

import typer

from pacgrid.cli.notes import note


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
    layouts: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where layouts are that test cases name."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
) -> None:
    """Convert layouts and test cases of Berkeley's CS 188 project to Pacgrid's formats.

    It writes layouts, and an assignment in TOML for `pacgrid grade --assignment`. A line says of
    each thing that has no counterpart what it is. Such files also work as they are: see
    `pacgrid grade --test-cases`.
    """
    from pacgrid.autograder.assignment import Assignment
    from pacgrid.autograder.authoring.output_folder import write_folder
    from pacgrid.autograder.test_cases.conversion import ASSIGNMENT
    from pacgrid.autograder.test_cases.course_folder import CourseFolder

    converted = CourseFolder()
    for path in paths:
        converted.add(path, layouts)
    write_folder(out, converted.files, force=force)
    if ASSIGNMENT in converted.files:
        Assignment.load(out / ASSIGNMENT)
    for line in dict.fromkeys(converted.notes):
        note(line)
    for name in sorted(converted.files):
        typer.echo(f"Wrote {out / name}")
