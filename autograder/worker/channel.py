"""The channel between grader and worker: length-prefixed JSON messages over a socket."""

import json
import socket
import struct
import time
from typing import Self

MOST_BYTES = 1 << 16
"""The longest message, either way."""

_LENGTH = struct.Struct(">I")


class ChannelError(Exception):
    """The other side has gone, or doesn't keep to the format."""


class MessageTooLongError(ChannelError):
    """A message that wasn't sent."""


class Channel:
    """One end of the channel. It never blocks longer than it is told to, whatever is sent: a
    message that stops in the middle is a message that hasn't come."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._received = bytearray()

    @classmethod
    def pair(cls) -> tuple[Self, socket.socket]:
        """A channel, and the other end as a socket that can be handed to another process."""
        ours, theirs = socket.socketpair()
        return cls(ours), theirs

    def send(self, message: object, timeout: float | None = None) -> None:
        """Send `message` as JSON.

        Raises:
            MessageTooLongError: nothing was sent.
            ChannelError: the other side has gone or doesn't read.
        """
        data = json.dumps(message).encode()
        if len(data) > MOST_BYTES:
            raise MessageTooLongError(f"a message of {len(data)} bytes; {MOST_BYTES} is the most")
        self._socket.settimeout(timeout)
        try:
            self._socket.sendall(_LENGTH.pack(len(data)) + data)
        except OSError as error:
            raise ChannelError("the other side doesn't read") from error

    def receive(self, timeout: float | None = None) -> bytes:
        """The next message, whole. What has come of it when the time is up is kept for next time.

        Raises:
            TimeoutError: it hasn't come within `timeout` seconds.
            ChannelError: the other side has gone, or announces a message that is too long.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while (message := self._take()) is None:
            if deadline is not None:
                self._socket.settimeout(max(deadline - time.monotonic(), 1e-3))
            try:
                part = self._socket.recv(MOST_BYTES)
            except TimeoutError:
                raise
            except OSError as error:
                raise ChannelError("the other side has gone") from error
            if not part:
                raise ChannelError("the other side has gone")
            self._received += part
            if deadline is not None and time.monotonic() >= deadline and not self._complete:
                raise TimeoutError
        return message

    def close(self) -> None:
        self._socket.close()

    def _take(self) -> bytes | None:
        """Take a whole message off what was received; None if there isn't one yet."""
        if not self._complete:
            return None
        end = _LENGTH.size + self._announced
        message = bytes(self._received[_LENGTH.size : end])
        del self._received[:end]
        return message

    @property
    def _complete(self) -> bool:
        if len(self._received) < _LENGTH.size:
            return False
        if self._announced > MOST_BYTES:
            raise ChannelError(f"a message of {self._announced} bytes; {MOST_BYTES} is the most")
        return len(self._received) >= _LENGTH.size + self._announced

    @property
    def _announced(self) -> int:
        return int(_LENGTH.unpack_from(self._received)[0])
