"""Numbers become actions; what isn't legal is replaced."""

import numpy as np
import pytest

from pacgrid import Action, State
from pacgrid.envs.actions import replace_illegal, to_action

CROSSING = State.parse(
    """
    %%%%%%%
    %%%.%%%
    %P  1 %
    %%%.%%%
    %%%%%%%
    """
)


@pytest.mark.parametrize("number", [1, True, np.int64(1), np.int8(1), np.array(1), Action.EAST])
def test_numbers_of_any_kind_are_actions(number: object) -> None:
    assert to_action(number, "pacman_0") is Action.EAST


@pytest.mark.parametrize(
    "number", [-1, 5, 1.0, None, "east", np.array([1, 2]), np.float32(1), np.bool_(1)]
)
def test_values_that_are_no_actions_are_refused(number: object) -> None:
    with pytest.raises(ValueError, match=r"pacman_0 can't play .*: the actions are 0 north, "):
        to_action(number, "pacman_0")


def test_pacman_stops_at_a_wall() -> None:
    assert replace_illegal(CROSSING, Action.EAST) is Action.EAST
    assert replace_illegal(CROSSING, Action.NORTH) is Action.STOP


def test_a_ghost_goes_straight_on_or_takes_its_first_legal_action() -> None:
    standing = CROSSING.successor(Action.STOP)
    assert replace_illegal(standing, Action.NORTH) is Action.EAST
    assert replace_illegal(standing, Action.WEST) is Action.WEST
    walking = standing.successor(Action.WEST).successor(Action.STOP)
    assert walking.ghosts[0].position == (3, 2)
    assert replace_illegal(walking, Action.EAST) is Action.WEST
    assert replace_illegal(walking, Action.STOP) is Action.WEST
    assert replace_illegal(walking, Action.SOUTH) is Action.SOUTH
