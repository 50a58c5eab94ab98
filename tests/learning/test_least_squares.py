import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.learning.episode import Array, Transition
from pacgrid.learning.least_squares import LeastSquares
from pacgrid.learning.temporal_difference import temporal_difference

DISCOUNT = 0.9


def game(weights: Array, rng: np.random.Generator, turns: int = 40) -> list[Transition]:
    """A random game in which `weights` give every turn its exact value."""
    rows = [*rng.normal(size=(turns, len(weights))), np.zeros(len(weights))]
    values = [row @ weights for row in rows]
    return [(rows[i], values[i] - DISCOUNT * values[i + 1], rows[i + 1]) for i in range(turns)]


@settings(max_examples=10)
@given(st.integers(0, 1000), st.floats(0, 1))
def test_least_squares_recovers_the_weights_that_made_the_rewards(
    seed: int, trace_decay: float
) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=4)
    equations = LeastSquares(4)
    for _ in range(25):
        equations.add(game(weights, rng), discount=DISCOUNT, trace_decay=trace_decay)
    assert equations.solve() == pytest.approx(weights, abs=0.05)


def test_td_does_not_leave_the_solution() -> None:
    rng = np.random.default_rng(1)
    weights = rng.normal(size=4)
    after = temporal_difference(
        weights, game(weights, rng), step=0.1, discount=DISCOUNT, trace_decay=0.8
    )
    assert after == pytest.approx(weights)


def test_what_faded_counts_less_than_what_is_new() -> None:
    rng = np.random.default_rng(2)
    old, new = np.array([1.0, 1.0]), np.array([-1.0, 3.0])
    equations = LeastSquares(2)
    equations.add(game(old, rng), discount=DISCOUNT, trace_decay=0.5)
    for _ in range(30):
        equations.fade(0.5)
        equations.add(game(new, rng), discount=DISCOUNT, trace_decay=0.5)
    assert equations.solve() == pytest.approx(new, abs=0.1)


def test_a_feature_that_is_never_seen_gets_no_weight() -> None:
    equations = LeastSquares(2)
    equations.add([(np.array([1.0, 0.0]), 5.0, np.zeros(2))] * 1000, discount=1, trace_decay=0)
    assert equations.solve() == pytest.approx([5, 0], abs=0.01)
