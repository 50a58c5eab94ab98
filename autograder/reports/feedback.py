"""Feedback for students as text, Markdown and HTML, and the folder of results.

The templates get a `StudentView`, which has no hidden tests, so they can't show any.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.reports import markdown
from pacgrid.autograder.reports.amount import amount, worth
from pacgrid.autograder.reports.file_names import file_names
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.junit import junit
from pacgrid.autograder.reports.report import reasons, to_json
from pacgrid.autograder.reports.student_view import UNANSWERED, StudentView, student_view
from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it, Excel doesn't read a CSV as UTF-8 and garbles names."""


class ResultsError(PacgridError):
    """A folder that results can't be written to."""


def as_text(view: StudentView) -> str:
    """The feedback for a terminal, a mail or a text field."""
    return _template("feedback.txt.j2")(view=view)


def as_markdown(view: StudentView) -> str:
    """The feedback as Markdown."""
    return _template("feedback.md.j2")(view=view)


def as_page(view: StudentView) -> str:
    """The feedback as one self-contained HTML page without scripts."""
    return _template("feedback.html.j2")(view=view)


def index_page(assignment: Assignment, grades: Sequence[Grade]) -> str:
    """For staff: a page of all submissions, with hidden tests and links to the feedback."""
    handed_in = [grade for grade in grades if not grade.missing]
    rows = [
        {
            "name": grade.name,
            "student": grade.student,
            "identifier": grade.identifier,
            "questions": grade.questions,
            "points": grade.points,
            "possible": grade.possible,
            "seen": student_view(assignment, grade).total if assignment.has_hidden_tests else "",
            "missing": grade.missing,
            "failures": list(reasons(grade)),
            "link": quote(f"feedback/{file}"),
        }
        for grade, file in zip(grades, _files_of(grades), strict=True)
    ]
    return _template("index.html.j2")(
        title=assignment.title,
        questions=grades[0].questions if grades else (),
        unanswered=UNANSWERED[assignment.unanswered],
        average=sum(grade.points for grade in handed_in) / max(1, len(handed_in)),
        failed=sum(grade.failure is not None for grade in handed_in),
        missing=len(grades) - len(handed_in),
        levels=sorted({grade.sandbox for grade in grades if grade.sandbox}),
        rows=rows,
    )


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


def write_results(folder: Path, assignment: Assignment, grades: Sequence[Grade]) -> None:
    """Write gradebook.csv, grades.json, junit.xml, index.html, and feedback/ into `folder`, each
    file atomically. Only the seconds in junit.xml vary between runs.

    Raises:
        ResultsError: a file can't be written; names it and says why.
    """
    texts = {
        "gradebook.csv": BYTE_ORDER_MARK + gradebook(grades),
        "grades.json": json.dumps(to_json(assignment, grades), indent=2) + "\n",
        "junit.xml": junit(assignment, grades),
        "index.html": index_page(assignment, grades),
    }
    _write(folder, texts)
    for grade, file in zip(grades, _files_of(grades), strict=True):
        view = student_view(assignment, grade)
        kinds = {"txt": as_text, "md": as_markdown, "html": as_page}
        _write(
            folder / "feedback", {f"{file}.{kind}": render(view) for kind, render in kinds.items()}
        )


def _write(folder: Path, texts: dict[str, str]) -> None:
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            path = folder / name
            atomic_write(path, text)
    except OSError as error:
        raise ResultsError(f"{path}: can't be written: {error.strerror}") from None


def _files_of(grades: Sequence[Grade]) -> list[str]:
    return file_names([grade.name for grade in grades])


@lru_cache
def _template(name: str) -> Callable[..., str]:
    return _environment().get_template(name).render


@lru_cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("pacgrid.autograder.reports"),
        autoescape=select_autoescape(["html.j2", "css.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "amount": amount,
        "worth": worth,
        "share": _share,
        "escaped": markdown.escaped,
        "code": markdown.code,
        "block": markdown.block,
    }
    return environment


def _share(points: float, possible: float) -> str:
    """The share of points in percent, for the style sheet."""
    return amount(100 * min(1, points / possible)) if possible else "0"
