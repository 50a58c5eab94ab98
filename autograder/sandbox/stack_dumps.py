"""Where a process is busy: its stack, as Python's `faulthandler` writes it to a pipe."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from io import FileIO
from typing import NamedTuple

SIGNAL = getattr(signal, "SIGUSR1", None)
"""Asks a process for its stack; None on Windows, where no stack is written."""

_PATIENCE = 0.1
"""Seconds. A stack is written in less than a millisecond, unless the process no longer reacts."""
_MOST_BYTES = 1 << 16
"""As many as a pipe holds."""
_FRAME = re.compile(r'  File "(.+)", line (\d+) in (.+)')
_LAST_LINES = (b" in _run_module_as_main\n", b"  ...\n")
"""With one of these, a stack ends."""


class StackLine(NamedTuple):
    """A line in a function."""

    file: str
    line: int
    function: str


Stack = tuple[StackLine, ...]
"""The outermost place first."""


class StackDumps:
    """The reading end of a pipe to which a process writes its stack at each signal. Nothing that it
    writes is trusted."""

    def __init__(self) -> None:
        ours, theirs = os.pipe()
        self._pipe, self.writing_end = FileIO(ours, "r"), FileIO(theirs, "w")

    def stack(self, ask: Callable[[], None]) -> Stack:
        """What the process writes after `ask` has sent it the signal; empty if it writes none."""
        if sys.platform == "win32":
            return ()
        os.set_blocking(self._pipe.fileno(), False)
        self._pipe.read(_MOST_BYTES)  # what it has written by itself
        ask()
        text = b""
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        deadline = time.monotonic() + _PATIENCE
        while (left := deadline - time.monotonic()) > 0 and poll.poll(left * 1000):
            if not (more := self._pipe.read(_MOST_BYTES)):
                break
            text += more
            if text.endswith(_LAST_LINES) or len(text) > _MOST_BYTES:
                break
        return parsed(text.decode(errors="replace"))

    def close(self) -> None:
        """Can be repeated."""
        self.writing_end.close()
        self._pipe.close()


def parsed(text: str) -> Stack:
    """The stack that `faulthandler` has written as `text`, with its innermost place first."""
    found = [_FRAME.fullmatch(line) for line in text.splitlines()]
    places = [StackLine(each[1], int(each[2][:9]), each[3]) for each in found if each]
    return tuple(reversed(places))
