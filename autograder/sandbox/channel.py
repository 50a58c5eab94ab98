"""The channel between grader and worker: length-prefixed messages over a socket."""

import socket
import struct
import sys
import time
from typing import Protocol, Self

MAX_BYTES = 1 << 17
"""The longest message, in either direction. The largest board, drawn, takes half of it."""

_LENGTH = struct.Struct(">I")
_PART_BYTES = 1 << 13
"""How much is received at once: to make room takes time, and most messages are short."""


class ChannelError(Exception):
    """The other side has closed the channel or violates the format."""


class MessageTooLongError(ChannelError):
    """The message was not sent."""


class MessageChannel(Protocol):
    """An end of a channel, as those who talk over it know it; see `WorkerChannel`."""

    def send(self, data: bytes, timeout: float | None = None) -> None:
        """Sends a message."""

    def receive(self, timeout: float | None = None) -> bytes:
        """The next message."""


class WorkerChannel:
    """One end of the channel. It never blocks longer than its timeouts, even if a message stops in
    the middle."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._received = bytearray()
        self._timeouts: dict[int, float] = {}

    @classmethod
    def pair(cls) -> tuple[Self, socket.socket]:
        """A channel, and its other end as a socket to pass to another process."""
        ours, theirs = socket.socketpair()
        return cls(ours), theirs

    def send(self, data: bytes, timeout: float | None = None) -> None:
        """Sends a message, which the other side must accept within `timeout` seconds.

        Raises:
            MessageTooLongError: nothing was sent.
            ChannelError: the other side has closed the channel, or doesn't read.
        """
        if len(data) > MAX_BYTES:
            raise MessageTooLongError(f"a message of {len(data)} bytes; the limit is {MAX_BYTES}")
        self._set_timeout(socket.SO_SNDTIMEO, timeout)
        try:
            self._socket.sendall(_LENGTH.pack(len(data)) + data)
        except OSError as error:
            raise ChannelError("the other side doesn't read") from error

    def receive(self, timeout: float | None = None) -> bytes:
        """The next message. What has arrived of an incomplete one is kept for the next call.

        Raises:
            TimeoutError: no complete message within `timeout` seconds.
            ChannelError: the other side has closed the channel, or announces a message that is too
                long.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        left = timeout
        while (message := self._take()) is None:
            if deadline is not None and self._received:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
            self._set_timeout(socket.SO_RCVTIMEO, left)
            try:
                part = self._socket.recv(_PART_BYTES)
            except (TimeoutError, BlockingIOError):
                raise TimeoutError from None
            except OSError as error:
                raise ChannelError("the other side has closed it") from error
            if not part:
                raise ChannelError("the other side has closed it")
            self._received += part
        return message

    def close(self) -> None:
        self._socket.close()

    def _set_timeout(self, option: int, seconds: float | None) -> None:
        """Sets a timeout in the kernel: Python's own take two more system calls for every
        message."""
        timeout = max(seconds, 1e-3) if seconds is not None else 0.0  # 0: no timeout
        if self._timeouts.get(option, 0.0) == timeout:
            return
        if sys.platform == "win32":
            value = struct.pack("L", int(timeout * 1000))
        else:
            value = struct.pack("ll", int(timeout), int(timeout % 1 * 1_000_000))
        self._socket.setsockopt(socket.SOL_SOCKET, option, value)
        self._timeouts[option] = timeout

    def _take(self) -> bytes | None:
        """Removes a complete message from what was received; None if there is none yet."""
        if len(self._received) < _LENGTH.size:
            return None
        (announced,) = _LENGTH.unpack_from(self._received)
        if announced > MAX_BYTES:
            raise ChannelError(f"a message of {announced} bytes; the limit is {MAX_BYTES}")
        end = _LENGTH.size + announced
        if len(self._received) < end:
            return None
        message = bytes(self._received[_LENGTH.size : end])
        del self._received[:end]
        return message
