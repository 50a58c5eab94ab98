"""Noisy distances: their distribution, and where they come from."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from pacgrid import Layout, State
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.noise import (
    MAX_NOISE,
    checked_noise,
    next_noise_states,
    noise_states,
    noisy_distances,
)

FAR = State.parse("""
%%%%%%%%%%%%%%%
%P           1%
%.           2%
%%%%%%%%%%%%%%%
""")
HALF_WAY = State.parse("""
%%%%%%%
%P.   %
%%%%%%%
ghost 1: (4.5, 1) east, scared 7, home (1, 1)
""")
START = 0xB44A58C15E7A2F11


def test_the_distance_ignores_walls_and_is_whole() -> None:
    read = [noisy_distances(FAR, START, 0, observer, 0).tolist() for observer in range(3)]
    assert read == [[0, 12, 13], [12, 0, 1], [13, 1, 0]]
    assert noisy_distances(HALF_WAY, START, 0, 0, 0).tolist() == [0, 3]


def test_every_error_is_equally_likely_and_none_is_larger() -> None:
    errors = Counter(
        int(noisy_distances(FAR, START, rounds, 0, 3)[1]) - 12 for rounds in range(7000)
    )
    assert sorted(errors) == [-3, -2, -1, 0, 1, 2, 3]
    assert all(880 < count < 1120 for count in errors.values())  # four standard deviations


def test_errors_are_independent() -> None:
    read = [
        np.concatenate([noisy_distances(FAR, START, rounds, agent, 6) for agent in range(3)])
        for rounds in range(3000)
    ]
    pairs = np.corrcoef(np.array(read)[:, [1, 2, 3, 5, 6, 7]].T)
    assert np.abs(pairs - np.eye(6)).max() < 0.08
    assert abs(np.corrcoef(np.array(read)[:-1, 1], np.array(read)[1:, 1])[0, 1]) < 0.08


def test_a_distance_is_never_below_0() -> None:
    read = [int(noisy_distances(FAR, START, rounds, 1, 6)[2]) for rounds in range(500)]
    assert min(read) == 0
    assert max(read) == 7


def test_the_same_seed_gives_the_same_noise_on_every_machine() -> None:
    (state,) = next_noise_states(noise_states(np.array([7], np.uint64)))
    assert int(state) == 16349739631514309990
    read = [noisy_distances(FAR, int(state), rounds, 0, 6).tolist() for rounds in range(4)]
    assert read == [[0, 10, 18], [0, 17, 17], [0, 7, 16], [0, 14, 11]]


@pytest.mark.parametrize("noise", [-1, 1.5, True, "6", [6], MAX_NOISE + 1, float("nan")])
def test_a_wrong_noise_is_refused(noise: Any) -> None:
    with pytest.raises(ValueError, match="noise must be a whole number from 0 to 10000"):
        checked_noise(noise)


def test_games_do_not_depend_on_the_noise() -> None:
    played = []
    for noise in (None, 9):
        batch = GameBatch(
            4, [Layout.load("small")], ghost_policies=[(0.0, 0.0)] * 2, max_rounds=20, noise=noise
        )
        batch.seed(np.arange(4, dtype=np.uint64), np.ones(4, np.bool_))
        batch.restart(np.ones(4, np.bool_))
        for number in range(50):
            batch.step(np.full((4, 1), number % 4))
        played.append(batch.arrays.games.copy())
    assert (played[0] == played[1]).all()
