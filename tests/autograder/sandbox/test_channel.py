import socket
import threading
from collections.abc import Iterator
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.processes import PATIENCE
from pacgrid.autograder.sandbox.channel import (
    MAX_BYTES,
    ChannelError,
    MessageTooLongError,
    WorkerChannel,
)


@pytest.fixture
def ends() -> Iterator[tuple[WorkerChannel, socket.socket]]:
    channel, other = WorkerChannel.pair()
    with other:
        yield channel, other
    channel.close()


def test_the_longest_message_arrives_in_parts(ends):
    ours, other = ends
    sending = threading.Thread(target=ours.send, args=(b"x" * MAX_BYTES,))
    sending.start()
    assert WorkerChannel(other).receive(timeout=PATIENCE) == b"x" * MAX_BYTES
    sending.join()


@given(st.lists(st.binary(max_size=20_000)), st.lists(st.integers(1, 5000), min_size=1))
def test_messages_arrive_whole_in_whatever_parts(messages, parts):
    """To a worker's end, and from there to the grader's."""
    ours, other = WorkerChannel.pair()
    theirs = WorkerChannel(other)
    sizes, received = cycle(parts), list[bytes]()

    def send() -> None:
        data = b"".join(len(message).to_bytes(4, "big") + message for message in messages)
        while data:
            size = next(sizes)
            ours._socket.sendall(data[:size])
            data = data[size:]
        received.extend(ours.receive(timeout=PATIENCE) for _ in messages)

    sending = threading.Thread(target=send)
    sending.start()
    for message in messages:
        assert theirs.receive() == message
    for message in messages:
        theirs.send(message)
    sending.join()
    assert received == messages
    theirs.close()
    with pytest.raises(ChannelError, match="has closed it"):
        ours.receive(timeout=PATIENCE)
    ours.close()


def test_messages_that_arrive_together_are_received_one_by_one_and_an_incomplete_one_later(ends):
    ours, other = ends
    other.sendall(b"\0\0\0\3one\0\0\0\3two\0\0\0\4nu")
    assert [ours.receive(timeout=PATIENCE), ours.receive(timeout=PATIENCE)] == [b"one", b"two"]
    with pytest.raises(TimeoutError):
        ours.receive(timeout=0.01)
    other.sendall(b"ll")
    assert ours.receive(timeout=PATIENCE) == b"null"


def test_a_message_that_never_ends_times_out(ends):
    """Each byte restarts the socket's own clock, but not ours."""
    ours, other = ends
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.005):
            other.sendall(b"\0")

    other.sendall(b"\0\0\xff\0")
    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        with pytest.raises(TimeoutError):
            ours.receive(timeout=0.05)
    finally:
        stop.set()
        dripping.join()


def test_a_message_that_announces_too_many_bytes_is_refused_before_it_is_read(ends):
    ours, other = ends
    other.sendall((MAX_BYTES + 1).to_bytes(4, "big"))
    with pytest.raises(ChannelError, match=f"{MAX_BYTES + 1} bytes"):
        ours.receive(timeout=PATIENCE)


def test_a_message_that_is_too_long_is_not_sent_and_the_next_one_is(ends):
    ours, other = ends
    with pytest.raises(MessageTooLongError, match="the limit is"):
        ours.send(b"x" * (MAX_BYTES + 1))
    ours.send(b"short")
    assert WorkerChannel(other).receive(timeout=PATIENCE) == b"short"


def test_a_closed_end_is_an_error(ends):
    ours, other = ends
    other.close()
    with pytest.raises(ChannelError, match="has closed it"):
        ours.receive(timeout=PATIENCE)
    with pytest.raises(ChannelError, match="doesn't read"):
        ours.send(b"anybody?", timeout=PATIENCE)


def test_sending_to_an_end_that_does_not_read_times_out(ends):
    ours, _ = ends

    def flood() -> None:
        while True:
            ours.send(b"x" * 60_000, timeout=0.01)

    with pytest.raises(ChannelError, match="doesn't read"):
        flood()
