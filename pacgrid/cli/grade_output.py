"""The files that `pacgrid grade` writes."""

import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.console import note, note_written
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.options import JsonOption

if TYPE_CHECKING:
    from pacgrid.autograder.course.lateness import CourseRow
    from pacgrid.autograder.model.grade import Grade
    from pacgrid.cli.grading import Grading


@dataclass(frozen=True)
class GradeOutput:
    """What the options of the command line say about the files."""

    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Write a gradebook and feedback here."),
    ] = None
    open_page: Annotated[
        bool, typer.Option("--open", help="Show the feedback as a page, in a browser.")
    ] = False
    games: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Save the games here, for pacgrid replay, with pages of lost ones.",
        ),
    ] = None
    json_path: JsonOption = None
    gradescope: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write Gradescope's results.json of one submission."),
    ] = None
    everything: Annotated[
        bool, typer.Option("--all", help="Show every test, and all there is to say.")
    ] = False
    show_hidden: Annotated[
        bool,
        typer.Option("--show-hidden", help="Also show hidden tests."),
    ] = False

    def check_files(self) -> None:
        """Raises OutputError if JSON can't be written."""
        JsonOutput(self.json_path)
        JsonOutput(self.gradescope)

    def check_folders(self) -> None:
        """Raises ResultsError if a folder can't be written to."""
        from pacgrid.autograder.reports.results_folder import check_folder

        for folder in filter(None, (self.out, self.games)):
            check_folder(folder)

    def write(
        self,
        grading: "Grading",
        grades: "Sequence[Grade]",
        command: str,
        jobs: int | None,
        course_rows: "Mapping[str, CourseRow]",
    ) -> None:
        """Write all files; `command` grades a single submission again. By the names of the grades,
        `course_rows` say which rules about dates counted. Faults of Pacgrid are added to those of
        `grading`."""
        from pacgrid.autograder.reports.gradescope_results import results, unreported
        from pacgrid.autograder.reports.report import to_json

        assignment, faults = grading.assignment, grading.faults
        if self.gradescope:
            made = faults.make_one("results.json", partial(results, assignment), grades[0])
            JsonOutput(self.gradescope).write(made or unreported())
        if self.games:
            from pacgrid.cli.grading_games import save_games

            save_games(
                self.games, assignment, grades, faults, jobs=jobs, show_hidden=self.show_hidden
            )
            note_written(self.games)
        if out := self.out or (Path(mkdtemp(prefix="pacgrid-")) if self.open_page else None):
            from pacgrid.autograder.reports.results_folder import page_of, write_results

            write_results(
                out,
                assignment,
                grades,
                self.games,
                command=command,
                faults=faults,
                course_rows=course_rows,
            )
            note_written(out)
            page = page_of(out, grades)
            note(f"The page to begin with is {page}")
            if self.open_page and page.exists():
                webbrowser.open(page.resolve().as_uri())
        if self.json_path:
            data = faults.make(
                "--json", partial(to_json, assignment, course_rows=course_rows), grades
            )
            if data:
                JsonOutput(self.json_path).write(data)
