"""What the tests of a question say together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pacgrid.common.failure import Failure

from .diagnosis import Diagnosis
from .outcome import Outcome
from .placed_failure import PlacedFailure


@dataclass(frozen=True)
class Conclusion:
    """What several tests of one search say together, for all that was observed in them."""

    diagnosis: Diagnosis | None = None
    test: int = 1
    """The number of the test that shows it: the one with the example."""
    outcomes: tuple[Outcome, ...] = ()
    """Those of them that have changed."""
    failure: Failure | None = None
    """Why there is no diagnosis; it isn't the submission's."""


def with_conclusion(
    outcomes: Mapping[int, Outcome], conclusion: Conclusion, *, is_hidden: bool
) -> dict[int, Outcome]:
    """The outcomes of a question's tests, by number, with `conclusion`. If it `is_hidden`, it knows
    what hidden tests have observed, and nothing of it gets to a visible one."""
    changed = dict(outcomes)
    for outcome in conclusion.outcomes:
        if outcome.is_hidden == is_hidden:
            changed[outcome.number] = outcome
    shown = [each for each in changed.values() if each.is_hidden == is_hidden]
    first = next((each for each in shown if each.number == conclusion.test), shown[0])
    if conclusion.failure:
        failures = (*first.other_failures, PlacedFailure(conclusion.failure, ""))
        first = replace(first, other_failures=failures)
    known = [each.diagnosis for each in changed.values() if each.diagnosis]
    if conclusion.diagnosis and not (is_hidden and _says(conclusion.diagnosis, known)):
        first = replace(first, diagnosis=conclusion.diagnosis)
    return {**changed, first.number: first}


def _says(diagnosis: Diagnosis, known: list[Diagnosis]) -> bool:
    """Whether another diagnosis says the same."""
    same = (diagnosis.verdict, diagnosis.findings, diagnosis.remarks)
    return any((each.verdict, each.findings, each.remarks) == same for each in known)
