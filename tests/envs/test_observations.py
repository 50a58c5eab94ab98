"""The planes follow a game, and say what `Channel` promises."""

import copy
import pickle
from typing import get_args

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector.utils import batch_space, create_empty_array, iterate
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.environments import equal
from helpers.mazes import games
from helpers.slow_planes import slow_planes
from pacgrid import Action, State
from pacgrid.envs.observations import (
    BatchedBox,
    GameSpaces,
    Observer,
    ObsKind,
    action_space,
    batched_space,
    planes_dtype,
    planes_of,
)
from pacgrid.kernel.planes import Channel

DTYPES = ("uint8", "float32")


@given(games(), st.sampled_from(DTYPES))
def test_planes_and_masks_match_each_position(states: list[State], dtype: str) -> None:
    observer = Observer(states[0].maze, dtype)
    for state in states:
        masks = [observer.mask(state, agent) for agent in range(state.num_agents)]
        assert all(mask.any() and mask.dtype == np.int8 for mask in masks)
        if not state.is_terminal:
            legal = state.legal_actions()
            assert masks[state.to_move].tolist() == [action in legal for action in Action]
        for agent in range(state.num_agents):
            observation = observer.observe(state, agent)
            assert observation.dtype == dtype
            np.testing.assert_array_equal(observation, planes_of(state, agent, dtype))
            np.testing.assert_array_equal(observation, slow_planes(state, [agent], dtype))
        shared = planes_of(state, None, dtype)
        np.testing.assert_array_equal(shared, observation[: Channel.SELF])


@settings(max_examples=10)
@given(games())
def test_an_observer_can_be_copied(states: list[State]) -> None:
    observer = Observer(states[0].maze, "uint8")
    observer.observe(states[0], 0)
    for other in (copy.deepcopy(observer), pickle.loads(pickle.dumps(observer))):
        assert equal(other.observe(states[-1], 0), planes_of(states[-1], 0))


def test_a_ghost_between_two_cells_shows_in_both() -> None:
    state = State.parse(
        """
        %%%%%%
        %P. 1%
        %%%%%%
        ghost 1: (3.5, 1) west, scared 20, home (4, 1)
        """
    )
    assert planes_of(state)[Channel.SCARED, 1].tolist() == [0, 0, 0, 127, 127, 0]
    assert planes_of(state, 1)[Channel.SELF, 1].tolist() == [0, 0, 0, 255, 255, 0]
    assert planes_of(state, dtype="float32")[Channel.SCARED, 1, 3] == np.float32(0.5)
    assert Observer(state.maze, "uint8", "packed").observe(state, 1)["position"].tolist() == [2, 7]


@pytest.mark.parametrize("timers", [(7, 20), (20, 7)])
@pytest.mark.parametrize(
    "positions",
    [("4", "4"), ("4", "3.5"), ("3.5", "4"), ("3.5", "3.5"), ("3", "3.5"), ("3.5", "3")],
)
def test_of_two_scared_ghosts_in_a_cell_the_longer_time_shows(
    positions: tuple[str, str], timers: tuple[int, int]
) -> None:
    state = State.parse(
        f"""
        %%%%%%
        %P. 2%
        %%%%%%
        ghost 1: ({positions[0]}, 1) west, scared {timers[0]}, home (3, 1)
        ghost 2: ({positions[1]}, 1) west, scared {timers[1]}, home (4, 1)
        """
    )
    values = {0: 0, 7: 7 * 255 // 40, 20: 127}
    longest = [
        max((timers[i] for i in (0, 1) if abs(float(positions[i]) - x) <= 0.7), default=0)
        for x in range(6)
    ]
    assert planes_of(state)[Channel.SCARED, 1].tolist() == [values[timer] for timer in longest]


@pytest.mark.parametrize("obs", get_args(ObsKind))
def test_observe_all_matches_what_each_observes(obs: ObsKind) -> None:
    state = State.parse("%%%%%\n%P.1%\n%%%%%")
    observer = Observer(state.maze, "uint8", obs)
    observations, infos = observer.observe_all(state, ["a", "b"], {"b"})
    for number, name in enumerate("ab"):
        assert equal(observations[name], observer.observe(state, number))
        assert infos[name]["action_mask"].tolist() == observer.mask(state, number).tolist()
        assert (infos[name]["score"], infos[name]["is_win"]) == (0, False)
        assert infos[name]["illegal"] == (name == "b")


@pytest.mark.parametrize("obs", get_args(ObsKind))
def test_returned_arrays_belong_to_the_caller(obs: ObsKind) -> None:
    state = State.parse("%%%%%\n%P.1%\n%%%%%")
    observer = Observer(state.maze, "uint8", obs)
    before = pickle.dumps(observer.observe_all(state, ["a", "b"], ()))
    for part in observer.observe_all(state, ["a", "b"], ()):
        for returned in part.values():
            for value in returned.values() if isinstance(returned, dict) else [returned]:
                if isinstance(value, np.ndarray):
                    value[:] = 1
    observer.mask(state, 0)[:] = 1
    observer.planes(state)[:] = 1
    assert pickle.dumps(observer.observe_all(state, ["a", "b"], ())) == before


@pytest.mark.parametrize("dtype", ["uint8", np.uint8, np.dtype("uint8")])
def test_types_are_named_in_any_way(dtype: object) -> None:
    assert planes_dtype(dtype) == np.uint8  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", ["int8", "float64", "nonsense", object])
def test_other_types_are_refused(dtype: object) -> None:
    with pytest.raises(ValueError, match=r"dtype must be 'uint8' or 'float32', not "):
        planes_dtype(dtype)  # type: ignore[arg-type]


def test_planes_go_from_nothing_to_full() -> None:
    assert GameSpaces(5, 9, 3, "uint8").planes(6) == spaces.Box(0, 255, (6, 5, 9), np.uint8)
    assert GameSpaces(5, 9, 3, "float32").planes(7) == spaces.Box(0, 1, (7, 5, 9), np.float32)


def test_packed_observations_are_bytes() -> None:
    seen = GameSpaces(5, 9, 3, "uint8").observation("packed", positioned=True)
    assert isinstance(seen, spaces.Dict)
    assert np.array([8, 16], np.int16) in seen["position"]
    assert np.array([9, 16], np.int16) not in seen["position"]
    packed = GameSpaces(5, 9, 3, "uint8").observation("packed")
    assert isinstance(packed, spaces.Dict)
    assert packed["agents"].shape == (3, 4)
    assert packed["board"] == spaces.Box(0, 255, (3, 6), np.uint8)
    vector = GameSpaces(5, 9, 3, "float32").observation("packed")
    assert vector == spaces.Box(0, 1, (3 * 45 + 3 * 4,), np.float32)
    with pytest.raises(ValueError, match="of dtype='float32' are for Pac-Man alone; leave it out"):
        GameSpaces(5, 9, 3, "float32").observation("packed", positioned=True)


def test_an_observation_is_planes_with_or_without_a_mask() -> None:
    planes = spaces.Box(0, 255, (7, 5, 9), np.uint8)
    assert GameSpaces(5, 9, 3, "uint8").observation("box") == planes
    both = GameSpaces(5, 9, 3, "uint8").observation("dict", masked=True)
    mask = spaces.Box(0, 1, (5,), np.int8)
    assert both == spaces.Dict({"observation": planes, "action_mask": mask})
    assert action_space().n == 5


FORMS = [(obs, dtype) for obs in ("box", "packed") for dtype in ("uint8", "float32")]


@pytest.mark.parametrize(("obs", "dtype"), FORMS)
def test_it_equals_gymnasiums_and_gives_the_same_samples(obs: str, dtype: str) -> None:
    single = GameSpaces(5, 9, 3, dtype).observation(obs)
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
    single = GameSpaces(20, 20, 3, "uint8").observation("box")
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
