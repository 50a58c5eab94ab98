"""A packed observation says what the planes say, and which way the ghosts go."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.slow_planes import slow_planes
from pacgrid import State
from pacgrid.kernel.planes import (
    bytes_of_plane,
    pack_agents,
    pack_planes,
    unpack,
    vector_of,
    vector_size,
)


@given(games(), st.sampled_from(["uint8", "float32"]))
def test_every_agents_planes_can_be_unpacked(states: list[State], dtype: str) -> None:
    height, width = states[0].maze.height, states[0].maze.width
    packed = [
        {"agents": pack_agents(state), "board": pack_planes(slow_planes(state, [0]))}
        for state in states
    ]
    together = {key: np.array([one[key] for one in packed]) for key in ("agents", "board")}
    assert together["board"].shape == (len(states), 3, bytes_of_plane(height, width))
    for observer in range(states[0].num_agents):
        planes = unpack(together, height, width, observer, dtype)
        assert planes.dtype == dtype
        for state, one, shown in zip(states, packed, planes, strict=True):
            np.testing.assert_array_equal(shown, slow_planes(state, [observer], dtype))
            np.testing.assert_array_equal(unpack(one, height, width, observer, dtype), shown)


@given(games())
def test_a_vector_has_the_packed_boards_bits_and_the_agents_numbers(states: list[State]) -> None:
    state = states[-1]
    height, width = state.maze.height, state.maze.width
    planes = slow_planes(state, [0], "float32")
    vector, cells = vector_of(state, planes), 3 * height * width
    assert vector.dtype == np.float32
    assert len(vector) == vector_size(height, width, state.num_agents)
    assert 0 <= vector.min() <= vector.max() <= 1
    np.testing.assert_array_equal(vector[:cells], planes[:3].reshape(-1))
    most = [2 * height - 2, 2 * width - 2, 4, 40]
    np.testing.assert_allclose(vector[cells:].reshape(-1, 4) * most, pack_agents(state), atol=1e-5)


def test_an_unknown_observer_is_refused() -> None:
    packed = {"agents": np.zeros((2, 4), np.int16), "board": np.zeros((3, 1), np.uint8)}
    with pytest.raises(ValueError, match="observer must be 0 to 1, not 2"):
        unpack(packed, 2, 3, observer=2)


def test_agents_are_the_documented_numbers() -> None:
    state = State.parse(
        """
        %%%%%%%
        %P. 1 %
        %2   o%
        %%%%%%%
        ghost 1: (4.5, 2) west, scared 7, home (4, 2)
        """
    )
    agents = pack_agents(state)
    assert agents.dtype == np.int16
    assert agents.tolist() == [[2, 2, 4, 0], [2, 9, 3, 7], [4, 2, 4, 0]]
