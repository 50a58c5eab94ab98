from hypothesis import given
from hypothesis import strategies as st

from helpers.positions import pacman_states
from pacgrid import State
from pacgrid.autograder.diagnosis.changed_positions import mirrored, pairs, sample

POSITION = """
%%%%%%%%%
%.P  1..%
%%%% %%%%
%%%%2%%%%
%%%%%%%%%
"""


def boards(thing: str) -> list[list[str]]:
    """The first two rows of both boards of each pair that differs in `thing`."""
    found = (pair for pair in pairs(State.parse(POSITION)) if pair.thing == thing)
    return [[str(state).splitlines()[1] for state in pair[1:]] for pair in found]


def test_one_ghost_is_near_or_far_while_the_others_are_far():
    assert boards("ghost 2") == [["%2P   .1%", "%.P   .1%"], ["%.P 2 .1%", "%.P   .1%"]]


def test_food_is_moved_and_eaten():
    assert boards("food") == [["%.P  1  %", "% P  1 .%"], ["%.P  1..%", "% P  1..%"]]


@given(pacman_states("small"))
def test_a_mirrored_position_mirrored_again_is_the_position(state):
    assert mirrored(state) != state
    assert mirrored(mirrored(state)) == state


@given(st.lists(pacman_states(), max_size=30), st.integers(1, 9))
def test_a_sample_has_positions_of_pacman_once_each(states, count):
    usable = {state for state in states if state.to_move == 0 and not state.is_terminal}
    chosen = sample(states, count)
    assert len(set(chosen)) == len(chosen) == min(count, len(usable))
    assert set(chosen) <= usable
