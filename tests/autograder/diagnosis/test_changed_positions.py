from hypothesis import given
from hypothesis import strategies as st

from helpers.positions import pacman_states
from pacgrid import State
from pacgrid.autograder.diagnosis.changed_positions import (
    PositionChange,
    closed_in,
    mirrored,
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


BEND = """
%%%%%%%
%P   .%
%%%%% %
%.    %
%%%%%%%
"""


def test_food_as_far_in_a_straight_line_is_a_shorter_or_longer_way_off():
    (pair,) = [p for p in pairs(State.parse(BEND)) if p.change is PositionChange.WAY_TO_FOOD]
    assert [[*state.food] for state in pair[1:3]] == [[(1, 1)], [(3, 3)]]


RING = """
%%%%%%%
%  P  %
% %%% %
% .1  %
%%%%%%%
"""


def test_a_way_out_is_closed_on_the_other_side_of_a_ghost_and_food():
    pair = closed_in(State.parse(RING))
    assert pair
    rows = [str(state).splitlines()[1] for state in pair[1:3]]
    assert rows == ["%1.P  %", "%1.P% %"]


@given(pacman_states())
def test_closing_a_way_out_changes_no_distance_to_food_or_ghosts(state):
    if pair := closed_in(state):
        gaps = [
            (
                s.maze.nearest(s.pacman, s.food),
                [s.maze.distance(s.pacman, g.position) for g in s.ghosts],
            )
            for s in (pair.before, pair.after)
        ]
        assert gaps[0] == gaps[1]
        assert pair.after.pacman in pair.after.maze.dead_ends
        assert pair.before.pacman not in pair.before.maze.dead_ends


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
