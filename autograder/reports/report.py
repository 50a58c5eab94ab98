"""Grades as tables for people and as JSON for programs: pure functions of the grades."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pacgrid.common.failure import Failure

from ..assignments.assignment import Assignment
from ..course.lateness import NO_COURSE_ROWS, CourseRow, decimal
from ..model.amount import amount, full, worth
from ..model.fault import Fault
from ..model.grade import Grade
from ..model.placed_failure import kind
from ..model.question_grade import QuestionGrade
from .course_mistakes import course_mistakes
from .diagnosis_text import DiagnosisNote
from .evaluation_text import evaluation_notes
from .shown_question import ShownFailure, ShownQuestion, ShownTest
from .student_view import UNANSWERED, StudentView, student_view

VERSION = 2
_NOTHING = "–"
_UNLIMITED = 10_000
"""Columns."""
_MOST_MISTAKES = 10
"""In the terminal."""


def to_json(
    assignment: Assignment,
    grades: Sequence[Grade],
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
) -> dict[str, Any]:
    """Everything, including hidden tests. Later versions only add keys."""
    data: dict[str, Any] = _normalized(
        {
            "format": "pacgrid grades",
            "version": VERSION,
            "assignment": {
                "title": assignment.title,
                "points": assignment.points,
                "unanswered": assignment.unanswered,
            },
            "submissions": [
                _submission_json(assignment, grade, course_rows.get(grade.name)) for grade in grades
            ],
        }
    )
    return data


def _submission_json(
    assignment: Assignment, grade: Grade, course_row: CourseRow | None
) -> dict[str, Any]:
    view = student_view(assignment, grade)
    visible = {"visible_points": view.points, "visible_possible_points": view.possible}
    return {**grade.to_json(), **visible, **(_course_json(grade, course_row) if course_row else {})}


def _course_json(grade: Grade, course_row: CourseRow) -> dict[str, Any]:
    final = course_row.final(grade)
    return {
        "section": course_row.section,
        "partners": list(course_row.partners),
        "submitted": course_row.submitted,
        "due": course_row.due,
        "late_days_used": course_row.lateness.used if course_row.lateness else None,
        "rule": course_row.rule,
        "points_that_count": None if final is None else float(final),
    }


# For a student.


def student_report(view: StudentView) -> RenderableType:
    """The tests, their results and points, and what to look at."""
    title = Text.assemble((view.title, "bold"), "  ", (view.name, "bold yellow"))
    table = _TestTable(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="dim",
    )
    table.add_column("question", no_wrap=True)
    table.add_column("test", ratio=3)
    table.add_column("result", ratio=2)
    table.add_column("points", justify="right", no_wrap=True)
    for question in view.questions:
        _add_question(table, question)
        table.add_section()
    notes = [part for note in _notes(view) for part in (note, Text())]
    return Group(Text(), title, table, *notes, total(view), Text())


class _TestTable(Table):
    """A table that is as wide as it needs; on a narrow console, columns share the width by their
    ratios."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = console.measure(self, options=options.update(max_width=_UNLIMITED))
        self.expand = wide.maximum > options.max_width
        yield from super().__rich_console__(console, options)


def total(view: StudentView) -> Text:
    """The total, and below it what it consists of."""
    first = (view.total, f"bold {shade(view.points, view.possible)}")
    return Text.assemble(first, *((f"\n{line}", "dim") for line in view.details))


def _add_question(table: Table, question: ShownQuestion) -> None:
    if question.problem:
        dim, nothing = Text(question.name, "dim"), Text(_NOTHING, "dim")
        if question.answered and not question.tests and (question.possible or question.extra):
            name, points = Text(question.name, "bold"), _points(question)
            table.add_row(name, Text(question.problem, "red"), "", points)
        else:
            table.add_row(dim, Text(question.problem, "dim"), "", nothing)
    name = Text(question.name, "bold")
    if question.rules:
        rules = Text("\n".join(question.rules), "dim")
        table.add_row(name, rules, "", _points(question))
        name = Text()
    for number, test in enumerate(question.tests):
        _add_test(table, Text() if number else name, test)


def _add_test(table: Table, name: Text, test: ShownTest) -> None:
    result = Text(test.result)
    if test.successors:
        result.append(f"\n{test.successors}", "dim")
    for line in test.lost_lines[:2]:
        result.append(f"\n{line}", "dim")
    if test.failed:
        result.append("\nfailed: see below", "red")
    title = Text(f"{test.number}. {test.title}").append(
        "  hidden" if test.is_hidden else "", "dim italic"
    )
    style = "green" if test.is_passed else "yellow" if test.points else "red"
    table.add_row(name, title, result, Text(test.score, style))
    for aim in () if test.is_passed else test.parts:
        mark, style = ("✓", "green") if aim.reached else ("✗", "red")
        note = worth(aim.points) if aim.points else aim.note
        table.add_row("", Text(f"  {mark} {aim.what}", style), Text(note, "dim"), "")


def _notes(view: StudentView) -> Iterator[RenderableType]:
    """Each failure once; then, by question, what to look at and what was printed."""
    if view.failure:
        yield failure_note(view.failure)
    for question in view.questions:
        for failure in question.failures:
            yield failure_note(failure)
    for question in view.questions:
        yield from (DiagnosisNote(t.diagnosis) for t in question.tests if t.diagnosis)
        yield from (advice_note(t.selector, t.advice) for t in question.tests if t.advice)
        for heading, text in evaluation_notes(question.evaluation) if question.evaluation else ():
            yield Group(advice_note(question.name, heading), _indented(text))
        if question.printed:
            yield Group(advice_note(question.name, "printed"), _indented(question.printed))


def failure_note(failure: ShownFailure) -> RenderableType:
    places = "; ".join(failure.places)
    text = Text.assemble((f"{places}: ", "bold red"), (failure.message, "red"))
    # A command that is broken into lines can't be copied.
    details = Text(failure.details, "dim", no_wrap=True, overflow="ignore")
    return Group(text, details) if failure.details else text


def advice_note(where: str, note: str) -> Text:
    first, _, rest = note.partition("\n")
    text = Text.assemble((f"{where}: ", "bold yellow"), first)
    if ": pacgrid " in first:  # a command that is broken into lines can't be copied
        text.no_wrap, text.overflow = True, "ignore"
    return text.append(f"\n{rest}", "dim") if rest else text


def _indented(text: str) -> Padding:
    return Padding(Text(text, "dim", overflow="fold"), (0, 0, 0, 2))


# For the staff.


def staff_report(
    grades: Sequence[Grade], course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS
) -> RenderableType:
    """A row for each submission, a column for each question, and why points are missing. With
    dates, also the points that count and why."""
    if not grades:
        return Text("nothing to grade")
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("submission", overflow="fold")
    for question in grades[0].questions:
        heading = Text(f"{question.name}\n/ {full(question.possible, question.extra)}")
        table.add_column(heading, justify="right")
    table.add_column("total", justify="right", no_wrap=True)
    has_dates = any(course_row.due for course_row in course_rows.values())
    if has_dates:
        table.add_column("counts", justify="right", no_wrap=True)
        table.add_column("rule", overflow="fold")
    for grade in grades:
        if grade.missing:
            cells, total_ = [Text(_NOTHING, "dim")] * len(grade.questions), Text(_NOTHING, "dim")
        else:
            cells = [_cell(question) for question in grade.questions]
            sum_ = f"{amount(grade.points)} of {amount(grade.possible)}"
            total_ = Text(sum_, shade(grade.points, grade.possible))
        counting = _counting_cells(grade, course_rows.get(grade.name, CourseRow()))
        table.add_row(Text(grade.name), *cells, total_, *(counting if has_dates else ()))
    failures = [
        Text.assemble((f"{grade.name}: ", "bold"), (reason, "red"))
        for grade in grades
        for reason in reasons(grade)
    ]
    rule = UNANSWERED[grades[0].unanswered]
    marks = f"{_NOTHING} not answered: {rule}   ✗ can't be tested   ! failed in a test"
    legend = Text(marks, "dim")
    levels = ", ".join(sorted({grade.sandbox for grade in grades if grade.sandbox}))
    sandbox = [Text(f"sandbox: {levels}", "dim")] if levels else []
    return Group(
        Text(),
        table,
        Text(),
        legend,
        *sandbox,
        *failures,
        *_mistakes_table(grades),
        Text(),
    )


def _counting_cells(grade: Grade, course_row: CourseRow) -> list[Text]:
    """The points that count, and the rule."""
    final = course_row.final(grade)
    is_less = bool(course_row.lateness and course_row.lateness.percent)
    return [
        Text(_NOTHING, "dim") if final is None else Text(decimal(final), "yellow" * is_less),
        Text(course_row.rule, "dim"),
    ]


def _mistakes_table(grades: Sequence[Grade]) -> Iterator[RenderableType]:
    """The mistakes of most submissions, if there are any."""
    mistakes = course_mistakes(grades)
    if not mistakes:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("students", justify="right")
    table.add_column("mistake")
    table.add_column("questions")
    for row in mistakes[:_MOST_MISTAKES]:
        remark = Text("  a remark", "dim") if row.mistake.is_remark else Text()
        questions = Text(", ".join(row.questions), "dim")
        table.add_row(str(len(row.cases)), Text(row.mistake.title) + remark, questions)
    yield from (Text(), Text("what to go over in the next lecture", "bold"), table)
    if (left := len(mistakes) - _MOST_MISTAKES) > 0:
        yield Text(f"and {left} more; --out FOLDER writes all of them, with names", "dim")


def reasons(grade: Grade) -> Iterator[str]:
    """One line for each question with a failure; the same failure is not repeated."""
    if grade.failure:
        yield grade.failure.message
        return
    seen = set()
    for question in grade.questions:
        for failure in sorted(question.failures, key=_is_no_fault)[:1]:
            if kind(failure) not in seen:
                seen.add(kind(failure))
                yield f"{question.name}: {failure.message}"


def _is_no_fault(failure: Failure) -> bool:
    return not isinstance(failure, Fault)


def _cell(question: QuestionGrade) -> Text:
    if question.failure:
        return Text("✗", "red")
    if not question.answered:
        return Text(_NOTHING, "dim")
    mark = "!" if question.failures else ""
    return Text(
        f"{mark}{amount(question.points)}",
        shade(question.points, question.possible or question.extra),
    )


def _points(question: ShownQuestion) -> Text:
    return Text(question.score, shade(question.points, question.possible or question.extra))


def shade(points: float, possible: float) -> str:
    return "green" if points >= possible else "yellow" if points else "red"


def _normalized(data: Any) -> Any:
    """`data` with `2` for every `2.0`: the journal may have kept either."""
    match data:
        case dict():
            return {key: _normalized(value) for key, value in data.items()}
        case list():
            return [_normalized(value) for value in data]
        case float() if data.is_integer():
            return int(data)
    return data
