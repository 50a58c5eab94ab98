"""A code says what the planes say of its cell."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.slow_planes import slow_planes
from pacgrid import State
from pacgrid.kernel.codes import NUM_CODES, code_planes, decode, encode
from pacgrid.kernel.planes import Channel
from pacgrid.state import SCARED_MOVES


@given(games(), st.sampled_from(["uint8", "float32"]))
def test_planes_are_their_codes_looked_up_in_the_table(states: list[State], dtype: str) -> None:
    for state in states:
        codes = encode(slow_planes(state, [0]))
        np.testing.assert_array_equal(decode(codes, dtype), slow_planes(state, [0], dtype))


def test_no_two_codes_show_the_same() -> None:
    assert len(np.unique(code_planes(), axis=0)) == NUM_CODES
    assert NUM_CODES <= 256


def test_the_codes_are_the_documented_ones() -> None:
    state = State.parse(
        """
        %%%%%%%%%
        %P.o 123%
        %%%%%%%%%
        ghost 3: (7, 1) west, scared 40, home (7, 1)
        """
    )
    codes = encode(slow_planes(state, [0]))
    assert codes[1].tolist() == [246, 247, 1, 2, 0, 3, 3, 240, 246]
    table = code_planes("float32")
    assert table[6 * SCARED_MOVES + 1].tolist() == [0, 1, 0, 0, 0, 1, 0]
    assert np.flatnonzero(table[248]).tolist() == [Channel.PACMAN, Channel.GHOSTS, Channel.SELF]
