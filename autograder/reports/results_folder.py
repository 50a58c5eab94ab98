"""The folder of results: the gradebook, reports for staff, and feedback for each student."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import unquote

from pacgrid.common.files import atomic_write

from ..assignments.assignment import Assignment
from ..course.lateness import LATE_DAYS, NO_COURSE_ROWS, CourseRow
from ..model.errors import GradingError
from ..model.grade import Grade
from .fault_log import FaultLog
from .feedback import as_page, unreported
from .file_names import file_names
from .gradebook import gradebook, late_days_table, mistakes_table, with_names
from .index_page import index_page
from .report import to_json
from .student_view import StudentView, student_view

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it, Excel misreads the UTF-8 of a CSV and garbles names."""

_GAMES = "games"
"""The folder of pages, in the folder of feedback."""
SAVED_GAMES = "its games"
"""Where a fault was if a game couldn't be saved: then no page of its submission is linked."""


class ResultsError(GradingError):
    """A folder that results can't be written to."""


def check_folder(folder: Path) -> None:
    """Check, before grading, that `folder` exists or can be created, and can be written to.

    Raises:
        ResultsError: it can't; says why.
    """
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    with writing(folder), TemporaryFile(dir=existing):
        pass


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raises ResultsError, which names `path`, for an OSError in the `with`."""
    try:
        yield
    except OSError as error:
        raise ResultsError(f"{path}: can't be written: {error.strerror}") from None


def write_results(
    folder: Path,
    assignment: Assignment,
    grades: Sequence[Grade],
    games: Path | None = None,
    *,
    command: str = "",
    faults: FaultLog | None = None,
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> None:
    """Write gradebook.csv, mistakes.csv, grades.json, index.html, and feedback/ into `folder`, each
    file atomically. They are the same in every run.

    If the games are saved in the folder `games`, the feedback links to copies of the lost games'
    pages, in feedback/games/. The `command` grades a single submission again. What couldn't be
    written by a fault of Pacgrid is added to `faults`. With `course_rows`, by the names of the
    grades, reports say which rule about dates counted; with dates, lateness.csv has late days.

    Raises:
        ResultsError: a file can't be written; names it and says why.
    """
    faults = FaultLog() if faults is None else faults
    texts = {
        "gradebook.csv": faults.make(
            "gradebook.csv", partial(gradebook, course_rows=course_rows), grades, with_names
        ),
        "mistakes.csv": faults.make("mistakes.csv", mistakes_table, grades),
        "grades.json": faults.make(
            "grades.json", partial(_json, assignment, course_rows=course_rows), grades
        ),
        "index.html": faults.make(
            "index.html", partial(index_page, assignment, course_rows=course_rows), grades
        ),
    }
    if any(course_row.due for course_row in course_rows.values()):
        texts[LATE_DAYS] = late_days_table(
            (grade, course_rows.get(grade.name, CourseRow())) for grade in grades
        )
    for name, text in texts.items():
        if text is not None:
            _write_texts(folder, {name: f"{BYTE_ORDER_MARK * name.endswith('.csv')}{text}"})
    for grade, file in zip(grades, file_names([grade.name for grade in grades]), strict=True):
        own = games if not faults.has(grade, SAVED_GAMES) else None
        date_rule = course_rows.get(grade.name, CourseRow()).line(
            grade, has_hidden_tests=assignment.has_hidden_tests
        )
        feedback = partial(
            _feedback, assignment, file=file, games=own, command=command, date_rule=date_rule
        )
        own_texts = faults.make_one("feedback", feedback, grade)
        _write_texts(folder / "feedback", own_texts or {f"{file}.html": unreported(grade.name)})


def page_of(folder: Path, grades: Sequence[Grade]) -> Path:
    """The page to open first in a `folder` of results: the feedback on a single submission, or the
    overview."""
    if len(grades) != 1:
        return folder / "index.html"
    (file,) = file_names([grade.name for grade in grades])
    return folder / "feedback" / f"{file}.html"


def _json(
    assignment: Assignment, grades: Sequence[Grade], course_rows: Mapping[str, CourseRow]
) -> str:
    return json.dumps(to_json(assignment, grades, course_rows), indent=2) + "\n"


def _feedback(
    assignment: Assignment,
    grade: Grade,
    *,
    file: str,
    games: Path | None,
    command: str,
    date_rule: str,
) -> dict[str, str]:
    """The texts for the student, by the names of their files, which begin with `file`."""
    pages = f"{_GAMES}/{file}" if games else ""
    view = student_view(assignment, grade, pages=pages, command=command, date_rule=date_rule)
    return {f"{file}.html": as_page(view)} | (dict(_pages(view, games)) if games else {})


def write_faults(folder: Path, faults: FaultLog) -> None:
    """Write a file for each submission with a fault into `folder`. Raises ResultsError."""
    _write_texts(folder, faults.texts())


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


def _write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write these files, by name, into `folder`, each atomically. Raises ResultsError."""
    for name, text in texts.items():
        path = folder / name
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(path, text)
