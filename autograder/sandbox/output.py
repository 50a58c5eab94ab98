"""The output of a worker."""

import os
import select
import sys
import threading
import time
from io import FileIO

_AT_ONCE = 1 << 16
"""Bytes that a pipe holds. A worker that has filled it waits until somebody reads."""

_PATIENCE_MS = 250
_PAUSE = 0.002
"""Seconds between two looks at a pipe that wasn't full: a thread shouldn't wake for each line."""


class Output:
    """The reading end of a pipe that a worker prints to: no disk can be filled through it.

    A thread reads it, so a worker never waits long. Only the first and last bytes are kept. What
    exceeds `limit` bytes is thrown away.
    """

    def __init__(self, limit: int) -> None:
        self._printed = Printed(limit)
        self._closing = False
        self._lock = threading.Lock()
        ours, theirs = os.pipe()
        self._pipe, self.writing_end = FileIO(ours, "r"), FileIO(theirs, "w")
        if sys.platform != "win32":
            os.set_blocking(ours, False)
        self._thread = threading.Thread(target=self._follow, name="output", daemon=True)

    def follow(self) -> None:
        """Starts to read. Call it once the worker has the writing end; this closes it here."""
        self.writing_end.close()
        self._thread.start()

    def text(self) -> str:
        """All that was printed before this call; of a long output, the first and the last part."""
        if self._thread.is_alive():
            self._read()
        with self._lock:
            return self._printed.text()

    def close(self) -> None:
        """Stops reading. The worker should have ended. Can be repeated."""
        self.writing_end.close()
        self._closing = True
        if self._thread.ident is not None:
            self._thread.join()
        self._pipe.close()

    def _follow(self) -> None:
        """Reads until the last process that has the writing end has ended."""
        while not self._closing:
            self._wait()
            number = self._read()
            if number == 0:
                return
            if number is not None and number < _AT_ONCE / 2:
                time.sleep(_PAUSE)

    def _wait(self) -> None:
        """Waits until there is something to read, but not for long."""
        if sys.platform == "win32":  # which can't wait for a pipe
            time.sleep(_PAUSE)
        else:
            poll = select.poll()
            poll.register(self._pipe, select.POLLIN)
            poll.poll(_PATIENCE_MS)

    def _read(self) -> int | None:
        """Reads what is in the pipe. Returns the number of bytes; None if it is empty, 0 if it will
        stay empty."""
        with self._lock:
            data = _available(self._pipe)
            if data is None:
                return None
            self._printed.add(data)
            return len(data)


def _available(pipe: FileIO) -> bytes | None:
    """What is in `pipe` now. If nothing: b"" if its writing end is closed, None if it isn't."""
    if sys.platform == "win32":
        import _winapi
        import msvcrt

        try:
            number = _winapi.PeekNamedPipe(msvcrt.get_osfhandle(pipe.fileno()), 0)[0]
        except BrokenPipeError:
            return b""
        if not number:
            return None
    return pipe.read(_AT_ONCE)


SHOWN_BYTES = 2000
"""How much of the beginning and of the end of a long output is shown."""


class Printed:
    """Keeps the first and last bytes of an output. What exceeds `limit` bytes is thrown away."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._first = bytearray()
        self._last = bytearray()
        self._is_cut = False

    def add(self, data: bytes) -> None:
        """Adds what was printed next."""
        kept = data[: self._limit - self._size]
        self._size += len(kept)
        self._is_cut |= len(kept) < len(data)
        missing = SHOWN_BYTES - len(self._first)
        self._first += kept[:missing]
        self._last += kept[missing:]
        del self._last[:-SHOWN_BYTES]

    def text(self) -> str:
        """All of it; of a long output, the first and the last part."""
        omitted = self._size - len(self._first) - len(self._last)
        middle = f"\n… {omitted} bytes omitted …\n" if omitted else ""
        remark = f"\n… cut off after {self._limit >> 10} KiB …\n" if self._is_cut else ""
        shown = self._first + middle.encode() + self._last + remark.encode()
        return shown.decode(errors="replace")
