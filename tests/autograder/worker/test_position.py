import json

from hypothesis import given

from helpers.mazes import games
from pacgrid.autograder.worker.position import decode_position, encode_position


@given(states=games())
def test_a_position_arrives_as_it_was_sent(states):
    for state in states:
        position = json.loads(json.dumps(encode_position(state)))
        arrived = decode_position(state.maze, position)
        assert arrived == state
        assert arrived.legal_actions() == state.legal_actions()
        assert str(arrived) == str(state)
