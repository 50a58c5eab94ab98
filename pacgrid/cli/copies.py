"""`pacgrid copies`: pairs of submissions that are worth reading side by side."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.assignment_choice import SHIPPED
from pacgrid.cli.console import SafeConsole, note, note_written
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.options import JsonOption, OptionError
from pacgrid.common.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pacgrid.autograder.assignments.assignment import Assignment
    from pacgrid.autograder.copies.document import Documents, Public
    from pacgrid.autograder.submissions.submission import Submission


@dataclass(frozen=True)
class CopiesChoice:
    """What is compared."""

    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATHS",
            help="The submissions, as for pacgrid grade: files, folders, archives, or a download"
            " from a learning management system.",
            show_default=False,
        ),
    ]
    against: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Also compare with these submissions, such as last year's. Repeat it for more.",
        ),
    ] = None
    public: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="A file or a folder of code that everybody was given, which doesn't count. Repeat"
            " it for more.",
        ),
    ] = None
    assignment: Annotated[
        str,
        typer.Option(
            "--assignment",
            "-a",
            help="A shipped assignment, or a TOML file: its starter file doesn't count.",
        ),
    ] = SHIPPED
    shipped: Annotated[
        bool,
        typer.Option("--shipped/--no-shipped", help="Also compare with the agents of Pacgrid."),
    ] = True
    results: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder that pacgrid grade --out wrote for these submissions, or its"
            " grades.json: rare mistakes and behaviour that two share count, too.",
        ),
    ] = None
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Show numbers instead of names.")
    ] = False

    def documents(self) -> "Documents":
        """All that is compared, the submissions first."""
        from pacgrid.autograder.assignments.assignment import Assignment
        from pacgrid.autograder.copies.document import Documents, documents
        from pacgrid.autograder.submissions.collection import collect

        if missing := [path for path in (*self.paths, *(self.against or ())) if not path.exists()]:
            raise OptionError(f"{missing[0]}: no such file")
        assignment = Assignment.load(self.assignment)
        public, asked = self._public(assignment), assignment.asked_files
        own = collect(self.paths, asked).submissions
        found, notes = documents(self._named(own, "submission"), public)
        others = (
            [*self._named(collect(self.against, asked).submissions, "against")]
            if self.against
            else []
        )
        if self.shipped:
            others += _shipped()
        compared = documents(others, public, is_submission=False)
        return Documents([*found, *compared.found], [*notes, *compared.notes])

    def _named(self, submissions: "Sequence[Submission]", word: str) -> "Iterator[Submission]":
        for number, each in enumerate(submissions, start=1):
            if self.anonymous:
                files = tuple(
                    (f"file {n}.py" if path.endswith(".py") else f"file {n}", content)
                    for n, (path, content) in enumerate(each.files, start=1)
                )
                problem = Failure("can't be compared") if each.problem else None
                yield replace(each, name=f"{word} {number}", files=files, problem=problem)
            else:
                yield replace(each, name=f"{word}: {each.name}") if word == "against" else each

    def _public(self, assignment: "Assignment") -> "Public":
        from pacgrid.autograder.authoring.starter_file import starter_file
        from pacgrid.autograder.copies.document import Public
        from pacgrid.autograder.copies.public_code import public_code, templates

        given = [starter_file(assignment).encode()] if assignment.asks_for_code else []
        code = [content for path in self.public or () for content in public_code(path)]
        return Public.of([*given, *templates(), *code])


@dataclass(frozen=True)
class CopiesOutput:
    """What is shown and written."""

    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="Write pages here, with pairs side by side."
        ),
    ] = None
    json_path: JsonOption = None
    most: Annotated[int, typer.Option(min=1, metavar="N", help="Show at most N pairs.")] = 30


def copies(choice: CopiesChoice, output: CopiesOutput) -> None:
    """List pairs of submissions that are worth reading side by side.

    They are written alike, even if names, comments, order and loops differ, or
    they share mistakes that few others make. What many have in common counts
    little. This is no verdict, and changes no points. Submissions are read,
    never run.
    """
    from pacgrid.autograder.copies.behaviour import read_behaviours
    from pacgrid.autograder.copies.pairs import Comparison
    from pacgrid.autograder.copies.report import CopiesReport, report_table
    from pacgrid.autograder.reports.results_folder import check_folder

    json_output = JsonOutput(output.json_path)
    if output.out:
        check_folder(output.out)
    behaviours = read_behaviours(choice.results) if choice.results else {}
    documents = choice.documents()
    pairs = Comparison(documents.found, behaviours).pairs()
    report = CopiesReport(documents.found, pairs, documents.notes)
    for line in report.notes:
        note(line)
    if behaviours and not any(each.digest in behaviours for each in report.documents):
        note(f"{choice.results}: has no grades of these submissions")
    if output.out:
        from pacgrid.autograder.copies.pages.pages_folder import write_pages

        page = write_pages(output.out, report, output.most)
        note_written(page)
    json_output.write(report.to_json())
    SafeConsole(stderr=json_output.is_stdout).print(report_table(report, output.most))


def _shipped() -> "Iterator[Submission]":
    """The agents of Pacgrid, which nobody hands in as their own."""
    from pacgrid.autograder.sandbox.worker_library import shipped_sources
    from pacgrid.autograder.submissions.submission import Submission

    for name, source in sorted(shipped_sources().items()):
        if name != "__init__":
            file = f"{name}.py"
            yield Submission(f"shipped: {name}", ((file, source),), main=file)
