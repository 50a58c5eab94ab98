"""An outcome in the words of course files."""

import re
from dataclasses import replace

from pacgrid.autograder.diagnosis.diagnosis import Finding
from pacgrid.autograder.grade import Outcome
from pacgrid.common.failure import Failure

_HINTS = {
    "ignores_evaluation": "Your agent is built with an evaluation: self.evaluationFunction. Do you "
    "call that one, or another one by its name?",
    "fixed_depth": "Your agent is built with a depth: self.depth. Where do you read it?",
    "evaluation_fails": "What does your function expect that this position doesn't have?",
}
"""By the name of the mistake: hints for those who don't know Pacgrid's own interface."""

_ACTION = re.compile(r"\bAction\.(?=[A-Z])")


def in_course_words(outcome: Outcome) -> Outcome:
    """`outcome`, as the author of a course file reads it."""
    changes: dict[str, object] = {}
    if diagnosis := outcome.diagnosis:
        findings = tuple(map(_hinted, diagnosis.findings))
        remarks = tuple(map(_hinted, diagnosis.remarks))
        changes["diagnosis"] = replace(diagnosis, findings=findings, remarks=remarks)
    if evaluation := outcome.evaluation:
        warnings = (replace(each, finding=_hinted(each.finding)) for each in evaluation.warnings)
        changes["evaluation"] = replace(evaluation, warnings=tuple(warnings))
    others = (replace(each, failure=_named(each.failure)) for each in outcome.other_failures)
    failure = outcome.failure and _named(outcome.failure)
    return replace(outcome, failure=failure, other_failures=tuple(others), **changes)  # type: ignore[arg-type]


def _hinted(finding: Finding) -> Finding:
    return replace(finding, hint=_HINTS.get(finding.mistake, finding.hint))


def _named(failure: Failure) -> Failure:
    """`failure` with `Directions` instead of Pacgrid's actions."""
    return replace(failure, message=_ACTION.sub("Directions.", failure.message))
