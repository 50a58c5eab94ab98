"""The channel between grader and worker: length-prefixed messages over a socket."""

import socket
import struct
import sys
import time
from typing import Self

MAX_BYTES = 1 << 16
"""The longest message, in either direction."""

_LENGTH = struct.Struct(">I")


class ChannelError(Exception):
    """The other side has closed the channel or violates the format."""


class MessageTooLongError(ChannelError):
    """The message was not sent."""


class _Timeouts:
    """Timeouts of a socket, set in the kernel: Python's own take two more system calls for every
    message."""

    def __init__(self, end: socket.socket) -> None:
        end.settimeout(None)
        self._socket = end
        self._current: dict[int, float] = {}

    def send(self, seconds: float | None) -> None:
        self._set(socket.SO_SNDTIMEO, seconds)

    def receive(self, seconds: float | None) -> None:
        self._set(socket.SO_RCVTIMEO, seconds)

    def _set(self, option: int, seconds: float | None) -> None:
        timeout = max(seconds or 0.0, 1e-3) if seconds is not None else 0.0  # 0: no timeout
        if self._current.get(option, 0.0) == timeout:
            return
        if sys.platform == "win32":
            value = struct.pack("L", int(timeout * 1000))
        else:
            value = struct.pack("ll", int(timeout), int(timeout % 1 * 1_000_000))
        self._socket.setsockopt(socket.SOL_SOCKET, option, value)
        self._current[option] = timeout


class Channel:
    """One end of the channel. It never blocks longer than its timeouts, even if a message stops in
    the middle."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._received = bytearray()
        self._timeouts = _Timeouts(end)

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
        self._timeouts.send(timeout)
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
            self._timeouts.receive(left)
            try:
                part = self._socket.recv(MAX_BYTES)
            except (TimeoutError, BlockingIOError):
                raise TimeoutError from None
            except OSError as error:
                raise ChannelError("the other side has closed it") from error
            if not part:
                raise ChannelError("the other side has closed it")
            self._received += part
            if deadline is not None and not self._complete:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
        return message

    def close(self) -> None:
        self._socket.close()

    def _take(self) -> bytes | None:
        """Removes a complete message from what was received; None if there is none yet."""
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
        if announced > MAX_BYTES:
            raise ChannelError(f"a message of {announced} bytes; the limit is {MAX_BYTES}")
        return len(self._received) >= _LENGTH.size + announced
