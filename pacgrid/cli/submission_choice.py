"""The submissions that `pacgrid grade` grades."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.options import OptionError
from pacgrid.common.suggestion import similar_file

if TYPE_CHECKING:
    from pacgrid.autograder.submissions.collection import Collection


@dataclass(frozen=True)
class SubmissionChoice:
    """What the command line says about the submissions."""

    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATHS",
            help="Agent files, folders, zips or tars, or a download from a learning management"
            " system.",
            show_default=False,
        ),
    ]
    roster: Annotated[
        Path | None,
        typer.Option(
            metavar="CSV", help="A CSV of everybody in the course: all of them get a row."
        ),
    ] = None

    def collect(self, main: str, *, is_alone: bool) -> "Collection":
        """Collect the submissions, whose file is called `main`.

        If `is_alone`, a student reads the result, and all of it is one hand-in.
        """
        from pacgrid.autograder.submissions.collection import Collection, collect, collect_one
        from pacgrid.autograder.submissions.enrolment import with_roster
        from pacgrid.autograder.submissions.roster import Roster

        if is_alone and self.roster:
            raise OptionError("use either --gradescope or --roster, not both")
        if is_alone and len(self.paths) != 1:
            raise OptionError(f"--gradescope takes one submission, not {len(self.paths)}")
        path = self.paths[0]
        if is_alone:  # the student has the file elsewhere
            alone = replace(collect_one(path, main), path="")
            collection = Collection((alone,), (), is_single=False)
        else:
            collection = collect(self.paths, main)
        if collection.submissions[0].missing and (is_alone or collection.is_single):
            hint = similar_file(path)
            if not hint and path.suffix == ".py":
                hint = f"start one with: pacgrid new {path}"
            raise OptionError(f"{path}: no such file{hint and f'; {hint}'}")
        return with_roster(collection, Roster.load(self.roster)) if self.roster else collection
