"""An outcome in the words of course files."""

import re
from dataclasses import replace

from pacgrid.common.failure import Failure

from ...model.diagnosis import Diagnosis, Finding
from ...model.evaluation_report import EvaluationReport
from ...model.outcome import Outcome

_HINTS = {
    "ignores_evaluation": "Your agent is built with an evaluation: self.evaluationFunction. Do you "
    "call that one, or another one by its name?",
    "fixed_depth": "Your agent is built with a depth: self.depth. Where do you read it?",
    "evaluation_fails": "What does your function expect that this position doesn't have?",
}
"""By the name of the mistake: hints for those who don't know Pacgrid's own interface."""

_WORDS = {
    re.compile(r"\bAction\.(?=[A-Z])"): "Directions.",
    re.compile("(?<=its __init__ must accept )depth and evaluation"): "depth and evalFn",
}


def in_course_words(outcome: Outcome) -> Outcome:
    """`outcome`, as the author of a course file reads it."""
    return replace(
        outcome,
        failure=outcome.failure and _named(outcome.failure),
        other_failures=tuple(
            replace(each, failure=_named(each.failure)) for each in outcome.other_failures
        ),
        diagnosis=outcome.diagnosis and _explained(outcome.diagnosis),
        evaluation=outcome.evaluation and _judged(outcome.evaluation),
    )


def _explained(diagnosis: Diagnosis) -> Diagnosis:
    findings = tuple(map(_hinted, diagnosis.findings))
    return replace(diagnosis, findings=findings, remarks=tuple(map(_hinted, diagnosis.remarks)))


def _judged(report: EvaluationReport) -> EvaluationReport:
    warnings = (replace(each, finding=_hinted(each.finding)) for each in report.warnings)
    return replace(report, warnings=tuple(warnings))


def _hinted(finding: Finding) -> Finding:
    return replace(finding, hint=_HINTS.get(finding.mistake, finding.hint))


def _named(failure: Failure) -> Failure:
    message = failure.message
    for ours, theirs in _WORDS.items():
        message = ours.sub(theirs, message)
    return replace(failure, message=message)
