"""Numbers, options and actions are checked, and what isn't legal is replaced."""

from math import inf, nan

import numpy as np
import pytest

from pacgrid import Action, State
from pacgrid.envs.checks import finite_number, replace_illegal, to_action, whole_number


@pytest.mark.parametrize("value", [2, np.int64(2), np.uint8(2), np.array(2)])
def test_whole_numbers_of_any_kind_are_accepted(value: object) -> None:
    assert type(whole_number("ghost", value)) is int
    assert whole_number("ghost", value) == 2


@pytest.mark.parametrize("value", [True, 1.0, "1", None, np.float32(1), np.bool_(1)])
def test_values_that_are_no_whole_numbers_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^ghost must be a whole number, not "):
        whole_number("ghost", value)


@pytest.mark.parametrize("value", [0.5, np.float32(0.5), np.float64(0.5)])
def test_finite_numbers_of_any_kind_are_accepted(value: object) -> None:
    assert type(finite_number("reward_scale", value)) is float
    assert finite_number("reward_scale", value) == 0.5
    assert finite_number("reward_scale", 2) == 2


@pytest.mark.parametrize("value", [nan, inf, -inf, np.float32("nan"), "0.5", None, 1j])
def test_values_that_are_no_finite_numbers_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^reward_scale must be a finite number, not "):
        finite_number("reward_scale", value)


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
