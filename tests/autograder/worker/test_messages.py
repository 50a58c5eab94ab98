import json
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Action
from pacgrid.autograder.worker.messages import (
    ACT,
    StateSummary,
    actions_in,
    bits_of,
    decode_position,
    encode_position,
    pack_played,
    pack_states,
    unpack_played,
    unpack_states,
)

bytes_ = st.integers(0, 255)
summaries = st.builds(
    StateSummary,
    number=st.integers(0, (1 << 32) - 1),
    score=st.integers(-(1 << 63), (1 << 63) - 1),
    legal=st.integers(0, 31),
    to_move=bytes_,
    num_agents=bytes_,
    is_win=st.booleans(),
    is_loss=st.booleans(),
)


@given(st.lists(st.sampled_from(Action)))
def test_actions_are_read_as_they_were_written(played):
    assert unpack_played(pack_played(ACT, played)) == played


@given(st.integers(0, (1 << 32) - 1), st.lists(summaries, max_size=5))
def test_states_are_read_as_they_were_written(request, states):
    assert unpack_states(pack_states(request, states)) == (request, states)


def test_the_bits_of_actions_are_theirs_alone():
    every = [legal for count in range(6) for legal in combinations(Action, count)]
    assert [actions_in(bits_of(legal)) for legal in every] == every


@given(states=games())
def test_a_position_arrives_as_it_was_sent(states):
    for state in states:
        position = json.loads(json.dumps(encode_position(state)))
        arrived = decode_position(state.maze, position)
        assert arrived == state
        assert arrived.legal_actions() == state.legal_actions()
        assert str(arrived) == str(state)
