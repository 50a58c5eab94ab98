"""The mistakes in a whole course, for staff: which ones, and in which submissions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..model.diagnosis import Diagnosis, Finding, Verdict
from ..model.evaluation_report import merged
from ..model.grade import Grade
from ..model.outcome import Outcome
from ..model.question_grade import QuestionGrade
from .file_names import file_names

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
    """Where the textbook explains it."""
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
                by_question = found.setdefault(mistake, {})
                by_question.setdefault(question.name, {})[number] = is_hidden
    files = file_names([grade.name for grade in grades])
    rows = [
        CourseMistake(
            mistake,
            tuple(by_question),
            tuple(
                Case(
                    grades[number],
                    files[number],
                    all(cases.get(number, True) for cases in by_question.values()),
                )
                for number in sorted({number for cases in by_question.values() for number in cases})
            ),
        )
        for mistake, by_question in found.items()
    ]
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


def _outcome_mistakes(outcome: Outcome) -> Iterator[NamedMistake]:
    diagnosis = outcome.diagnosis
    if not diagnosis:
        return
    yield from _diagnosed(diagnosis)
    for remark in diagnosis.remarks:
        yield _one_of((remark,), is_remark=True)


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
    """The mistake that is one of `findings`."""
    ordered = sorted(findings, key=lambda finding: finding.mistake)
    titles = dict.fromkeys(finding.title for finding in ordered)
    sections = dict.fromkeys(finding.section for finding in ordered if finding.section)
    return NamedMistake(", or ".join(titles), "; ".join(sections), is_remark)
