"""A grade that fits on a screen: the total, a line for each question, and what to fix first."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..model.amount import amount, full
from .evaluation_text import evaluation_notes
from .report import advice_note, failure_note, shade, total
from .short_text import ShortNote, short_details
from .shown_question import ShownQuestion, ShownTest
from .student_view import StudentView

MOST_LINES = 15
"""Of what to fix first, with its heading and its drawing."""


@dataclass(frozen=True)
class _Note:
    """Something to fix in a question."""

    title: str
    shown: RenderableType
    mistakes: tuple[str, ...] = ()
    """By their titles, if it has several."""


def brief_report(view: StudentView, *, options: bool = True, writes: bool = True) -> RenderableType:
    """For a student. The rest is said with the `options` of the command, if it has any, and on the
    page of feedback, if it `writes` one."""
    title = Text.assemble((view.title, "bold"), "  ", (view.name, "bold yellow"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False, expand=True)
    names = [len(question.name) for question in view.questions]
    table.add_column(no_wrap=True, width=max(names, default=0))
    points = [len(_points(question)) for question in view.questions]
    table.add_column(justify="right", no_wrap=True, width=max(points, default=0))
    table.add_column(overflow="ellipsis", no_wrap=True, ratio=1)
    notes = {question.name: list(_notes(question)) for question in view.questions}
    for question in view.questions:
        name = Text(question.name, "bold" if question.answered else "dim")
        table.add_row(name, _points(question), _summary(question, notes[question.name]))
    first = _first(view, notes)
    left = sum(map(len, notes.values())) - bool(first)
    more = f" shows every test{f' and {left} more to fix' * bool(left)}"
    pages = [", ", ("--out FOLDER", "bold cyan"), " writes a page of it all"] if writes else []
    command = [("--all", "bold cyan"), more, *pages]
    rest = Text.assemble(*command if options else f"The report{more}")
    parts: list[RenderableType] = [Text(), title, total(view), Text(), table, Text()]
    if view.failure:
        parts += [failure_note(view.failure), Text()]
    if first:
        where, note = first
        heading = Text.assemble(("Fix this first", "bold red"), f", in {where}:")
        parts += [heading, note.shown, Text()]
    return Group(*parts, rest, Text())


def things_to_fix(view: StudentView) -> list[tuple[str, str]]:
    """What is to fix, in the order of its questions: a question, and what is wrong."""
    return [
        (question.name, title)
        for question in view.questions
        for note in _notes(question)
        for title in note.mistakes or (note.title,)
    ]


def _first(view: StudentView, notes: dict[str, list[_Note]]) -> tuple[str, _Note] | None:
    """What costs most points."""
    asked = sorted(view.questions, key=lambda each: each.points - each.possible)
    return next(((each.name, notes[each.name][0]) for each in asked if notes[each.name]), None)


def _notes(question: ShownQuestion) -> Iterator[_Note]:
    """What is to fix: what failed, then what is wrong, then what may be better."""
    for failure in question.failures:
        short = replace(failure, details=short_details(failure.details))
        yield _Note(failure.message, failure_note(short))
    diagnoses = [test.diagnosis for test in question.tests if test.diagnosis]
    diagnoses.sort(key=lambda each: each.is_by_choices)
    for diagnosis in diagnoses:
        if diagnosis.is_wrong and not diagnosis.is_repeated:
            titles = tuple(finding.title for finding in diagnosis.findings)
            yield _Note(
                _without_subject(diagnosis.title), ShortNote(diagnosis, MOST_LINES - 1), titles
            )
    if question.points < (question.possible or question.extra):
        yield from _warnings(question)
    for test in question.tests:
        if test.advice and not any(each.is_wrong for each in diagnoses):
            yield _Note(_result(test), advice_note(test.selector, test.advice))


def _warnings(question: ShownQuestion) -> Iterator[_Note]:
    """What is odd about its evaluation."""
    if not (report := question.evaluation):
        return
    for heading, text in islice(evaluation_notes(report), len(report.shown)):
        title = _without_subject(heading)
        yield _Note(title, Group(advice_note(question.name, heading), Text(text, "dim")))


def _without_subject(title: str) -> str:
    """`prunes on equality`, without `your search`."""
    return re.sub(r"^your (search|agent|evaluation) ", "", title)


def _points(question: ShownQuestion) -> Text:
    if not question.answered:
        return Text("–", "dim")
    points, possible = question.points, question.possible or question.extra
    text = f"{amount(points)} of {full(question.possible, question.extra)}"
    return Text(text, shade(points, possible))


def _summary(question: ShownQuestion, notes: list[_Note]) -> Text:
    """What there is to say in a line."""
    if question.problem:
        return Text(question.problem, "red" if question.answered else "dim")
    if notes:
        return Text(notes[0].title)
    lacking = [test for test in question.tests if not test.is_passed]
    if lacking:
        return Text("; ".join(map(_result, lacking)))
    remarks = [test.diagnosis.title for test in question.tests if test.diagnosis]
    return Text(remarks[0] if remarks else "", "dim")


def _result(test: ShownTest) -> str:
    return f"{test.number}. {test.result}"
