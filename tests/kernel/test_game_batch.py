"""A batch of games, as its users see it."""

import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from helpers.environments import equal
from helpers.mazes import games
from helpers.slow_planes import slow_planes
from pacgrid import Layout, State
from pacgrid.kernel import compiled_games, steps
from pacgrid.kernel.arrays import NEXT_STEP, PACKED, PLANES, SAME_STEP
from pacgrid.kernel.compiled_rules import next_random_bits, rng_states
from pacgrid.kernel.game_batch import GameBatch
from pacgrid.kernel.game_states import GameStates
from pacgrid.kernel.planes import scared_values
from pacgrid.state import SCARED_MOVES

SMALL = Layout.load("small")


def started_batch(num_games: int) -> GameBatch:
    batch = GameBatch(num_games, [SMALL], opponents=[(0.0, 0.0)] * 2)
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


@pytest.mark.slow
def test_the_compiled_rules_are_found_on_disk_again() -> None:
    """Another process loads what this one compiled, or found itself."""
    started_batch(1)
    code = """
from pacgrid import Layout
from pacgrid.kernel.compiled_games import step_range
from pacgrid.kernel.game_batch import GameBatch
GameBatch(1, [Layout.load("small")], opponents=[(0.0, 0.0)] * 2)
print(*(sum(each.values()) for each in step_range.stats[1:]))
"""
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "1 0\n"


def test_no_kind_of_array_makes_numba_compile_again() -> None:
    batch = started_batch(4)
    functions = compiled_games.step_range, steps.restart
    compiled = [len(function.signatures) for function in functions]
    actions = np.full((4, 2), 4)[:, :1]
    frozen = np.full((4, 1), 4)
    frozen.setflags(write=False)
    for each in (actions, frozen, actions.astype(np.uint8), actions.astype(np.int32)):
        batch.step(each)
    batch.restart(np.array([True, False] * 4)[::2])
    assert [len(function.signatures) for function in functions] == compiled
    assert batch.arrays.games["rounds"].tolist() == [0, 0, 0, 0]


@pytest.mark.slow
def test_disabled_compilation_is_an_error() -> None:
    code = "from pacgrid import Layout; from pacgrid.kernel.game_batch import GameBatch\n"
    code += "GameBatch(1, [Layout.load('small')])"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.stderr.endswith("must be compiled: unset NUMBA_DISABLE_JIT\n")


def test_the_next_bits_choose_the_board_that_a_game_draws() -> None:
    boards = [Layout.load("small")] * 7
    batch = GameBatch(5, boards, opponents=[(0.0, 0.0)] * 2)
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


LEFT = Layout.parse("%%%%%%%%\n%P. o 1%\n%%%%%%%%")
RIGHT = Layout.parse("%%%%%%%%\n%1o . P%\n%%%%%%%%")
LONE = Layout.parse("%%%%%%%%\n%P. o  %\n%%%%%%%%")
FORMS = PLANES, PACKED
SIZE = 6


def started(
    num_games: int = SIZE,
    layouts: tuple[Layout, ...] = (Layout.load("hunting"),),
    seed: int = 0,
    **options: Any,
) -> GameBatch:
    """A batch against ghosts that sometimes chase; short games."""
    count = len(layouts[0].ghosts)
    options = {"opponents": [(0.5, 0.5)] * count, "max_rounds": 40, **options}
    batch = GameBatch(num_games, layouts, **options)
    everyone = np.ones(num_games, np.bool_)
    batch.seed(np.arange(seed, seed + num_games, dtype=np.uint64), everyone)
    batch.restart(everyone)
    return batch


def continuation(batch: GameBatch, order: Any = slice(None), steps: int = 30) -> list[Any]:
    """What happens from here on: game `order[i]` plays the actions of game `i`."""
    rng = np.random.default_rng(5)
    played = []
    for _ in range(steps):
        actions = np.zeros((len(batch), 1), np.int64)
        actions[order, 0] = rng.integers(0, 5, len(actions[order]))
        batch.step(actions)
        seen = batch.planes, batch.arrays.masks, batch.arrays.agents
        result = [*batch.result[:7], batch.arrays.games["rng_state"]]
        played.append([array[order].copy() for array in (*seen, *result)])
    return played


@given(
    st.integers(0, 60),
    st.sampled_from(FORMS),
    st.sampled_from([NEXT_STEP, SAME_STEP]),
    st.booleans(),
    st.permutations(range(SIZE)),
)
def test_games_go_on_the_same_in_any_games(
    rounds: int, form: int, mode: int, fresh: bool, order: list[int]
) -> None:
    batch = started(form=form, mode=mode, fresh=fresh)
    continuation(batch, steps=rounds)
    states = pickle.loads(pickle.dumps(batch.get_states()))
    expected = continuation(batch)
    batch.set_states(states, order)
    assert equal(continuation(batch, order), expected)
    other = started(SIZE + 2, seed=70, form=form, mode=mode)
    other.set_states(states, order)
    assert equal(continuation(other, order), expected)


def test_the_other_games_stay_as_they_are() -> None:
    batch, alone = started(), started()
    continuation(batch, steps=9)
    continuation(alone, steps=9)
    batch.set_states(batch.get_states([0, 0]), [2, 5])
    mine = [0, 1, 3, 4]
    assert equal([batch.state(game) for game in mine], [alone.state(game) for game in mine])
    assert batch.state(0) == batch.state(2) == batch.state(5)
    rng_states = batch.arrays.games["rng_state"]
    assert rng_states[0] == rng_states[2] == rng_states[5] != rng_states[1]


def test_games_are_chosen_by_tuples_but_not_by_tables() -> None:
    batch = started()
    assert [len(batch.get_states(chosen)) for chosen in ((), (1, 1, 4))] == [0, 3]
    for table in ([[0, 1]], [[True] * SIZE]):
        with pytest.raises(ValueError, match=r"games= (must be a list|doesn.t fit)"):
            batch.get_states(table)


def test_states_are_chosen_and_joined_like_arrays() -> None:
    batch = started()
    continuation(batch, steps=4)
    everyone = batch.get_states()
    assert len(everyone) == SIZE
    assert len(everyone[2]) == len(batch.get_states(2)) == 1
    assert [len(everyone[[1, 1, 4]]), len(everyone[2:5])] == [3, 3]
    assert len(everyone[np.arange(SIZE) > 3]) == len(batch.get_states(np.arange(SIZE) > 3)) == 2
    before = [batch.state(game) for game in range(SIZE)]
    batch.set_states(GameStates.join([everyone[3:], everyone[0], everyone[[2, 2]]]))
    assert [batch.state(game) for game in range(SIZE)] == [*before[3:], before[0], *[before[2]] * 2]


@given(games(), st.sampled_from(FORMS))
def test_a_game_shows_and_plays_what_its_state_does(played: list[State], form: int) -> None:
    first, last = played[0], played[-1]
    drawn = str(first).partition("\nscore")[0]  # maybe with food that nobody can reach
    layout = Layout(tuple(drawn.splitlines()))
    batch = GameBatch(3, [layout], form=form)
    everyone = np.ones(3, np.bool_)
    batch.seed(np.arange(3, dtype=np.uint64), everyone)
    batch.restart(everyone)
    for number, state in enumerate((first, last, first)):
        batch.set_state(number, state)
    assert [batch.state(game) for game in range(3)] == [first, last, first]
    assert batch.arrays.games["food"].tolist() == [*map(len, (first.food, last.food, first.food))]
    if form == PLANES:
        shown: NDArray[Any] = slow_planes(last, [*range(last.num_agents)], np.uint8)
        np.testing.assert_array_equal(batch.planes[1], shown)


def test_a_state_finds_its_board_among_several() -> None:
    batch = started(2, (LEFT, RIGHT))
    for layout, board in ((RIGHT, 1), (LEFT, 0)):
        state = State.initial(layout)
        batch.set_state(1, state)
        assert batch.state(1) == state
        assert batch.arrays.games["board"][1] == board
    swapped = started(2, (RIGHT, LEFT))
    swapped.set_states(batch.get_states())
    assert [swapped.state(game) for game in (0, 1)] == [batch.state(game) for game in (0, 1)]


def test_the_score_that_a_game_starts_with_is_not_part_of_its_return() -> None:
    batch = started(2, (LEFT,), mode=SAME_STEP)
    text = "%%%%%%%%\n%P. o 1%\n%%%%%%%%\nscore: 70"
    batch.set_state(0, State.parse(text))
    batch.set_states(batch.get_states(0), 1)
    batch.step(np.full((2, 1), 1))
    assert batch.result.scores.tolist() == [579, 579]
    assert batch.result.returns.tolist() == [509, 509]
    batch.step(np.full((2, 1), 1))  # the next game starts with 0
    assert batch.result.returns.tolist() == [509, 509]


@pytest.mark.parametrize(
    ("layouts", "games", "message"),
    [
        ((LEFT,), [0], "6 states need as many different games; 1 are chosen$"),
        ((LEFT,), [0, 1, 2, 3, 4, 4], "6 are chosen, some of them twice"),
        ((LEFT,), [9], "games= doesn't fit a batch of 6: index 9 is out of bounds"),
        ((LONE,), None, "the states have 1 ghosts, the games of this batch 0"),
        ((RIGHT,), None, "state 0 is on a board that this batch doesn't have: its size, its walls"),
    ],
)
def test_states_that_do_not_fit_are_refused(
    layouts: tuple[Layout, ...], games: Any, message: str
) -> None:
    batch = started(layouts=layouts)
    before = pickle.dumps(batch.arrays)
    with pytest.raises(ValueError, match=message):
        batch.set_states(started(layouts=(LEFT,)).get_states(), games)
    assert pickle.dumps(batch.arrays) == before


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("pacman", 6),
        ("pacman", 2**32 - 1),
        ("rounds", -1),
        ("to_move", -1),
        ("to_move", 2),
        ("cell", 6),
        ("heading", 5),
        ("scared", 41),
    ],
)
def test_numbers_out_of_range_are_refused(name: str, number: int) -> None:
    batch = started(layouts=(LEFT,))
    states = batch.get_states()
    column = states.games if name in states.games.dtype.names else states.ghosts[:, 0]
    column[name][4] = number
    before = pickle.dumps(batch.arrays)
    with pytest.raises(ValueError, match="state 4 has been changed: a cell, a direction or"):
        batch.set_states(states)
    assert pickle.dumps(batch.arrays) == before


def test_a_game_that_has_ended_is_refused_where_games_restart_at_once() -> None:
    ended = started(2, (LEFT,))
    ended.step(np.array([[4], [1]]))
    again = started(2, (LEFT,))
    again.set_states(ended.get_states())
    assert again.state(1).is_win
    again.step(np.array([[4], [4]]))
    assert again.state(1) == State.initial(LEFT)
    with pytest.raises(ValueError, match="state 1 is of a game that has ended; here such a game"):
        started(2, (LEFT,), mode=SAME_STEP).set_states(ended.get_states())


def test_states_of_different_boards_are_not_joined() -> None:
    with pytest.raises(ValueError, match="can't be joined: their boards differ in size or ghosts"):
        GameStates.join([started(layouts=(LEFT,)).get_states(), started().get_states()])
    with pytest.raises(ValueError, match="can't be joined: there are none"):
        GameStates.join([])
