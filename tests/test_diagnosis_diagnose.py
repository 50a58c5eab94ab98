"""Known mistakes are named, and right searches are never accused."""

from functools import partial
from typing import Any

import pytest

from pacgrid.autograder.diagnosis.diagnose import diagnose
from pacgrid.autograder.diagnosis.diagnosis import Finding, Verdict
from pacgrid.autograder.diagnosis.generator import generate
from pacgrid.autograder.diagnosis.mistake import Mistake
from pacgrid.autograder.diagnosis.observation import observe
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import (
    ReferenceSearch,
    RightAlphaBeta,
    RightMinimax,
)


class OneTooDeep(ReferenceSearch):
    def __init__(self, *, depth: int, **options: Any) -> None:
        super().__init__(depth=depth + 1, **options)


class IgnoresTheEvaluation(ReferenceSearch):
    def __init__(self, *, depth: int, **options: Any) -> None:
        super().__init__(depth=depth, **options)
        self.evaluate = lambda state: state.score


DEEP, IGNORES = MISTAKES = tuple(
    Mistake(Finding(variation.__name__, variation.__name__), "minimax", variation)
    for variation in (OneTooDeep, IgnoresTheEvaluation)
)


@pytest.mark.parametrize(
    ("agent", "verdict", "findings"),
    [
        (RightMinimax, Verdict.RIGHT, []),
        (RightAlphaBeta, Verdict.RIGHT, []),
        (DEEP.mutant, Verdict.NAMED, ["OneTooDeep"]),
        (IGNORES.mutant, Verdict.NAMED, ["IgnoresTheEvaluation"]),
        (IGNORES.together_with(DEEP), Verdict.COMBINED, ["OneTooDeep", "IgnoresTheEvaluation"]),
    ],
)
def test_a_known_mistake_is_named(agent: Any, verdict: Verdict, findings: list[str]) -> None:
    probes = generate("minimax", 16, seed=1)
    observations = [observe(probe, partial(_build, agent, probe)) for probe in probes]
    diagnosis = diagnose(observations, MISTAKES)
    assert diagnosis.verdict is verdict
    assert [finding.mistake for finding in diagnosis.findings] == findings
    assert (diagnosis.counterexample is None) is (verdict is Verdict.RIGHT)


def _build(agent: Any, probe: Probe) -> Any:
    return agent(depth=probe.depth, evaluation=lambda state: state.evaluate())
