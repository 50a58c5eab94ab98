"""Numbers become actions; what isn't legal is replaced."""

import numpy as np
import pytest

from pacgrid import Action, State
from pacgrid.envs.actions import action_of, possible

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
    assert action_of(number, "pacman_0") is Action.EAST


@pytest.mark.parametrize(
    "number", [-1, 5, 1.0, None, "east", np.array([1, 2]), np.float32(1), np.bool_(1)]
)
def test_what_has_no_meaning_is_refused(number: object) -> None:
    with pytest.raises(ValueError, match=r"pacman_0 can't play .*: the actions are 0 north, "):
        action_of(number, "pacman_0")


def test_pacman_stays_where_he_cant_go() -> None:
    assert possible(CROSSING, Action.EAST) is Action.EAST
    assert possible(CROSSING, Action.NORTH) is Action.STOP


def test_a_ghost_goes_straight_on_or_takes_its_first_way() -> None:
    standing = CROSSING.successor(Action.STOP)
    assert possible(standing, Action.NORTH) is Action.EAST
    assert possible(standing, Action.WEST) is Action.WEST
    walking = standing.successor(Action.WEST).successor(Action.STOP)
    assert walking.ghosts[0].position == (3, 2)
    assert possible(walking, Action.EAST) is Action.WEST
    assert possible(walking, Action.STOP) is Action.WEST
    assert possible(walking, Action.SOUTH) is Action.SOUTH
