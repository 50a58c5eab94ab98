import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Layout
from pacgrid.autograder.ladder.board import forfeit_score, percent, win_score
from pacgrid.autograder.ladder.pairing import Role
from pacgrid.state import LOSS_POINTS, State

ROUNDS = 12
CAPSULES = Layout.parse(
    """
    %%%%%%%
    %Po..o%
    %.%%%.%
    %.1.2.%
    %%%%%%%
    """
)


@given(st.randoms(use_true_random=False))
def test_no_game_ends_worse_than_a_forfeit(rng):
    state, moves = State.initial(CAPSULES), 0
    while not state.is_terminal and moves < ROUNDS * state.num_agents:
        state, moves = state.successor(rng.choice(state.legal_actions())), moves + 1
    lowest = forfeit_score(CAPSULES, Role.PACMAN, ROUNDS)
    assert lowest <= state.score <= forfeit_score(CAPSULES, Role.GHOSTS, ROUNDS)


@pytest.mark.parametrize(("score", "expected"), [(LOSS_POINTS, 0), (win_score(CAPSULES), 100)])
def test_percent_is_of_what_the_board_is_worth(score, expected):
    assert percent(score, CAPSULES) == expected
