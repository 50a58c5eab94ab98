"""What a search explored, as its worker reports it, and what right searches explore."""

import pytest

from pacgrid.autograder.kinds.cs188.explored_states import (
    ExploredStates,
    ImpossibleStepError,
    right_states,
)
from pacgrid.autograder.worker.course_service import explored_steps
from pacgrid.cs188.game_state import GameState
from pacgrid.state import State

ROOT = GameState.of(State.parse("%%%%%%%\n%.P  1%\n%%%%%%%"))
NORTH, EAST, _, WEST, STOP = range(5)


def explored(*steps: tuple[int, int, int], most: int = 9) -> ExploredStates:
    states = ExploredStates(ROOT, most)
    states.add(steps)
    return states


@pytest.mark.parametrize(
    ("steps", "count"),
    [
        ([], 0),
        ([(0, 0, WEST)], 2),
        ([(0, 0, WEST), (0, 0, WEST)], 2),  # equal states are one
        ([(0, 0, EAST), (1, 1, WEST)], 3),
        ([(-1, 0, STOP)], 1),
        ([(-1, 0, STOP), (1, 0, EAST)], 2),  # nobody knows what that leads to
    ],
)
def test_states_are_made_again_and_counted(steps, count):
    assert explored(*steps).count == count


@pytest.mark.parametrize(
    "step", [(1, 0, WEST), (-2, 0, WEST), (0, 0, NORTH), (0, 1, STOP), (0, 2, WEST), (0, 0, 5)]
)
def test_an_impossible_step_is_refused(step):
    with pytest.raises(ImpossibleStepError):
        explored(step)


def test_nothing_is_asked_for_after_too_many_steps():
    assert not explored(*[(0, 0, STOP)] * 9).is_too_many
    assert explored(*[(0, 0, STOP)] * 10).is_too_many
    assert str(explored(*[(0, 0, STOP)] * 10)) == "more than 9 states"


def test_a_search_is_reported_as_it_was():
    GameState.getAndResetExplored()
    for action in ROOT.getLegalActions():
        for reply in (after := ROOT.generateSuccessor(0, action)).getLegalActions(1):
            after.generateSuccessor(1, reply)
    searched = GameState.getAndResetExplored()
    again = explored(*explored_steps(ROOT, searched))
    assert again.states == set(searched)
    assert again.states == next(right_states(ROOT, "minimax", 1))


def test_a_state_that_was_written_to_counts_but_is_no_state_of_the_search():
    GameState.getAndResetExplored()
    changed = ROOT.deepCopy()
    changed.data.score += 7
    changed.generateSuccessor(0, "East")
    ROOT.generateSuccessor(0, "East")
    again = explored(*explored_steps(ROOT, GameState.getAndResetExplored()))
    assert (again.count, len(again.states)) == (4, 2)


def test_alpha_beta_explores_a_part_of_what_minimax_does():
    root = GameState.of(State.parse("%%%%%%%\n%% 1 %%\n%. % .%\n%% P %%\n%%%%%%%"))
    (everything, _) = right_states(root, "minimax", 3)
    natural, without_stop, *_ = right_states(root, "alpha_beta", 3)
    assert natural < everything
    assert len(without_stop) < len(natural)
