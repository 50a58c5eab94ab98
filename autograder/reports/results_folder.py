"""The folder of results: the gradebook, reports for staff, and feedback for each student."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import unquote

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.reports.feedback import as_markdown, as_page, as_text
from pacgrid.autograder.reports.file_names import file_names
from pacgrid.autograder.reports.gradebook import gradebook, mistakes_table
from pacgrid.autograder.reports.index_page import index_page
from pacgrid.autograder.reports.junit import junit
from pacgrid.autograder.reports.report import to_json
from pacgrid.autograder.reports.student_view import StudentView, student_view
from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it, Excel misreads the UTF-8 of a CSV and garbles names."""

_GAMES = "games"
"""The folder of pages, in the folder of feedback."""


class ResultsError(PacgridError):
    """A folder that results can't be written to."""


def check_folder(folder: Path) -> None:
    """Check, before grading, that `folder` exists or can be created, and can be written to.

    Raises:
        ResultsError: it can't; says why.
    """
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    try:
        with TemporaryFile(dir=existing):
            pass
    except OSError as error:
        raise ResultsError(f"{folder}: can't be written: {error.strerror}") from None


def write_results(
    folder: Path,
    assignment: Assignment,
    grades: Sequence[Grade],
    games: Path | None = None,
    *,
    command: str = "",
) -> None:
    """Write gradebook.csv, mistakes.csv, grades.json, junit.xml, index.html, and feedback/ into
    `folder`, each file atomically. Only the seconds in junit.xml vary between runs.

    If the games are saved in the folder `games`, the feedback links to copies of the lost games'
    pages, in feedback/games/. The `command` grades a single submission again.

    Raises:
        ResultsError: a file can't be written; names it and says why.
    """
    texts = {
        "gradebook.csv": BYTE_ORDER_MARK + gradebook(grades),
        "mistakes.csv": BYTE_ORDER_MARK + mistakes_table(grades),
        "grades.json": json.dumps(to_json(assignment, grades), indent=2) + "\n",
        "junit.xml": junit(assignment, grades),
        "index.html": index_page(assignment, grades),
    }
    _write(folder, texts)
    for grade, file in zip(grades, file_names([grade.name for grade in grades]), strict=True):
        pages = f"{_GAMES}/{file}" if games else ""
        view = student_view(assignment, grade, pages=pages, command=command)
        kinds = {"txt": as_text, "md": as_markdown, "html": as_page}
        feedback = {f"{file}.{kind}": render(view) for kind, render in kinds.items()}
        lost = dict(_pages(view, games)) if games else {}
        _write(folder / "feedback", {**feedback, **lost})


def _pages(view: StudentView, games: Path) -> Iterator[tuple[str, str]]:
    """The pages that the feedback links to: paths in its folder, and texts."""
    for lost in (
        game for question in view.questions for test in question.tests for game in test.lost
    ):
        if path := unquote(lost.page):
            source = games / path.removeprefix(f"{_GAMES}/")
            try:
                yield path, source.read_text("utf-8")
            except OSError as error:
                raise ResultsError(f"{source}: can't be read: {error.strerror}") from None


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    path = folder
    try:
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(path, text)
    except OSError as error:
        raise ResultsError(f"{path}: can't be written: {error.strerror}") from None
