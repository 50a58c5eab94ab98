"""What the tests of a question say together about a mistake."""

from collections.abc import Sequence
from dataclasses import replace

from ..model.diagnosis import Certainty, Diagnosis, Verdict
from ..model.outcome import Outcome


def narrowed(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes of a question's tests. Where a test can't tell several mistakes apart, and a
    visible one names fewer of them, only these are left, without an example: it may show others."""
    known = [each.diagnosis for each in outcomes if each.diagnosis and not each.is_hidden]
    sure = [each for each in known if _is_named(each) and each.certainty is Certainty.CERTAIN]
    sure.sort(key=lambda each: len(each.findings))
    return [_narrowed(each, sure) for each in outcomes]


def _narrowed(outcome: Outcome, sure: Sequence[Diagnosis]) -> Outcome:
    wide = outcome.diagnosis
    if not wide or not _is_named(wide):
        return outcome
    for narrow in sure:
        if {*narrow.findings} < {*wide.findings}:
            fewer = replace(wide, findings=narrow.findings, counterexample=None)
            return replace(outcome, diagnosis=fewer)
    return outcome


def _is_named(diagnosis: Diagnosis) -> bool:
    return diagnosis.verdict is Verdict.NAMED
