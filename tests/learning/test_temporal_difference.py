import numpy as np
import pytest

from pacgrid.learning.episode import Array, Transition
from pacgrid.learning.temporal_difference import temporal_difference

CHAIN = 4
"""States visited one after the other; only leaving the last one wins a point."""


def chain() -> list[Transition]:
    states = [*np.eye(CHAIN), np.zeros(CHAIN)]
    return [(states[i], float(i == CHAIN - 1), states[i + 1]) for i in range(CHAIN)]


@pytest.mark.parametrize("trace_decay", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("discount", [0.5, 1.0])
def test_td_finds_the_values_of_a_chain(trace_decay: float, discount: float) -> None:
    weights: Array = np.zeros(CHAIN)
    for _ in range(300):
        weights = temporal_difference(
            weights, chain(), step=0.3, discount=discount, trace_decay=trace_decay
        )
    assert weights == pytest.approx([discount**steps for steps in (3, 2, 1, 0)], abs=1e-6)


@pytest.mark.parametrize(
    ("trace_decay", "changed"), [(0.0, [0, 0, 0, 1]), (0.5, [1 / 8, 1 / 4, 1 / 2, 1])]
)
def test_the_trace_says_how_far_back_an_error_reaches(
    trace_decay: float, changed: list[float]
) -> None:
    weights = temporal_difference(
        np.zeros(CHAIN), chain(), step=1, discount=1, trace_decay=trace_decay
    )
    assert weights.tolist() == changed
