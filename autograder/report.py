"""Grades as tables for people and as JSON for programs: pure functions of the grades."""

import re
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pacgrid.failure import Failure

from .assignment import Assignment
from .grade import Grade, Json, QuestionGrade, counted

VERSION = 1
_NOTHING = "–"


def to_json(assignment: Assignment, grades: Sequence[Grade]) -> Json:
    """All that is known, in a form that only grows from version to version."""
    return {
        "format": "pacgrid grades",
        "version": VERSION,
        "assignment": {"title": assignment.title, "points": assignment.points},
        "submissions": [grade.to_json() for grade in grades],
    }


def report(assignment: Assignment, grades: Sequence[Grade]) -> RenderableType:
    """One grade in full, for the student; or many grades in a row each, for the staff."""
    return student_report(assignment, grades[0]) if len(grades) == 1 else staff_report(grades)


# For a student.


def student_report(assignment: Assignment, grade: Grade) -> RenderableType:
    """What was tested, what came of it, what it gives, and what to look at."""
    table = Table(
        title=Text.assemble((assignment.title, "bold"), "  ", (grade.file, "bold yellow")),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="dim",
    )
    table.add_column("question", no_wrap=True)
    table.add_column("test", ratio=3)
    table.add_column("result", ratio=2)
    table.add_column("points", justify="right", no_wrap=True)
    for question in grade.questions:
        _add_question(table, question)
        table.add_section()
    notes = [part for note in _notes(grade) for part in (note, Text())]
    return Group(Text(), table, *notes, total(grade), Text())


def total(grade: Grade) -> Text:
    """`5 / 5 points (questions answered: 1 of 5; the assignment has 25)`."""
    if not grade.attempted:
        names = ", ".join(question.name for question in grade.questions)
        return Text(f"the file doesn't answer {names}", "bold red")
    text = Text.assemble(
        (f"{grade.points:g} / {grade.attempted:g} points", f"bold {_colour(grade)}")
    )
    answered = sum(question.answered for question in grade.questions)
    if answered < len(grade.questions):
        text.append(
            f"  (questions answered: {answered} of {len(grade.questions)}; "
            f"all of them give {grade.possible:g})",
            "dim",
        )
    return text


def _add_question(table: Table, question: QuestionGrade) -> None:
    name = Text(question.name, "bold")
    if question.failure:
        table.add_row(name, Text("not tested", "red"), "", _points(0, question.possible))
        return
    if not question.answered:
        why = f"not answered: {question.reason or f'no {question.asks_for}'}"
        table.add_row(Text(question.name, "dim"), Text(why, "dim"), "", Text(_NOTHING, "dim"))
        return
    for number, outcome in enumerate(question.outcomes):
        failed = Text("\nfailed: see below", "red") if outcome.failure else Text()
        table.add_row(
            name if number == 0 else "",
            Text(outcome.test),
            Text(outcome.result) + failed,
            _points(outcome.points, outcome.possible),
        )
        for aim in outcome.aims if outcome.points < outcome.possible else ():
            mark, style = ("✓", "green") if aim.reached else ("✗", "red")
            worth = counted(aim.points, "point")
            table.add_row("", Text(f"  {mark} {aim.what}", style), Text(worth, "dim"), "")


def _notes(grade: Grade) -> Iterator[RenderableType]:
    """What went wrong, each thing once; and for each question the first thing to look at."""
    if grade.failure:
        yield _trouble(grade.file, grade.failure.message, grade.failure.frames)
        return
    told: dict[str, tuple[Failure, list[str]]] = {}
    for question in grade.questions:
        places: dict[str, str] = {}
        for failure, place in question.failures.items():
            kind = _kind(failure)
            told.setdefault(kind, (failure, []))
            places.setdefault(kind, f"{question.name}, {place}" if place else question.name)
        for kind, where in places.items():
            told[kind][1].append(where)
    for failure, wheres in told.values():
        yield _trouble("; ".join(wheres), failure.message, failure.frames)
    for question in grade.questions:
        for advice in [outcome.advice for outcome in question.outcomes if outcome.advice][:1]:
            yield _advice(question.name, advice)


def _kind(failure: Failure) -> str:
    """What failures that are told once have in common: what was legal, which options a class was
    to take, and which value a function returned, are left out."""
    kind = failure.message.partition("; legal were")[0]
    kind = kind.partition("can't be built: its __init__")[0]
    return re.sub(r" returned .* (\(.*\); it must return a number)", r" \1", kind)


def _trouble(where: str, message: str, frames: str) -> Text:
    text = Text.assemble((f"{where}: ", "bold red"), (message, "red"))
    return text.append(f"\n{frames}", "dim") if frames else text


def _advice(where: str, advice: str) -> Text:
    first, _, rest = advice.partition("\n")
    text = Text.assemble((f"{where}: ", "bold yellow"), first)
    return text.append(f"\n{rest}", "dim") if rest else text


# For the staff.


def staff_report(grades: Sequence[Grade]) -> RenderableType:
    """A row for each submission, a column for each question, and why points are missing."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("submission", overflow="fold")
    for question in grades[0].questions:
        table.add_column(f"{question.name}\n/ {question.possible:g}", justify="right")
    table.add_column("total\n", justify="right", no_wrap=True)
    for grade in grades:
        cells = [_cell(question) for question in grade.questions]
        table.add_row(Text(grade.file), *cells, _points(grade.points, grade.attempted))
    reasons = [
        Text.assemble((f"{grade.file}: ", "bold"), (reason, "red"))
        for grade in grades
        for reason in _reasons(grade)
    ]
    legend = Text(
        f"{_NOTHING} not answered, not in the total   ✗ can't be tested   ! failed in a test", "dim"
    )
    return Group(Text(), table, Text(), legend, *reasons, Text())


def _cell(question: QuestionGrade) -> Text:
    if question.failure:
        return Text("✗", "red")
    if not question.answered:
        return Text(_NOTHING, "dim")
    mark = "!" if question.failures else ""
    return Text(f"{mark}{question.points:g}", _shade(question.points, question.possible))


def _reasons(grade: Grade) -> Iterator[str]:
    """What went wrong, in a line for each question; what was said of one is not said again."""
    if grade.failure:
        yield grade.failure.message
        return
    told = set()
    for question in grade.questions:
        for failure in list(question.failures)[:1]:
            if (kind := _kind(failure)) not in told:
                told.add(kind)
                yield f"{question.name}: {failure.message}"


def _points(points: float, possible: float) -> Text:
    return Text(f"{points:g} / {possible:g}", _shade(points, possible))


def _colour(grade: Grade) -> str:
    return "red" if grade.failure else _shade(grade.points, grade.attempted)


def _shade(points: float, possible: float) -> str:
    return "green" if points >= possible else "yellow" if points else "red"
