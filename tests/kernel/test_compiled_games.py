"""Compiled loops play the same games as the batch itself."""

from typing import Any

import numba
import numpy as np
import pytest

from helpers.environments import equal
from pacgrid import Layout
from pacgrid.kernel.arrays import DISABLED, SAME_STEP
from pacgrid.kernel.compiled_games import step, step_range
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.jit import compiled, parallel, ticks
from pacgrid.kernel.steps import GAMES_PER_THREAD

MANY = 2 * GAMES_PER_THREAD


def started(num_games: int, **options: Any) -> GameBatch:
    options = {"max_rounds": 9, "mode": SAME_STEP, **options}
    batch = GameBatch(num_games, [Layout.load("small")], opponents=[(0.0, 0.0)] * 2, **options)
    everyone = np.ones(num_games, np.bool_)
    batch.seed(np.arange(num_games, dtype=np.uint64), everyone)
    batch.restart(everyone)
    return batch


@compiled
def play(games: Any, prepared: Any) -> int:
    count = len(games.actions)
    for number in range(len(prepared)):
        for game in range(count):
            games.actions[game, 0] = prepared[number, game]
        invalid = step_range(games, 0, count)
        if invalid >= 0:
            return invalid
    return -1


@compiled
def play_on_threads(games: Any, prepared: Any) -> None:
    for number in range(len(prepared)):
        for game in range(len(games.actions)):
            games.actions[game, 0] = prepared[number, game]
        step(games)


@parallel
def play_in_blocks(games: Any, prepared: Any, size: int) -> None:
    count = len(games.actions)
    for block in numba.prange((count + size - 1) // size):
        first, last = block * size, min((block + 1) * size, count)
        for number in range(len(prepared)):
            for game in range(first, last):
                games.actions[game, 0] = prepared[number, game]
            step_range(games, first, last)


def outcome(batch: GameBatch) -> list[Any]:
    arrays = batch.arrays
    return [arrays.games, arrays.ghosts, arrays.pellets, arrays.masks, batch.planes, *batch.result]


def stays_after(play_in_loop: Any, num_games: int, *, fresh: bool) -> bool:
    """Whether old planes are the same after a compiled loop, which plays as the batch does."""
    prepared = np.random.default_rng(0).integers(0, 5, (25, num_games))
    stepped, looped = started(num_games, fresh=fresh), started(num_games, fresh=fresh)
    for actions in prepared:
        stepped.step(actions[:, None])
    before, planes = looped.planes.copy(), looped.planes
    play_in_loop(looped.compiled_games(), prepared)
    assert equal(outcome(looped), outcome(stepped))
    for batch in (stepped, looped):  # which goes on from there
        batch.step(prepared[0][:, None])
    assert equal(outcome(looped), outcome(stepped))
    return np.array_equal(planes, before)


@pytest.mark.parametrize("fresh", [False, True])
def test_a_loop_plays_as_the_batch_does(fresh: bool) -> None:
    assert stays_after(play, 20, fresh=fresh) == fresh


def test_what_can_not_be_played_is_told_before_anything_moves() -> None:
    batch = started(3, mode=DISABLED, max_rounds=2)
    assert play(batch.compiled_games(), np.array([[0, 4, 5], [0, 0, 0]])) == 2
    assert batch.arrays.games["rounds"].tolist() == [0, 0, 0]
    assert play(batch.compiled_games(), np.full((3, 3), 4)) == 0
    assert batch.arrays.games["rounds"].tolist() == [2, 2, 2]  # then all had ended
    assert play(started(3).compiled_games(), np.array([[7, 4, 4]])) == 0


# Compiling loops on several threads takes a quarter of a minute.


@pytest.mark.slow
@pytest.mark.parametrize("fresh", [False, True])
def test_a_loop_on_threads_plays_as_the_batch_does(fresh: bool) -> None:
    assert stays_after(play_on_threads, MANY, fresh=fresh) == fresh


@pytest.mark.slow
def test_threads_may_play_games_of_their_own() -> None:
    for size in (1, 100, 1000):
        stays_after(lambda *given, size=size: play_in_blocks(*given, size), MANY, fresh=False)


@pytest.mark.slow
def test_threads_do_not_matter() -> None:
    prepared = np.random.default_rng(0).integers(0, 5, (25, MANY))
    before = numba.get_num_threads()
    played = []
    try:
        for threads in {1, before}:
            numba.set_num_threads(threads)
            batch = started(MANY)
            games = batch.compiled_games()
            assert games.threads == min(threads, 2)
            play_on_threads(games, prepared)
            played.append(outcome(batch))
    finally:
        numba.set_num_threads(before)
    assert equal(played[0], played[-1])


@compiled
def waited() -> int:
    start = ticks()
    while ticks() == start:
        pass
    return int(ticks() - start)


def test_the_clock_goes_on() -> None:
    assert waited() > 0
