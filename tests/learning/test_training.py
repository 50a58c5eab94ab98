"""Weights are learned from games as the books say."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import layouts
from pacgrid import Layout, Limits, play
from pacgrid.agents.evaluation import FEATURES, features
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.learning.training import (
    Array,
    Episode,
    LeastSquares,
    Training,
    TrainingError,
    Transition,
)

CHAIN = 4
"""States visited one after the other; only leaving the last one wins a point."""


def chain() -> list[Transition]:
    states = [*np.eye(CHAIN), np.zeros(CHAIN)]
    return [(states[i], float(i == CHAIN - 1), states[i + 1]) for i in range(CHAIN)]


@pytest.mark.parametrize("trace_decay", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("discount", [0.5, 1.0])
def test_the_values_of_a_chain_are_found(trace_decay: float, discount: float) -> None:
    equations = LeastSquares(CHAIN)
    for _ in range(1000):
        equations.add(chain(), discount=discount, trace_decay=trace_decay)
    expected = [discount**steps for steps in (3, 2, 1, 0)]
    assert equations.solve() == pytest.approx(expected, abs=0.02)


NAMES = ("food_left", "bias")
LANE = Layout.parse("%%%%%%\n%P ..%\n%%%%%%")


def test_a_finished_game_ends_with_nothing_more_to_win() -> None:
    record = play(LANE, [RandomAgent()], seed=1)
    assert record.won
    episode = Episode.of(record, NAMES)
    assert len(episode.rewards) == len(episode.features) == record.rounds
    *_, (now, reward, after) = episode.transitions(np.ones(2))
    assert (now.tolist(), reward, after.tolist()) == ([1, 1], 509, [0, 0])


def test_a_game_that_was_cut_short_ends_in_a_turn_without_a_reward() -> None:
    record = play(LANE, [RandomAgent()], seed=1, limits=Limits(rounds=2))
    episode = Episode.of(record, NAMES)
    assert (len(episode.rewards), len(episode.features)) == (2, 3)
    *_, (_, _, after) = episode.transitions(np.array([2.0, 1.0]))
    assert after.tolist() == [episode.features[2][0] / 2, 1]


@given(layouts())
def test_the_rewards_add_up_to_the_score(layout: Layout) -> None:
    ghosts = [RandomAgent() for _ in layout.ghosts]
    record = play(layout, [RandomAgent(), *ghosts], seed=3, limits=Limits(rounds=20))
    episode = Episode.of(record, NAMES)
    assert episode.rewards.sum() == record.score == episode.score
    if len(episode.features):
        first = features(record.first_state, NAMES)
        assert episode.features[0].tolist() == list(first.values())


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


def test_weights_that_grow_beyond_all_bounds_end_the_training() -> None:
    training = Training("linear", discount=0.8, trace_decay=0.8)
    rows = np.ones((3, len(FEATURES) - 1))
    episode = Episode(rows, np.full(3, 1e300), score=0, won=False)
    with pytest.raises(TrainingError, match="beyond all bounds; choose a smaller --discount"):
        training.learn([episode] * 2)
