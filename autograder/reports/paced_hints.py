"""Hints that come step by step: a student sees the name of a mistake at once, its explanation with
the next hand-in that makes it, and an example with the one after that."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..assignments.assignment import Assignment
from ..batch.journal import Journal
from ..model.diagnosis import Diagnosis, Finding
from ..model.evaluation_report import EvaluationReport, EvaluationWarning
from ..model.grade import Grade
from ..model.outcome import Outcome
from ..model.question_grade import QuestionGrade
from .shown_diagnosis import has_diagnosis

UNCOUNTED = (
    "No hints here: where your course counts hand-ins, the explanation comes with the second, and"
    " an example with the third."
)
"""What a student reads where hand-ins aren't counted, such as at home."""

_Count = Callable[[str], int]
"""How many earlier hand-ins showed a mistake."""


def shown_mistakes(grade: Grade) -> list[str]:
    """The mistakes that a student sees named, such as `minimax: prunes_on_equality`, each once."""
    found = (
        f"{question.name}: {mistake}"
        for question in grade.questions
        for outcome in question.outcomes
        if not outcome.is_hidden
        for mistake in _mistakes(outcome)
    )
    return sorted(set(found))


def with_earlier_hand_ins(journal: Journal, assignment: Assignment, grade: Grade) -> Grade:
    """`grade` with the mistakes that the journal's other hand-ins of the same student showed. The
    same files are one hand-in, however often they are graded. Raises JournalError."""
    by_files: dict[str, set[str]] = {}
    for earlier in journal.hand_ins(assignment.title, grade):
        by_files.setdefault(earlier.digest, set()).update(shown_mistakes(earlier))
    before = sorted(mistake for shown in by_files.values() for mistake in shown)
    return replace(grade, shown_before=tuple(before))


def with_paced_hints(assignment: Assignment, grade: Grade) -> Grade:
    """`grade` with what a student may see of its mistakes now."""
    if assignment.hints == "at once":
        return grade
    questions = tuple(_question(question, grade.shown_before) for question in grade.questions)
    return replace(grade, questions=questions)


def _question(question: QuestionGrade, before: Sequence[str] | None) -> QuestionGrade:
    def count(mistake: str) -> int:
        return before.count(f"{question.name}: {mistake}") if before else 0

    paced = (_outcome(each, count, is_counted=before is not None) for each in question.outcomes)
    return replace(question, outcomes=tuple(paced))


def _outcome(outcome: Outcome, count: _Count, *, is_counted: bool) -> Outcome:
    diagnosis, report, advice = outcome.diagnosis, outcome.evaluation, outcome.advice
    if diagnosis and _names_mistake(outcome):
        diagnosis = _diagnosis(diagnosis, count, is_counted=is_counted)
        if diagnosis.later:  # the first line of a lost game says how to watch it
            advice = advice.partition("\n")[0] if outcome.games else ""
    if report:
        report = _report(report, count, is_counted=is_counted)
    return replace(outcome, diagnosis=diagnosis, evaluation=report, advice=advice)


def _diagnosis(diagnosis: Diagnosis, count: _Count, *, is_counted: bool) -> Diagnosis:
    least = min(map(count, _names(diagnosis)))
    has_words = any(map(_explains, diagnosis.findings))
    has_example = diagnosis.counterexample is not None
    shows_example = least >= (2 if has_words else 1)  # one step after the words, if there are any
    return replace(
        diagnosis,
        findings=tuple(_finding(each, count) for each in diagnosis.findings),
        evidence=diagnosis.evidence if least else "",
        counterexample=diagnosis.counterexample if shows_example else None,
        later=_later(
            words=has_words and not least,
            example=has_example and not shows_example,
            is_counted=is_counted,
        ),
    )


def _report(report: EvaluationReport, count: _Count, *, is_counted: bool) -> EvaluationReport:
    warnings = (_warning(each, count, is_counted=is_counted) for each in report.warnings)
    return replace(report, warnings=tuple(warnings))


def _warning(warning: EvaluationWarning, count: _Count, *, is_counted: bool) -> EvaluationWarning:
    times = count(warning.finding.mistake)
    return replace(
        warning,
        finding=_finding(warning.finding, count),
        evidence=warning.evidence if times else "",
        positions=warning.positions if times > 1 else (),
        later=_later(
            words=not times, example=times < 2 and bool(warning.positions), is_counted=is_counted
        ),
    )


def _later(*, words: bool, example: bool, is_counted: bool) -> str:
    """What is shown later, in a sentence; "" if nothing is."""
    if not (words or example):
        return ""
    if not is_counted:
        return UNCOUNTED
    if not words:
        return "An example is shown with your next hand-in."
    more = ", and an example with the one after that" if example else ""
    return f"The explanation is shown with your next hand-in{more}."


def _finding(finding: Finding, count: _Count) -> Finding:
    """Only its title as long as no earlier hand-in showed it."""
    return finding if count(finding.mistake) else Finding(finding.mistake, finding.title)


def _explains(finding: Finding) -> bool:
    return bool(finding.thought or finding.hint or finding.section)


def _mistakes(outcome: Outcome) -> Iterator[str]:
    if outcome.diagnosis and _names_mistake(outcome):
        yield from _names(outcome.diagnosis)
    if outcome.evaluation:
        yield from (warning.finding.mistake for warning in outcome.evaluation.warnings)


def _names_mistake(outcome: Outcome) -> bool:
    """Whether its diagnosis says that something is wrong, besides its failure."""
    return bool(outcome.diagnosis and outcome.diagnosis.accuses and has_diagnosis(outcome))


def _names(diagnosis: Diagnosis) -> list[str]:
    """Of its mistakes; of its verdict, if it names none."""
    return [finding.mistake for finding in diagnosis.findings] or [diagnosis.verdict.value]
