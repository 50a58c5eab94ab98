"""An outcome in the words of course files."""

from collections.abc import Iterable
from dataclasses import replace

from pacgrid.autograder.diagnosis.diagnosis import Finding
from pacgrid.autograder.grade import Outcome

_HINTS = {
    "ignores_evaluation": "Your agent is built with an evaluation: self.evaluationFunction. Do you "
    "call that one, or another one by its name?",
    "fixed_depth": "Your agent is built with a depth: self.depth. Where do you read it?",
    "evaluation_fails": "What does your function expect that this position doesn't have?",
}
"""By the name of the mistake: hints that name what course files don't have, or call otherwise."""


def in_course_words(outcome: Outcome) -> Outcome:
    """`outcome`, with hints for the author of a course file."""
    diagnosis, evaluation = outcome.diagnosis, outcome.evaluation
    if diagnosis:
        diagnosis = replace(diagnosis, findings=_translated(diagnosis.findings))
    if evaluation:
        warnings = tuple(
            replace(each, finding=_in_course_words(each.finding)) for each in evaluation.warnings
        )
        evaluation = replace(evaluation, warnings=warnings)
    return replace(outcome, diagnosis=diagnosis, evaluation=evaluation)


def _translated(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(map(_in_course_words, findings))


def _in_course_words(finding: Finding) -> Finding:
    return replace(finding, hint=_HINTS.get(finding.mistake, finding.hint))
