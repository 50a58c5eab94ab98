"""Grades the file in the page as `pacgrid grade` does."""

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import PurePosixPath
from typing import Any

from rich.console import Console

from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.first_look import first_look
from pacgrid.autograder.assignments.selection import select
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.reports.brief_report import brief_report
from pacgrid.autograder.reports.feedback import as_page
from pacgrid.autograder.reports.report import student_report, to_json
from pacgrid.autograder.reports.shown_diagnosis import diagnosis_title
from pacgrid.autograder.reports.student_view import StudentView, student_view
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.submissions.collection import collect_one
from pacgrid.site.in_page.workspace import assignment, save

COLUMNS = 78
"""The width of the report: what half of a window of 1,280 pixels shows."""
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')


def questions() -> list[dict[str, Any]]:
    """The names of the questions, and what each asks for."""
    return [{"name": each.name, "asks_for": each.asks_for} for each in assignment().questions]


def grade(
    text: str, tell: Callable[[str], None], *, only: str = "", fast: bool = False
) -> dict[str, Any]:
    """The grade of `text` on the visible tests, or on those of the question `only`.

    Args:
        tell: told now and then how far it is, and which mistake was found, as JSON.
        fast: a first look, at few games and positions of each test.
    """
    path = save(text)
    chosen = first_look(assignment()) if fast else assignment()
    selected = select(chosen, [only]) if only else None

    def watch(progress: Progress) -> None:
        done = min(progress.done / max(progress.total, 1), 1)
        said = progress.latest.partition(": ")[2] or "reading the file"
        found = progress.conclusion and progress.conclusion.diagnosis
        mistake = f"{said}: {diagnosis_title(found)}" if found and found.accuses else ""
        tell(json.dumps({"done": round(done, 3), "said": said, "mistake": mistake}))

    grader = Grader(chosen, level=strongest(), questions=selected, jobs=1, watch=watch)
    (result,) = grader.grade([collect_one(path, chosen.file)])
    return _told(chosen, result, path.name)


def _told(chosen: Assignment, result: Grade, name: str) -> dict[str, Any]:
    view = student_view(chosen, result, command=f"pacgrid grade {name}")
    return {
        "points": view.points,
        "possible": view.possible,
        "total": view.total,
        "brief": _printed(brief_report(view, options=False)),
        "report": _printed(student_report(view)),
        "page": as_page(view),
        "json": to_json(chosen, [result]),
        "mistakes": _mistakes(view),
        "problems": _marks(view, name),
    }


def _printed(report: Any) -> str:
    """What the command line prints, without colours."""
    console = Console(
        file=StringIO(), width=COLUMNS, markup=False, emoji=False, highlight=False, no_color=True
    )
    console.print(report, crop=False)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def _mistakes(view: StudentView) -> list[dict[str, str]]:
    """What is named as wrong, in the order of the tests."""
    shown = [(test.selector, test.diagnosis) for each in view.questions for test in each.tests]
    return [
        {"test": selector, "title": diagnosis.title}
        for selector, diagnosis in shown
        if diagnosis and diagnosis.is_wrong and not diagnosis.is_repeated
    ]


def _marks(view: StudentView, name: str) -> list[dict[str, Any]]:
    """The lines at which the file failed."""
    failures = [failure for each in view.questions for failure in each.failures]
    found: dict[int, str] = {}
    for failure in [*failures, *filter(None, [view.failure])]:
        frames = _FRAME.finditer(failure.details)
        lines = [int(m["line"]) for m in frames if PurePosixPath(m["file"]).name == name]
        if lines:
            found.setdefault(lines[-1], failure.message)
    return [{"line": line, "column": 1, "message": text} for line, text in found.items()]
