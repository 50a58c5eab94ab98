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
from pacgrid.autograder.diagnosis.reference import RightAlphaBeta, RightMinimax


class OneTooDeep(RightMinimax):
    def __init__(self, *, depth: int, **options: Any) -> None:
        super().__init__(depth=depth + 1, **options)


class IgnoresTheEvaluation(RightMinimax):
    def __init__(self, *, depth: int, **options: Any) -> None:
        super().__init__(depth=depth, **options)
        self.evaluate = lambda state: state.score


class Both(IgnoresTheEvaluation, OneTooDeep):
    pass


MISTAKES = tuple(
    Mistake(Finding(mutant.__name__, mutant.__name__), "minimax", mutant)
    for mutant in (OneTooDeep, IgnoresTheEvaluation)
)


@pytest.mark.parametrize(
    ("agent", "verdict", "findings"),
    [
        (RightMinimax, Verdict.RIGHT, []),
        (RightAlphaBeta, Verdict.RIGHT, []),
        (OneTooDeep, Verdict.NAMED, ["OneTooDeep"]),
        (IgnoresTheEvaluation, Verdict.NAMED, ["IgnoresTheEvaluation"]),
        (Both, Verdict.COMBINED, ["OneTooDeep", "IgnoresTheEvaluation"]),
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
