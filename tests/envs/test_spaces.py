"""The spaces: what is in them, and what options they refuse."""

import numpy as np
import pytest
from gymnasium import spaces

from pacgrid.envs.spaces import action_space, observation_space, planes_dtype, planes_space


@pytest.mark.parametrize("dtype", ["uint8", np.uint8, np.dtype("uint8")])
def test_types_are_named_in_any_way(dtype: object) -> None:
    assert planes_dtype(dtype) == np.uint8  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", ["int8", "float64", "nonsense", object])
def test_other_types_are_refused(dtype: object) -> None:
    with pytest.raises(ValueError, match=r"dtype must be 'uint8' or 'float32', not "):
        planes_dtype(dtype)  # type: ignore[arg-type]


def test_planes_go_from_nothing_to_full() -> None:
    assert planes_space(5, 9, "uint8", 6) == spaces.Box(0, 255, (6, 5, 9), np.uint8)
    assert planes_space(5, 9, "float32", 7) == spaces.Box(0, 1, (7, 5, 9), np.float32)


def test_packed_observations_are_bytes() -> None:
    seen = observation_space(5, 9, 3, "uint8", "packed", positioned=True)
    assert isinstance(seen, spaces.Dict)
    assert np.array([8, 16], np.int16) in seen["position"]
    assert np.array([9, 16], np.int16) not in seen["position"]
    packed = observation_space(5, 9, 3, "uint8", "packed")
    assert isinstance(packed, spaces.Dict)
    assert packed["agents"].shape == (3, 4)
    assert packed["board"] == spaces.Box(0, 255, (3, 6), np.uint8)
    with pytest.raises(ValueError, match="packed observations have no dtype='float32'; leave it o"):
        observation_space(5, 9, 3, "float32", "packed")


def test_an_observation_is_planes_with_or_without_a_mask() -> None:
    planes = spaces.Box(0, 255, (7, 5, 9), np.uint8)
    assert observation_space(5, 9, 3, "uint8", "box") == planes
    both = observation_space(5, 9, 3, "uint8", "dict")
    mask = spaces.Box(0, 1, (5,), np.int8)
    assert both == spaces.Dict({"observation": planes, "action_mask": mask})
    assert action_space().n == 5
