import copy

import pytest

from pacgrid import State
from pacgrid.cs188.search_state import SearchState

CROSSING = State.parse("""
%%%%%
%%.%%
%.P1%
%%%%%
""")


def test_actions_of_pacgrid_are_directions_in_the_order_of_course_files():
    state = SearchState(CROSSING)
    assert state.getLegalActions() == ["West", "Stop", "East", "North"]
    after = state.generateSuccessor(0, "North")
    assert after.state == CROSSING.successor(CROSSING.legal_actions()[0])
    assert (after.getScore(), after.isWin(), after.isLose()) == (9, False, False)
    assert state.generatePacmanSuccessor("East").isLose()


def test_equal_states_are_equal_and_copies_are_too():
    state = SearchState(CROSSING)
    assert {copy.deepcopy(state), copy.copy(state), SearchState(CROSSING)} == {state}


def test_a_state_without_a_board_says_so():
    with pytest.raises(AttributeError, match="no getFood here: the states of this test have no b"):
        SearchState(CROSSING).getFood()
