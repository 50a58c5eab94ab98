"""A batch of games, as its users see it."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pacgrid import Layout, State
from pacgrid.kernel import steps
from pacgrid.kernel.arrays import GAME
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.planes import scared_values
from pacgrid.state import SCARED_MOVES

SMALL = Layout.load("small")


def started_batch(num_games: int) -> GameBatch:
    batch = GameBatch(num_games, [SMALL], ghost_policies=[(0.0, 0.0)] * 2)
    everyone = np.ones(num_games, np.bool_)
    batch.seed(np.arange(num_games, dtype=np.uint64), everyone)
    batch.restart(everyone)
    return batch


def test_a_game_begins_as_its_state_does() -> None:
    batch = started_batch(2)
    assert batch.state(0) == batch.state(1) == State.initial(SMALL)


def test_neighbouring_seeds_give_rng_states_far_apart() -> None:
    batch = started_batch(1000)
    states = batch.arrays.games["rng_state"]
    ones = np.unpackbits((states[1:] ^ states[:-1]).view(np.uint8)).mean()
    assert ones == pytest.approx(0.5, abs=0.01)


def test_only_the_chosen_games_are_seeded_and_started() -> None:
    batch = started_batch(3)
    batch.step(np.full((3, 1), 4))
    states = batch.arrays.games["rng_state"].copy()
    chosen = np.array([False, True, False])
    batch.seed(np.array([9, 1, 9], np.uint64), chosen)
    batch.restart(chosen)
    assert batch.arrays.games["rounds"].tolist() == [1, 0, 1]
    assert (batch.arrays.games["rng_state"][[0, 2]] == states[[0, 2]]).all()
    assert batch.arrays.games["rng_state"][1] != states[1]


def test_scared_values_grow_with_the_time_left() -> None:
    assert scared_values(np.dtype(np.uint8))[[0, 1, SCARED_MOVES]].tolist() == [0, 6, 255]
    assert scared_values(np.dtype(np.float32))[[0, 20, SCARED_MOVES]].tolist() == [0.0, 0.5, 1.0]


def test_a_batch_knows_the_memory_of_a_game() -> None:
    board = SMALL.width * SMALL.height
    assert started_batch(1).bytes_per_game == pytest.approx(
        8 * board + GAME.itemsize + 8 + 16 + 5, abs=40
    )


@pytest.mark.slow
def test_the_compiled_rules_are_found_on_disk_again(tmp_path: Path) -> None:
    """A second process loads what the first one compiled."""
    code = """
from pacgrid import Layout
from pacgrid.kernel import steps
from pacgrid.kernel.game_batch import GameBatch
GameBatch(1, [Layout.load("small")], ghost_policies=[(0.0, 0.0)] * 2)
print(sum(steps.step.stats.cache_hits.values()), sum(steps.step.stats.cache_misses.values()))
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_NUM_THREADS": "1"}
    command = [sys.executable, "-c", code]
    runs = [
        subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        for _ in range(2)
    ]
    assert [run.stdout.split() for run in runs] == [["0", "1"], ["1", "0"]]


def test_no_kind_of_array_makes_numba_compile_again() -> None:
    batch = started_batch(4)
    compiled = len(steps.step.signatures), len(steps.restart.signatures)
    actions = np.full((4, 2), 4)[:, :1]
    frozen = np.full((4, 1), 4)
    frozen.setflags(write=False)
    for given in (actions, frozen, actions.astype(np.uint8), actions.astype(np.int32)):
        batch.step(given)
    batch.restart(np.array([True, False] * 4)[::2])
    assert (len(steps.step.signatures), len(steps.restart.signatures)) == compiled
    assert batch.arrays.games["rounds"].tolist() == [0, 0, 0, 0]


@pytest.mark.slow
def test_disabled_compilation_is_an_error() -> None:
    code = "from pacgrid import Layout; from pacgrid.kernel.game_batch import GameBatch\n"
    code += "GameBatch(1, [Layout.load('small')])"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.stderr.endswith("must be compiled: unset NUMBA_DISABLE_JIT\n")
