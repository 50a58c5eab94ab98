"""The submissions that `pacgrid grade` grades."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.options import OptionError
from pacgrid.common.files import read_regular_file
from pacgrid.common.sanitize import similar_file

if TYPE_CHECKING:
    from pacgrid.autograder.submissions.collection import Collection
    from pacgrid.autograder.submissions.submission import Submission

MAX_BYTES = 64 << 20
"""Of what Gradescope says about a submission, with the results of all earlier ones."""


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

    def collect(self, main: str, *, is_alone: bool) -> "Collection":
        """Collect the submissions. In one of several files, the one called `main` is graded.

        If `is_alone`, a student reads the result, and all of it is one hand-in.
        """
        from pacgrid.autograder.submissions.collection import Collection, collect, collect_one

        if is_alone and len(self.paths) != 1:
            raise OptionError(f"--gradescope takes one submission, not {len(self.paths)}")
        path = self.paths[0]
        if is_alone:  # the student has the file elsewhere
            alone = _of_gradescope_student(path, replace(collect_one(path, main), path=""))
            collection = Collection((alone,), (), is_single=False)
        else:
            collection = collect(self.paths, main)
        if collection.submissions[0].missing and (is_alone or collection.is_single):
            hint = similar_file(path)
            if not hint and path.suffix == ".py":
                hint = f"start one with: pacgrid new {path}"
            raise OptionError(f"{path}: no such file{hint and f'; {hint}'}")
        return collection


def _of_gradescope_student(path: Path, submission: "Submission") -> "Submission":
    """The `submission` at `path`, with its student, if Gradescope names one beside its folder.
    Beside anything else, such as a file in a repository, students could have put it there
    themselves."""
    from pacgrid.autograder.submissions.download import ALONE, FOLDER, read_alone

    folder = path.absolute()
    if folder.name != FOLDER or not folder.is_dir():
        return submission
    try:
        text = read_regular_file(folder.with_name(ALONE), MAX_BYTES)
    except OSError:
        return submission
    if not (submitter := read_alone(text)):
        return submission
    return replace(submission, student=submitter.name, identifier=submitter.identifier)
