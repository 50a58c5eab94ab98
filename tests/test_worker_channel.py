import json
import socket
from collections.abc import Iterator

import pytest

from pacgrid.autograder.channel import MOST_BYTES, Channel, ChannelError


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    channel, other = Channel.pair()
    with other:
        yield channel, other
    channel.close()


def test_a_message_arrives_as_it_was_sent(ends):
    ours, other = ends
    theirs = Channel(other)
    ours.send({"do": "act", "played": ["north"]})
    ours.send([])
    assert json.loads(theirs.receive(timeout=5)) == {"do": "act", "played": ["north"]}
    assert theirs.receive(timeout=5) == b"[]"


def test_a_message_that_stops_in_the_middle_has_not_come_and_may_be_finished_later(ends):
    ours, other = ends
    other.sendall(b"\0\0\0\4nu")
    with pytest.raises(TimeoutError):
        ours.receive(timeout=0.01)
    other.sendall(b"ll")
    assert ours.receive(timeout=5) == b"null"


def test_a_message_that_announces_too_much_is_refused_before_it_is_read(ends):
    ours, other = ends
    other.sendall((MOST_BYTES + 1).to_bytes(4, "big"))
    with pytest.raises(ChannelError, match=f"{MOST_BYTES + 1} bytes"):
        ours.receive(timeout=5)


def test_a_message_that_is_too_long_is_not_sent(ends):
    with pytest.raises(ChannelError, match="is the most"):
        ends[0].send("x" * MOST_BYTES)


def test_an_end_that_has_gone_is_told(ends):
    ours, other = ends
    other.close()
    with pytest.raises(ChannelError, match="has gone"):
        ours.receive(timeout=5)


def test_an_end_that_does_not_read_is_not_waited_for(ends):
    ours, _ = ends

    def flood() -> None:
        while True:
            ours.send("x" * 60_000, timeout=0.01)

    with pytest.raises(ChannelError, match="doesn't read"):
        flood()
