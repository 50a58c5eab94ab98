"""Random numbers in Python are those of the compiled games."""

import numpy as np

from pacgrid import Layout
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.seeding import next_random_bits, rng_states


def test_the_next_bits_choose_the_board_that_a_game_draws() -> None:
    boards = [Layout.load("small")] * 7
    batch = GameBatch(5, boards, ghost_policies=[(0.0, 0.0)] * 2)
    everyone, seeds = np.ones(5, np.bool_), np.arange(5, dtype=np.uint64)
    batch.seed(seeds, everyone)
    states, bits = next_random_bits(rng_states(seeds))
    batch.restart(everyone)
    assert batch.arrays.games["rng_state"].tolist() == states.tolist()
    assert batch.arrays.games["board"].tolist() == [(int(each) >> 32) * 7 >> 32 for each in bits]
    batch.arrays.next_boards[:] = [6, 5, 4, -1, 0]
    batch.restart(everyone)
    drawn = batch.arrays.games["board"].tolist()
    assert drawn[:3] + drawn[4:] == [6, 5, 4, 0]
