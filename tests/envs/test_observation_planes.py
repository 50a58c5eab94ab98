"""The planes follow a game, and say what `Channel` promises."""

import copy
import pickle
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.environments import equal
from helpers.mazes import games
from helpers.slow_planes import slow_planes
from pacgrid import Action, State
from pacgrid.envs.observation_planes import ObservationPlanes, planes_of
from pacgrid.envs.spaces import ObsKind
from pacgrid.kernel.planes import Channel

DTYPES = ("uint8", "float32")


@given(games(), st.sampled_from(DTYPES))
def test_planes_and_masks_that_follow_a_game_match_each_position(
    states: list[State], dtype: str
) -> None:
    planes, of_rounds = ObservationPlanes(states[0], dtype), ObservationPlanes(states[0], dtype)
    for number, state in enumerate(states):
        if number:
            planes.follow(state)
        masks = [planes.mask(agent) for agent in range(state.num_agents)]
        assert all(mask.any() and mask.dtype == np.int8 for mask in masks)
        if not state.is_terminal:
            legal = state.legal_actions()
            assert masks[state.to_move].tolist() == [action in legal for action in Action]
        for observer in range(state.num_agents):
            observation = planes.observe(observer)
            assert observation.dtype == dtype
            np.testing.assert_array_equal(observation, planes_of(state, observer, dtype))
            np.testing.assert_array_equal(observation, slow_planes(state, [observer], dtype))
        np.testing.assert_array_equal(planes.shared_planes(), observation[: Channel.SELF])
        if number and (state.to_move == 0 or state.is_terminal):
            of_rounds.follow_round(state)
            np.testing.assert_array_equal(of_rounds.observe(0), planes.observe(0))


@settings(max_examples=30)
@given(games())
def test_copies_are_independent(states: list[State]) -> None:
    planes = ObservationPlanes(states[0])
    others = [planes.copy(), copy.deepcopy(planes), pickle.loads(pickle.dumps(planes))]
    for state in states[1:]:
        planes.follow(state)
    for other in others:
        np.testing.assert_array_equal(other.observe(0), planes_of(states[0], 0))
        for state in states[1:]:
            other.follow(state)
        np.testing.assert_array_equal(other.observe(0), planes.observe(0))


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
    assert ObservationPlanes(state).observe_as(1, "packed")["position"].tolist() == [2, 7]


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


def test_returned_arrays_belong_to_the_caller() -> None:
    planes = ObservationPlanes(State.parse("%%%%%\n%P.1%\n%%%%%"))
    before = planes.observe(0).copy()
    for returned in (planes.observe(0), planes.shared_planes(), planes.mask(0)):
        returned[:] = 1
    for part in planes.observe_all(["a", "b"], "dict"):
        for returned in part.values():
            for value in returned.values():
                if isinstance(value, np.ndarray):
                    value[:] = 1
    np.testing.assert_array_equal(planes.observe(0), before)
    assert planes.mask(0).tolist() == [0, 1, 0, 0, 1]


@pytest.mark.parametrize("obs", get_args(ObsKind))
def test_observe_all_matches_what_each_observes(obs: ObsKind) -> None:
    planes = ObservationPlanes(State.parse("%%%%%\n%P.1%\n%%%%%"))
    observations, infos = planes.observe_all(["a", "b"], obs)
    for number, name in enumerate("ab"):
        assert equal(observations[name], planes.observe_as(number, obs))
        assert infos[name]["action_mask"].tolist() == planes.mask(number).tolist()
        assert (infos[name]["score"], infos[name]["is_win"]) == (0, False)
