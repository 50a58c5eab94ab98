from math import prod

import pytest

from helpers.exact import exact_value
from pacgrid.games.kalah import Kalah

SOLVED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWWW", 6: "WWWWW"}
"""Whether the first player wins, draws or loses, by the number of pits, with 1, 2, 3, … seeds:
Irving, Donkers and Uiterwijk, "Solving Kalah", 2000."""
SIZES = [(pits, seeds + 1) for pits, row in SOLVED.items() for seeds in range(len(row))]


@pytest.mark.parametrize(
    ("pits", "seeds"),
    [
        pytest.param(*size, marks=[pytest.mark.slow] * (prod(size) > 9))
        for size in SIZES
        if prod(size) <= 12
    ],
)
def test_small_boards_are_worth_what_was_published(pits: int, seeds: int) -> None:
    value = exact_value(Kalah.initial(pits, seeds), order=reversed)
    assert "DWL"[int(value)] == SOLVED[pits][seeds - 1]


def test_a_seed_that_ends_in_the_store_gives_another_move() -> None:
    state = Kalah.initial(pits=3, seeds=3).successor(0)
    assert (state.south, state.north) == ((0, 4, 4, 1), (3, 3, 3, 0))
    assert state.to_move == 0
    assert state.successor(1).to_move == 1


def test_seeds_pass_over_the_store_of_the_other_player() -> None:
    state = Kalah((0, 1, 6, 0), (1, 1, 1, 9)).successor(2)
    assert (state.south, state.north) == ((1, 2, 0, 1), (2, 2, 2, 9))


def test_the_last_seed_in_an_empty_pit_captures_what_lies_opposite() -> None:
    state = Kalah((1, 0, 2, 0), (1, 4, 1, 0))
    assert state.is_capture(0)
    assert not state.is_quiet()
    after = state.successor(0)
    assert (after.south, after.north) == ((0, 0, 2, 5), (1, 0, 1, 0))
    assert after.to_move == 1


def test_the_last_seed_in_an_empty_pit_is_captured_even_alone() -> None:
    after = Kalah((1, 0, 2, 0), (1, 0, 1, 0)).successor(0)
    assert (after.south, after.north) == ((0, 0, 2, 1), (1, 0, 1, 0))


def test_nothing_is_captured_on_the_other_side() -> None:
    state = Kalah((1, 0, 2, 0), (0, 1, 1, 0))
    assert state.is_capture(0)
    assert not state.is_capture(2)
    assert state.successor(2).north == (1, 1, 1, 0)


def test_a_pit_can_capture_after_a_whole_round() -> None:
    state = Kalah((7, 0, 0, 0), (1, 1, 1, 0))
    after = state.successor(0)
    assert (after.south, after.north) == ((0, 1, 1, 4), (2, 2, 0, 0))


def test_when_a_side_is_empty_the_other_one_keeps_its_seeds() -> None:
    state = Kalah((0, 0, 1, 4), (2, 1, 0, 4)).successor(2)
    assert state.is_terminal
    assert (state.south, state.north) == ((0, 0, 0, 5), (0, 0, 0, 7))
    assert state.score == -1


def test_north_sows_to_his_right_too() -> None:
    state = Kalah.initial(pits=3, seeds=3).successor(1)
    assert [state.action_name(action) for action in state.legal_actions()] == ["A", "B", "C"]
    after = state.successor(1)
    assert (after.south, after.north) == ((4, 0, 4, 1), (4, 0, 4, 1))
    assert [state.cell(action) for action in (0, 1, 2)] == [(3, 0), (2, 0), (1, 0)]


def test_no_seed_is_lost() -> None:
    state = Kalah.initial(pits=6, seeds=4)
    for _ in range(200):
        assert sum(state.south) + sum(state.north) == 48
        if state.is_terminal:
            break
        state = state.successor(state.legal_actions()[-1])
    assert state.is_terminal
