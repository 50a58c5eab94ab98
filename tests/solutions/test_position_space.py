"""Positions and their numbers."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Layout, State
from pacgrid.solutions import SolutionError
from pacgrid.solutions.position_space import Combinations, PositionSpace

SPACES = [
    PositionSpace(Layout.load(name), ghosts, exchangeable=True, symmetric=True)
    for name, ghosts in (("lure", 1), ("den", 3), ("cloister", 2), ("training", 1))
]


@given(st.sampled_from(SPACES), st.data())
def test_a_number_gives_a_position_with_that_number(
    space: PositionSpace, data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(space) - 1))
    state = space.state(number)
    try:
        again = space.index(state)
    except KeyError:  # a timer that only arises during a round
        return
    assert again == number or not any(ghost.scared for ghost in state.ghosts)
    assert space.index(space.state(again)) == again


@settings(max_examples=10)
@given(games())
def test_every_position_of_a_game_has_a_number(states: list[State]) -> None:
    first = states[0]
    layout = Layout(tuple(str(first).split("\nscore")[0].split("\n")))
    assume(len(layout.food | layout.capsules) < 9)
    space = PositionSpace(layout, len(first.ghosts), exchangeable=True, symmetric=True)
    for state in states:
        if state.to_move == 0 and not state.is_terminal:
            assert 0 <= space.index(state) < len(space)


def test_ghosts_that_have_changed_places_share_a_number() -> None:
    space = SPACES[2]
    ghosts = [(ghost_state, 0) for ghost_state in space.ghost_states[:2]]
    start = space.maze.cells[space.layout.pacman]
    left = space.blocks.every_pellet
    one, other = (space.drawn(left, start, order, 0) for order in (ghosts, ghosts[::-1]))
    assert one != other
    assert space.index(one) == space.index(other)


def test_a_board_with_many_pellets_is_refused() -> None:
    with pytest.raises(SolutionError, match=r"medium is too large to solve: 105 pieces .* 5e\+33"):
        PositionSpace(Layout.load("medium"), 1, exchangeable=True, symmetric=True)


@pytest.mark.parametrize(("states", "ghosts"), [(1, 1), (5, 1), (4, 2), (3, 3), (6, 0)])
@pytest.mark.parametrize("is_sorted", [False, True])
def test_each_combination_has_a_number_of_its_own(
    states: int, ghosts: int, is_sorted: bool
) -> None:
    combinations = Combinations(states, ghosts, is_sorted=is_sorted)
    every = [*product(range(states), repeat=ghosts)]
    numbers = combinations.numbers(np.array(every, np.int64))
    assert [int(combinations.numbers(np.array(one))) for one in every] == numbers.tolist()
    assert {*numbers} == {*range(combinations.count)}
    expected = {*combinations_with_replacement(range(states), ghosts)} if is_sorted else {*every}
    ranks = map(tuple, combinations.all_ranks().tolist())
    assert {tuple(sorted(each)) if is_sorted else each for each in ranks} == expected
    assert combinations.numbers(combinations.all_ranks()).tolist() == [*range(combinations.count)]
