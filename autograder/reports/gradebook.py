"""The grades of a course: the gradebook and tables as CSV, and its mistakes."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..course.dates import LATE_DAYS_HEADINGS, NO_COURSE_ROWS, CourseRow, decimal
from ..model.diagnosis import Diagnosis, Finding, Verdict, merged
from ..model.fault import UNREPORTED, Fault
from ..model.grade import Grade, QuestionGrade
from ..model.outcome import Outcome, amount, kind
from .result_files import csv_text, file_names

_COURSE = (
    *("section", "with", "submitted", "due", "late", "late days used", "late days left"),
    *("rule", "points that count"),
)
_MISTAKES = (
    *("mistake", "kind", "section", "questions", "students", "only in hidden tests"),
    *("names", "identifiers"),
)


def gradebook(
    grades: Sequence[Grade], course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS
) -> str:
    """CSV: a header, and a row for each submission. Includes hidden tests. The cell of a
    question is empty if nothing of it was tested; in the total, it counts as the assignment says.
    Students who handed in nothing have no points, not even 0.

    With `course_rows`, by the names of the grades, a row also says when and with whom it was handed
    in, which rule counted, and the points after that."""
    names = [question.name for question in grades[0].questions] if grades else []
    course = _COURSE if course_rows else ()
    head = ["submission", "student", "identifier", *names, "total", "possible", *course]
    rows = [[*head, "failure", "mistakes", "sandbox", "digest"]]
    for grade in grades:
        course_row = course_rows.get(grade.name, CourseRow())
        questions = [amount(each.points) if each.outcomes else "" for each in grade.questions]
        total = "" if grade.total is None else amount(grade.total)
        rows.append(
            [
                *(grade.name, grade.student, grade.identifier),
                *(*questions, total, amount(grade.possible)),
                *(_course_cells(course_row, grade) if course_rows else ()),
                *(next(reasons(grade), ""), "; ".join(grade_mistakes(grade))),
                *(grade.sandbox, grade.digest),
            ]
        )
    return csv_text(rows)


def _course_cells(course_row: CourseRow, grade: Grade) -> Iterator[str]:
    final = course_row.final(grade)
    yield from (course_row.section, "; ".join(course_row.partners))
    yield from (course_row.submitted, course_row.due, course_row.late)
    yield str(course_row.lateness.used) if course_row.lateness else ""
    yield _days_left(course_row)
    yield from (course_row.rule, "" if final is None else decimal(final))


def _days_left(course_row: CourseRow) -> str:
    return "" if course_row.late_days_left is None else str(course_row.late_days_left)


def with_names(text: str, grades: Sequence[Grade]) -> str:
    """The gradebook `text` with a row for each of `grades`, with no more than who it is."""
    head = next(csv.reader([text.partition("\n")[0]]))
    known = [
        {
            "submission": grade.name,
            "student": grade.student,
            "identifier": grade.identifier,
            "failure": UNREPORTED,
        }
        for grade in grades
    ]
    return text + csv_text([each.get(column, "") for column in head] for each in known)


def late_days_table(rows: Iterable[tuple[Grade, CourseRow]]) -> str:
    """CSV: a header, and a row for each submission, with the late days that it used. Other
    assignments of the course read it."""
    cells = [
        [
            *(grade.identifier, grade.student or grade.name, course_row.submitted, course_row.due),
            *(course_row.late, str(course_row.lateness.used) if course_row.lateness else "0"),
            *(_days_left(course_row), course_row.rule),
        ]
        for grade, course_row in rows
    ]
    return csv_text([LATE_DAYS_HEADINGS, *cells])


def mistakes_table(grades: Sequence[Grade]) -> str:
    """CSV: a header, and a row for each mistake, those of most submissions first. Includes hidden
    tests."""
    rows: list[Sequence[object]] = [
        [
            *(row.mistake.title, "remark" if row.mistake.is_remark else "mistake"),
            *(row.mistake.section, "; ".join(row.questions), len(row.cases)),
            sum(case.is_hidden for case in row.cases),
            "; ".join(case.student for case in row.cases),
            "; ".join(filter(None, (case.grade.identifier for case in row.cases))),
        ]
        for row in course_mistakes(grades)
    ]
    return csv_text([_MISTAKES, *rows])


# Mistakes of a course.


_UNNAMED: Mapping[Verdict, str] = {
    Verdict.NAMED: "makes a mistake",
    Verdict.COMBINED: "makes a mistake",
    Verdict.UNEXPLAINED: "goes wrong in a way that no known mistake explains",
    Verdict.FAILED: "fails before it can be judged",
    Verdict.UNSTABLE: "behaves differently when it is asked the same again",
    Verdict.STOPPED: "searches so much that it can't be explained",
}
"""What is wrong if no mistake is named."""


@dataclass(frozen=True)
class NamedMistake:
    """A mistake in a submission's answer, or several of which it makes one."""

    title: str
    """`prunes on equality`; or `prunes on equality, or …` for mistakes that can't be told apart."""
    section: str
    is_remark: bool = False
    """Whether it is right all the same."""


@dataclass(frozen=True)
class Case:
    """A submission with a mistake."""

    grade: Grade
    file: str
    """Its feedback's file name, without suffix."""
    is_hidden: bool
    """Whether only hidden tests show the mistake, so that its feedback doesn't name it."""

    @property
    def student(self) -> str:
        return self.grade.student or self.grade.name


@dataclass(frozen=True)
class CourseMistake:
    """A mistake, the questions it was found in, and the submissions that make it."""

    mistake: NamedMistake
    questions: tuple[str, ...]
    cases: tuple[Case, ...]


def course_mistakes(grades: Sequence[Grade]) -> list[CourseMistake]:
    """All mistakes in `grades`, hidden tests included, those of most submissions first; remarks
    come last."""
    found: dict[NamedMistake, dict[str, dict[int, bool]]] = {}
    for number, grade in enumerate(grades):
        for question in grade.questions:
            for mistake, is_hidden in question_mistakes(question).items():
                questions = found.setdefault(mistake, {})
                questions.setdefault(question.name, {})[number] = is_hidden
    files = file_names([grade.name for grade in grades])
    rows = []
    for mistake, questions in found.items():
        numbers = sorted({number for cases in questions.values() for number in cases})
        hidden = [all(cases.get(n, True) for cases in questions.values()) for n in numbers]
        cases = [
            Case(grades[number], files[number], is_hidden)
            for number, is_hidden in zip(numbers, hidden, strict=True)
        ]
        rows.append(CourseMistake(mistake, tuple(questions), tuple(cases)))
    return sorted(rows, key=lambda row: (row.mistake.is_remark, -len(row.cases), row.mistake.title))


def grade_mistakes(grade: Grade) -> list[str]:
    """`minimax: prunes on equality` for each mistake that isn't a remark."""
    return [
        f"{question.name}: {mistake.title}"
        for question in grade.questions
        for mistake in question_mistakes(question)
        if not mistake.is_remark
    ]


def question_mistakes(question: QuestionGrade) -> Mapping[NamedMistake, bool]:
    """The mistakes in an answer, and whether only hidden tests show them."""
    found: dict[NamedMistake, bool] = {}
    for outcome in question.outcomes:
        for mistake in _outcome_mistakes(outcome):
            found[mistake] = found.get(mistake, True) and outcome.is_hidden
    visible = set(_evaluation_warnings(o for o in question.outcomes if not o.is_hidden))
    for mistake in _evaluation_warnings(question.outcomes):
        found[mistake] = mistake not in visible
    return found


def _evaluation_warnings(outcomes: Iterable[Outcome]) -> Iterator[NamedMistake]:
    report = merged([outcome.evaluation for outcome in outcomes if outcome.evaluation])
    for warning in report.warnings if report else ():
        yield _one_of([warning.finding], is_remark=warning.is_remark)


def tried_changes(grade: Grade) -> list[str]:
    """`minimax: right with a change in line 12: best > beta → best >= beta` for each change that
    was tried and makes a search right, or its pruning complete."""
    return [
        f"{question.name}: {'right' if outcome.diagnosis.accuses else 'prunes all it can'} with a"
        f" change in {' and '.join(each.place for each in changed)}: "
        + "; ".join(each.change for each in changed)
        for question in grade.questions
        for outcome in question.outcomes
        if outcome.diagnosis and (repair := outcome.diagnosis.repair)
        for changed in ([repair.lines] if repair.together else zip(repair.lines, strict=True))
        if all(each.change for each in changed)
    ]


def _outcome_mistakes(outcome: Outcome) -> Iterator[NamedMistake]:
    if diagnosis := outcome.diagnosis:
        yield from _diagnosed(diagnosis)
        yield from (_one_of((remark,), is_remark=True) for remark in diagnosis.remarks)


def _diagnosed(diagnosis: Diagnosis) -> Iterator[NamedMistake]:
    if diagnosis.verdict is Verdict.RIGHT:
        return
    if diagnosis.verdict is Verdict.COMBINED:
        yield from (_one_of((finding,)) for finding in diagnosis.findings)
    elif diagnosis.findings:
        yield _one_of(diagnosis.findings)
    else:
        yield NamedMistake(_UNNAMED[diagnosis.verdict], "", is_remark=not diagnosis.accuses)


def _one_of(findings: Sequence[Finding], *, is_remark: bool = False) -> NamedMistake:
    ordered = sorted(findings, key=lambda finding: finding.mistake)
    titles = dict.fromkeys(finding.title for finding in ordered)
    sections = dict.fromkeys(finding.section for finding in ordered if finding.section)
    return NamedMistake(", or ".join(titles), "; ".join(sections), is_remark)


def reasons(grade: Grade) -> Iterator[str]:
    """One line for each question with a failure; the same failure is not repeated."""
    if grade.failure:
        yield grade.failure.message
        return
    seen = set()
    for question in grade.questions:
        faults_first = sorted(question.failures, key=lambda each: not isinstance(each, Fault))
        for failure in faults_first[:1]:
            if kind(failure) not in seen:
                seen.add(kind(failure))
                yield f"{question.name}: {failure.message}"
