"""The spaces: what is in them, and what options they refuse."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector.utils import batch_space, create_empty_array, iterate

from helpers.environments import equal
from pacgrid.envs.spaces import (
    BatchedBox,
    action_space,
    batched_space,
    observation_space,
    planes_dtype,
    planes_space,
)


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


FORMS = [("box", "uint8"), ("box", "float32"), ("dict", "uint8"), ("packed", "uint8")]


@pytest.mark.parametrize(("obs", "dtype"), FORMS)
def test_it_equals_gymnasiums_and_gives_the_same_samples(obs: str, dtype: str) -> None:
    single = observation_space(5, 9, 3, dtype, obs)
    single.seed(7)
    ours, theirs = batched_space(single, 4), batch_space(single, 4)
    assert ours == theirs
    assert theirs == ours
    assert ours == batched_space(single, 4)
    assert ours != batched_space(single, 3)
    assert ours != batch_space(single, 5)
    assert str(ours) == str(theirs)
    for space in (ours, theirs):
        space.seed(3)
    sample = ours.sample()
    assert equal(sample, theirs.sample())
    assert sample in ours
    assert sample in theirs
    assert single.sample() not in ours
    assert equal(create_empty_array(ours, 2), create_empty_array(theirs, 2))
    assert len([*iterate(ours, sample)]) == 4


def test_what_is_out_of_bounds_is_not_in_it() -> None:
    space = batched_space(spaces.Box(0, np.array([3, 9]), dtype=np.int16), 2)
    assert space.contains(np.array([[3, 9], [0, 0]], np.int16))
    assert not space.contains(np.array([[9, 3], [0, 0]], np.int16))
    assert space != batched_space(spaces.Box(0, np.array([3, 8]), dtype=np.int16), 2)


def test_other_spaces_are_gymnasiums() -> None:
    assert batched_space(action_space(), 3) == spaces.MultiDiscrete([5, 5, 5])


def test_its_bounds_and_its_pickle_are_as_small_as_one_games() -> None:
    single = observation_space(20, 20, 3, "uint8", "box")
    many = batched_space(single, 100_000)
    assert isinstance(many, BatchedBox)
    assert many.low.base is not None
    assert many.low.strides[0] == many.bounded_above.strides[0] == 0
    assert len(pickle.dumps(many)) < 30_000


def test_a_copy_goes_on_with_the_same_samples() -> None:
    space = batched_space(spaces.Box(0, 255, (2, 2), np.uint8), 2)
    space.seed(5)
    space.sample()
    for other in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert other == space
        own = copy.deepcopy(space)
        assert equal(other.sample(), own.sample())
