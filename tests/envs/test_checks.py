"""Numbers are taken from Python and numpy; other values are refused with the option's name."""

from math import inf, nan

import numpy as np
import pytest

from pacgrid.envs.checks import finite_number, whole_number


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
