"""Whether a search that explains what an agent did also returns the same values."""

from collections.abc import Sequence
from math import isclose

from .evidence import Observed
from .hypothesis import Hypothesis, build, reply
from .returned_state import with_values
from .truth import ROUNDING

_LEAST_STATES = 20
"""Fewer say nothing."""
_MOST_OTHER = 0.1
"""The share of the states for which the functions may return something else than a value: a bound,
for example."""


def agreeing(
    hypotheses: Sequence[Hypothesis], decisions: Sequence[Observed]
) -> tuple[Hypothesis, ...]:
    """The hypotheses that agree with what was returned; all of them if that is too little. If none
    agrees, the functions may return something other than values, so single mistakes are kept, and
    combinations are not."""
    known = with_values(decisions)
    if sum(len(each.decision.returned) for each in known) < _LEAST_STATES:
        return tuple(hypotheses)
    found = tuple(each for each in hypotheses if _agrees(each, known))
    return found or tuple(each for each in hypotheses if len(each.names) == 1)


def _agrees(hypothesis: Hypothesis, decisions: Sequence[Observed]) -> bool:
    same = other = 0
    for observed in decisions:
        agent = build(hypothesis.mutant, observed.probe)
        reply(agent, observed.probe, observed.decision)
        for path, value in observed.decision.returned.items():
            if (expected := agent.values.get(path)) is not None:
                agrees = isclose(value, expected, rel_tol=ROUNDING, abs_tol=ROUNDING)
                same, other = same + agrees, other + (not agrees)
    return other <= _MOST_OTHER * (same + other)
