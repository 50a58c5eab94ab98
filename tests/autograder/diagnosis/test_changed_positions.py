from hypothesis import given
from hypothesis import strategies as st

from helpers.positions import pacman_states
from pacgrid import State
from pacgrid.autograder.diagnosis.changed_positions import (
    PositionChange,
    pairs,
    sample,
)

POSITION = """
%%%%%%%%%
%.P  1..%
%%%% %%%%
%%%%2%%%%
%%%%%%%%%
"""


def boards(change: PositionChange, position: str = POSITION, ghost: int = 0) -> list[list[str]]:
    """The first rows of both boards of each pair with that `change`."""
    found = pairs(State.parse(position))
    found = (pair for pair in found if (pair.change, pair.ghost) == (change, ghost))
    return [[str(state).splitlines()[1] for state in (pair.before, pair.after)] for pair in found]


def test_one_ghost_is_near_or_far_while_the_others_are_far():
    assert boards(PositionChange.GHOST_BESIDE, ghost=2) == [["%.P   .1%", "%2P   .1%"]]
    assert boards(PositionChange.GHOST, ghost=2) == [
        ["%.P   .1%", "%.P 2 .1%"],
        ["%.P   .1%", "%.P  2.1%"],
    ]


def test_food_is_moved_and_taken_away():
    assert boards(PositionChange.NEAR_FOOD) == [["% P  1 .%", "%.P  1  %"]]
    assert boards(PositionChange.FOOD_LEFT) == [["%.P  1..%", "%.P  1. %"]]


def test_pacman_eats_food_next_to_him_and_gets_10_points():
    (pair,) = [p for p in pairs(State.parse(POSITION)) if p.change is PositionChange.EATING]
    assert [str(state).splitlines()[1] for state in pair[1:3]] == ["%.P   .1%", "%P    .1%"]
    assert [state.score for state in pair[1:3]] == [0, 10]


@given(st.lists(pacman_states(), max_size=30), st.integers(1, 9))
def test_a_sample_has_positions_of_pacman_once_each(states, count):
    usable = {state for state in states if state.to_move == 0 and not state.is_terminal}
    chosen = sample(states, count)
    assert len(set(chosen)) == len(chosen) == min(count, len(usable))
    assert set(chosen) <= usable
