"""Grades on a terminal: for a student, in brief or in full; for staff, a row for each submission.

The brief report fits on a screen: the total, a line for each question, and what to fix first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pacgrid.tree.tree_text import in_ascii

from ..assignments.assignment import FIRST_LOOK
from ..course.dates import NO_COURSE_ROWS, CourseRow, decimal
from ..diagnosis.compared_trees import HERE
from ..model.grade import Grade, QuestionGrade
from ..model.outcome import amount, full, worth
from .gradebook import course_mistakes, reasons
from .shown_diagnosis import (
    COLUMNS,
    ShownDiagnosis,
    diagnosis_text,
    evaluation_notes,
    short_text,
    wrapped,
)
from .student_view import ShownFailure, ShownQuestion, ShownTest, StudentView, shade

MOST_LINES = 15
"""What to fix first has at most so many lines, with its heading and its drawing."""
_MOST_MISTAKES = 10
"""The terminal lists no more mistakes."""
_TEXT_COLUMNS = 100
_COLOURS = {"good": "green", "part": "yellow", "bad": "red"}
_NOTHING = "–"
_CALL = re.compile(r"  File .*\n    .*\n(?=  File )")
"""It matches a call in a traceback that is before another one."""


def student_report(
    view: StudentView, *, everything: bool = True, options: bool = True, writes: bool = True
) -> RenderableType:
    """A grade for a student: with `everything`, all tests and all there is to say of them; else in
    brief. The rest is said with the `options` of the command, if it has any, and on the page of
    feedback, if it `writes` one."""
    title = Text.assemble((view.title, "bold"), "  ", (view.name, "bold yellow"))
    total = Text(view.total, f"bold {_colour(view.points, view.possible)}")
    total = Text.assemble(total, *((f"\n{line}", "dim") for line in view.details))
    failure = [failure_note(view.failure)] if view.failure else []
    to_fix = {question.name: list(_to_fix(question)) for question in view.questions}
    table = [_question_table(view, to_fix, everything=everything), Text()] * (not view.failure)
    if everything or view.failure:
        notes = [*failure, *_notes(view.questions)]
    else:
        notes, said = _first_to_fix(view.questions, to_fix)
        left = sum(map(len, to_fix.values())) - said
        more = f" shows every test{f' and {left} more to fix' * bool(left)}"
        rest = Text.assemble(("--all", "bold cyan") if options else "The report", more)
        if options and writes:
            rest.append(", ").append("--out FOLDER", "bold cyan").append(" writes a page of it all")
        notes.append(rest)
    spaced = (part for note in notes for part in (note, Text()))
    return Group(Text(), title, total, Text(), *table, *spaced)


def _first_to_fix(
    questions: Sequence[ShownQuestion], to_fix: Mapping[str, Sequence["_ToFix"]]
) -> tuple[list[RenderableType], int]:
    """The first thing to fix in the question that lacks most points, and how many it names; what
    may be chance only if there is nothing else."""
    failed = [each for each in questions if to_fix[each.name]]
    for question in sorted(
        failed, key=lambda each: (to_fix[each.name][0].is_doubtful, each.points - each.possible)
    ):
        first = to_fix[question.name][0]
        heading = Text.assemble(("Fix this first", "bold red"), f", in {question.name}:")
        if first.is_doubtful:
            heading = Text(f"Too few games were played to tell what to fix in {question.name}:")
        return [Group(heading, first.shown)], 1 + first.others
    return [], 0


def as_text(view: StudentView) -> str:
    """All there is to say of a grade, for a program or a notebook that shows it."""
    lines = plain_text(student_report(view)).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def plain_text(report: RenderableType, columns: int = _TEXT_COLUMNS) -> str:
    """What a terminal that is so wide prints, without colours."""
    console = Console(
        file=StringIO(),
        width=columns,
        markup=False,
        emoji=False,
        highlight=False,
        color_system=None,
        force_jupyter=False,
    )
    with console.capture() as capture:
        console.print(report, crop=False)
    return capture.get()


def _colour(points: float, possible: float) -> str:
    return _COLOURS[shade(points, possible)]


# A line for each question, and all there is to say of its tests.


def _question_table(
    view: StudentView, to_fix: Mapping[str, Sequence["_ToFix"]], *, everything: bool
) -> RenderableType:
    """A row for each question, however narrow the terminal is; with `everything`, also for each of
    its tests. Those that aren't answered share a line."""
    rows = []
    for question in (each for each in view.questions if not each.missing):
        of = f"{amount(question.points)} of {full(question.possible, question.extra)}"
        points = Text(of, _COLOURS[question.shade])
        name = Text(question.name, "bold")
        summary = _summary(question, () if everything else to_fix[question.name])
        rows.append((name, points, summary if question.problem or not everything else Text()))
        if everything:
            rows += ((Text(), Text(), Text(rule, "dim")) for rule in question.rules)
            rows += ((Text(), *_test_cells(test)) for test in question.tests)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False, expand=True)
    for column in range(2):
        width = max((len(row[column]) for row in rows), default=0)
        table.add_column(justify="right" if column else "left", no_wrap=True, width=width)
    table.add_column(overflow="fold" if everything else "ellipsis", no_wrap=not everything, ratio=1)
    for row in rows:
        table.add_row(*row)
    missing = [
        question.missing
        if question.missing[:3] == "no "
        else f"{question.name} ({question.missing})"
        for question in view.questions
        if question.missing
    ]
    line = Text(f"not answered: {', '.join(dict.fromkeys(missing))}", "dim")
    return Group(*[table] * bool(rows), *[line] * bool(missing))


def _test_cells(test: ShownTest) -> tuple[Text, Text]:
    """Its points, and its name with what came out."""
    outcome = test.outcome
    text = Text(test.name).append("  hidden" if outcome.is_hidden else "", "dim italic")
    for line in filter(None, (outcome.result, outcome.successors, *test.lost_lines[:2])):
        text.append(f"\n{line}", "dim")
    if outcome.failure:
        text.append("\nfailed: see below", "red")
    for aim in () if outcome.is_passed else outcome.parts:
        mark, style = ("✓", "green") if aim.reached else ("✗", "red")
        note = worth(aim.points) if aim.points else aim.note
        text.append(f"\n{mark} {aim.what}", style).append(f"  {note}", "dim")
    return Text(test.score, _COLOURS[test.shade]), text


def _notes(questions: Sequence[ShownQuestion]) -> Iterator[RenderableType]:
    """By question: what is wrong and has a name, each failure once, what to look at, and what was
    printed."""
    for question in questions:
        diagnoses = [test.diagnosis for test in question.tests if test.diagnosis]
        yield from (DiagnosisNote(each) for each in diagnoses if each.findings)
        yield from map(failure_note, question.failures)
        yield from (DiagnosisNote(each) for each in diagnoses if not each.findings)
        yield from (advice_note(t.selector, t.advice) for t in question.tests if t.advice)
        more = list(evaluation_notes(question.evaluation)) if question.evaluation else []
        if question.printed:
            more.append(("printed", question.printed))
        for heading, text in more:
            below = Padding(Text(text, "dim", overflow="fold"), (0, 0, 0, 2))
            yield Group(advice_note(question.name, heading), below)


# A student's questions in brief.


@dataclass(frozen=True)
class _ToFix:
    """Something to fix in a question."""

    title: str
    shown: RenderableType
    mistakes: tuple[str, ...] = ()
    """The mistakes by their titles, if it has several."""
    others: int = 0
    """How many other things to fix its note names, too."""
    is_doubtful: bool = False
    """Whether it may be chance, in a few games of which some were won."""


def things_to_fix(view: StudentView) -> list[tuple[str, str]]:
    """What is to fix, in the order of its questions: a question, and what is wrong."""
    return [
        (question.name, title)
        for question in view.questions
        for note in _to_fix(question)
        for title in note.mistakes or (note.title,)
    ]


def change_line(before: StudentView, after: StudentView) -> str:
    """`2 → 4 of 5 points; fixed: minimax looks one ply too far; new: …`; "" if nothing that counts
    has changed."""
    old, new = things_to_fix(before), things_to_fix(after)
    graded = {question.name for question in after.questions if not question.problem}
    fixed = [each for each in old if each not in new and each[0] in graded]
    added = [each for each in new if each not in old]
    parts = []
    if before.points != after.points:
        points = f"{amount(before.points)} → {amount(after.points)}"
        parts.append(f"{points} of {full(after.possible, 0)} points")
    for words, things in (("fixed", fixed), ("new", added)):
        if things:
            parts.append(f"{words}: {', '.join(' '.join(each) for each in things)}")
    return "; ".join(parts)


def _to_fix(question: ShownQuestion) -> Iterator[_ToFix]:
    """What is to fix: what is wrong and has a name, what failed, what else is wrong, and what may
    be better. The first note says both what is wrong and what failed."""
    failures = [
        _ToFix(failure.message, failure_note(failure, is_brief=True))
        for failure in question.failures
    ]
    diagnoses = [test.diagnosis for test in question.tests if test.diagnosis]
    diagnoses.sort(key=lambda each: (not each.findings, each.is_by_choices))
    below = [failure_line(failure) for failure in question.failures]
    for diagnosis in diagnoses:
        if not diagnosis.findings:
            yield from failures
            failures = []
        if diagnosis.is_wrong and not diagnosis.is_repeated:
            note = Group(DiagnosisNote(diagnosis, MOST_LINES - 1 - len(below)), *below)
            mistakes = tuple(finding.title for finding in diagnosis.findings)
            yield _ToFix(_without_subject(diagnosis.title), note, mistakes, len(below))
            below = []
    yield from failures
    if question.points < question.full and (report := question.evaluation):
        for heading, text in islice(evaluation_notes(report), len(report.shown)):
            note_ = Group(advice_note(question.name, heading), Text(text, "dim"))
            yield _ToFix(_without_subject(heading), note_)
    for test in question.tests:
        if test.advice and not any(each.is_wrong for each in diagnoses):
            games = test.outcome.games
            is_doubtful = len(games) <= FIRST_LOOK and any(game.won for game in games)
            advice = advice_note(test.selector, test.advice)
            yield _ToFix(_result(test), advice, is_doubtful=is_doubtful)


def _without_subject(title: str) -> str:
    """`prunes on equality`, without `your search`."""
    return re.sub(r"^your (search|agent|evaluation) ", "", title)


def _summary(question: ShownQuestion, to_fix: Sequence[_ToFix]) -> Text:
    """What there is to say in a line."""
    if question.problem:
        return Text(question.problem, "red" if question.answered else "dim")
    if to_fix:
        return Text(to_fix[0].title)
    lacking = [test for test in question.tests if not test.outcome.is_passed]
    if lacking:
        return Text("; ".join(map(_result, lacking)))
    remarks = [each for test in question.tests if test.diagnosis for each in test.diagnosis.remarks]
    return Text(f"worth knowing: {_without_subject(remarks[0])}" if remarks else "", "dim")


def _result(test: ShownTest) -> str:
    return f"{test.outcome.number}. {test.outcome.result}"


# Notes. A command that is broken into lines can't be copied, so these lines aren't wrapped.


@dataclass(frozen=True)
class DiagnosisNote:
    """A diagnosis on a console, in at most so many lines if `most` says so."""

    shown: ShownDiagnosis
    most: int | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = min(options.max_width, COLUMNS)
        heading = f"{self.shown.selector}: "
        if self.most is None:
            text = diagnosis_text(self.shown, columns)
        else:
            title = wrapped(heading + self.shown.title, columns)
            text = short_text(self.shown, columns, self.most - len(title))
        if options.ascii_only:
            text = in_ascii(text)
        body = Text(text, no_wrap=True, overflow="ignore")
        body.highlight_regex(r"(?m)(?<=^  )pacgrid .*$", "bold cyan")
        body.highlight_regex(r"(?m)^(Hint|Perhaps you thought|To read|Worth knowing):", "bold")
        body.highlight_regex(f"{HERE}|(mistake|you): \\S+|not visited|you (stop|go on) here", "red")
        body.highlight_regex("★|best(?=,|$)", "green")
        body.highlight_regex(r"(?m)^ +\d* \| .*$", "default")
        body.highlight_regex(r"(?m)(?<= \| ) *\^+$", "red")
        yield Text.assemble((heading, "bold yellow"), (self.shown.title, "bold"))
        if text:
            yield body


def failure_note(failure: ShownFailure, *, is_brief: bool = False) -> RenderableType:
    """A failure with its details; in brief, with only the last call of its traceback."""
    details = _CALL.sub("", failure.details) if is_brief else failure.details
    body = Text(details, "dim", no_wrap=True, overflow="ignore")
    return Group(failure_line(failure), body) if details else failure_line(failure)


def failure_line(failure: ShownFailure) -> Text:
    """Where it is, and what it says."""
    return Text.assemble((f"{'; '.join(failure.places)}: ", "bold red"), (failure.message, "red"))


def advice_note(where: str, note: str) -> Text:
    """A note whose first line is a sentence."""
    first, _, rest = note.partition("\n")
    text = Text.assemble((f"{where}: ", "bold yellow"), first)
    if ": pacgrid " in first:
        text.no_wrap, text.overflow = True, "ignore"
    return text.append(f"\n{rest}", "dim") if rest else text


# For the staff.


def staff_report(
    grades: Sequence[Grade], course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS
) -> RenderableType:
    """A row for each submission, a column for each question, and why points are missing. With
    dates, also the points that count and why."""
    if not grades:
        return Text("nothing to grade")
    table = _plain_table(1)
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
        total = Text(
            f"{amount(grade.points)} of {amount(grade.possible)}",
            _colour(grade.points, grade.possible),
        )
        cells = [*map(_cell, grade.questions), total]
        if grade.missing:
            cells = [Text(_NOTHING, "dim")] * len(cells)
        if has_dates:
            cells += _counting_cells(grade, course_rows.get(grade.name, CourseRow()))
        table.add_row(Text(grade.name), *cells)
    legend = [f"{_NOTHING} not answered: counts as zero   ✗ can't be tested   ! failed in a test"]
    if levels := ", ".join(sorted({grade.sandbox for grade in grades if grade.sandbox})):
        legend.append(f"sandbox: {levels}")
    failures = [
        Text.assemble((f"{grade.name}: ", "bold"), (reason, "red"))
        for grade in grades
        for reason in reasons(grade)
    ]
    below = [*(Text(line, "dim") for line in legend), *failures, *_mistakes_table(grades), Text()]
    return Group(Text(), table, Text(), *below)


def _plain_table(gap: int) -> Table:
    return Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")


def _cell(question: QuestionGrade) -> Text:
    if question.failure:
        return Text("✗", "red")
    if not question.answered:
        return Text(_NOTHING, "dim")
    mark = "!" if question.failures else ""
    colour = _colour(question.points, question.possible or question.extra)
    return Text(f"{mark}{amount(question.points)}", colour)


def _counting_cells(grade: Grade, course_row: CourseRow) -> Iterable[Text]:
    final = course_row.final(grade)
    is_less = bool(course_row.lateness and course_row.lateness.percent)
    yield Text(_NOTHING, "dim") if final is None else Text(decimal(final), "yellow" * is_less)
    yield Text(course_row.rule, "dim")


def _mistakes_table(grades: Sequence[Grade]) -> Iterator[RenderableType]:
    """The mistakes of most submissions, if there are any."""
    mistakes = course_mistakes(grades)
    if not mistakes:
        return
    table = _plain_table(2)
    table.add_column("students", justify="right")
    table.add_column("mistake")
    table.add_column("questions")
    for row in mistakes[:_MOST_MISTAKES]:
        title = Text.assemble(row.mistake.title, ("  a remark" * row.mistake.is_remark, "dim"))
        table.add_row(str(len(row.cases)), title, Text(", ".join(row.questions), "dim"))
    yield from (Text(), Text("what to go over in the next lecture", "bold"), table)
    if (left := len(mistakes) - _MOST_MISTAKES) > 0:
        yield Text(f"and {left} more; --out FOLDER writes all of them, with names", "dim")
