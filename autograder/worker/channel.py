"""The channel between grader and worker: length-prefixed messages over a socket."""

import socket
import struct
import sys
import time
from typing import Self

MOST_BYTES = 1 << 16
"""The longest message, either way."""

_LENGTH = struct.Struct(">I")


class ChannelError(Exception):
    """The other side has gone, or doesn't keep to the format."""


class MessageTooLongError(ChannelError):
    """A message that wasn't sent."""


class _Patience:
    """How long a socket waits, told to the system: Python's own way takes two calls more for every
    message."""

    def __init__(self, end: socket.socket) -> None:
        end.settimeout(None)
        self._socket = end
        self._told: dict[int, float] = {}

    def send(self, seconds: float | None) -> None:
        self._tell(socket.SO_SNDTIMEO, seconds)

    def receive(self, seconds: float | None) -> None:
        self._tell(socket.SO_RCVTIMEO, seconds)

    def _tell(self, option: int, seconds: float | None) -> None:
        wanted = max(seconds or 0.0, 1e-3) if seconds is not None else 0.0  # 0 is for ever
        if self._told.get(option, 0.0) == wanted:
            return
        if sys.platform == "win32":
            value = struct.pack("L", int(wanted * 1000))
        else:
            value = struct.pack("ll", int(wanted), int(wanted % 1 * 1_000_000))
        self._socket.setsockopt(socket.SOL_SOCKET, option, value)
        self._told[option] = wanted


class Channel:
    """One end of the channel. It never blocks longer than it is told to, whatever is sent: a
    message that stops in the middle is a message that hasn't come."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._received = bytearray()
        self._patience = _Patience(end)

    @classmethod
    def pair(cls) -> tuple[Self, socket.socket]:
        """A channel, and the other end as a socket that can be handed to another process."""
        ours, theirs = socket.socketpair()
        return cls(ours), theirs

    def send(self, data: bytes, timeout: float | None = None) -> None:
        """Send a message, which the other side must take within `timeout` seconds.

        Raises:
            MessageTooLongError: nothing was sent.
            ChannelError: the other side has gone or doesn't read.
        """
        if len(data) > MOST_BYTES:
            raise MessageTooLongError(f"a message of {len(data)} bytes; {MOST_BYTES} is the most")
        self._patience.send(timeout)
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
        left = timeout
        while (message := self._take()) is None:
            self._patience.receive(left)
            try:
                part = self._socket.recv(MOST_BYTES)
            except (TimeoutError, BlockingIOError):
                raise TimeoutError from None
            except OSError as error:
                raise ChannelError("the other side has gone") from error
            if not part:
                raise ChannelError("the other side has gone")
            self._received += part
            if deadline is not None and not self._complete:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
        return message

    def close(self) -> None:
        self._socket.close()

    def _take(self) -> bytes | None:
        """Take a whole message off what was received; None if there isn't one yet."""
        if not self._complete:
            return None
        end = _LENGTH.size + int(_LENGTH.unpack_from(self._received)[0])
        message = bytes(self._received[_LENGTH.size : end])
        del self._received[:end]
        return message

    @property
    def _complete(self) -> bool:
        if len(self._received) < _LENGTH.size:
            return False
        announced = int(_LENGTH.unpack_from(self._received)[0])
        if announced > MOST_BYTES:
            raise ChannelError(f"a message of {announced} bytes; {MOST_BYTES} is the most")
        return len(self._received) >= _LENGTH.size + announced
