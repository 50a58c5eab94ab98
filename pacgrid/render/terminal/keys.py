"""Keys from the terminal as they are pressed, without Enter."""

import codecs
import errno
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from pacgrid.errors import PacgridError

PATIENCE = 0.25
"""Seconds after which an escape that nothing has followed is the key: on a slow line the rest of a
sequence comes late."""
REDRAW = "redraw"
"""Ctrl-L, which is meant for the canvas."""

_SEQUENCES = {
    "up": ("\x1b[A", "\0H"),
    "down": ("\x1b[B", "\0P"),
    "right": ("\x1b[C", "\0M"),
    "left": ("\x1b[D", "\0K"),
    "home": ("\x1b[H", "\x1b[1~", "\x1b[7~", "\0G"),
    "end": ("\x1b[F", "\x1b[4~", "\x1b[8~", "\0O"),
    "page_up": ("\x1b[5~", "\0I"),
    "page_down": ("\x1b[6~", "\0Q"),
    "f1": ("\x1b[P", "\x1b[11~", "\x1b[[A", "\0;"),
    "f11": ("\x1b[23~", "\0\x85"),
    "enter": ("\r", "\n", "\x1b[M"),
    "tab": ("\t",),
    "backspace": ("\x7f", "\b"),
    "escape": ("\x1b",),
    REDRAW: ("\x0c",),
}
"""What is sent for keys; with a null, on Windows."""
_NAMES = {sent: key for key, sequences in _SEQUENCES.items() for sent in sequences}
_SENT = re.compile(
    r"""\0.
    | \x1b+(?:\[\[?|O)[0-?]*[ -/]*[@-Z\\-~]?  # with Alt there is one more escape
    | \x1b+[^\x1b]
    | .""",
    re.DOTALL | re.VERBOSE,
)
"""What is sent for one key."""
_UNFINISHED = re.compile(r"\x1b(?:(?:\[\[?|O)[0-?]*[ -/]*)?\Z")


class NoKeyboardError(PacgridError):
    """A person is to play, and the program's input is no terminal."""


def key_names(sent: str) -> list[str]:
    r"""The keys for what a terminal sends; those without a name are left out.

    >>> key_names("W\x1b[A\x1b[15~.\x1b")
    ['w', 'up', '.', 'escape']
    """
    names = []
    for key in _SENT.findall(sent):
        letter = key.lower() if len(key) == 1 and key.isprintable() else ""
        names.append(_NAMES.get(key.replace("\x1bO", "\x1b["), letter))
    return [name for name in names if name]


class Keys:
    """Where keys come from."""

    def wait(self, seconds: float) -> Sequence[str]:
        """The keys that were pressed, by name; waits for about `seconds` if there are none.

        Raises OSError if the terminal is gone.
        """
        raise NotImplementedError

    def grab(self) -> None:
        """Have the terminal send keys at once, and not echo them."""

    def release(self) -> None:
        """Leave the terminal as it was before."""


class UnixKeys(Keys):
    """The keys of the terminal that is the program's input."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._modes: list[Any] | None = None

    def wait(self, seconds: float) -> Sequence[str]:
        sent = self._read(seconds)
        while _UNFINISHED.search(sent) and (rest := self._read(PATIENCE)):
            sent += rest
        return key_names(sent)

    def grab(self) -> None:
        import termios
        import tty

        terminal = sys.stdin.fileno()
        self._modes = self._modes or termios.tcgetattr(terminal)
        tty.setcbreak(terminal, termios.TCSADRAIN)  # which keeps what was typed ahead

    def release(self) -> None:
        import termios

        if self._modes is not None:
            with suppress(termios.error):  # it is gone
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._modes)
            self._modes = None

    def _read(self, seconds: float) -> str:
        from select import select

        terminal = sys.stdin.fileno()
        if not select([terminal], [], [], seconds)[0]:
            return ""
        sent = os.read(terminal, 1024)
        if not sent:
            raise OSError(errno.EIO, "the terminal was closed")
        return self._decoder.decode(sent)


class WindowsKeys(Keys):
    """The keys of a console of Windows, which sends them at once and doesn't echo them."""

    def wait(self, seconds: float) -> Sequence[str]:
        import msvcrt

        if not msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            time.sleep(seconds)
        names: list[str] = []
        while msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            sent: str = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            if sent == "\x03":
                raise KeyboardInterrupt
            if sent in "\0\xe0":
                sent = "\0" + msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            names += key_names(sent)
        return names


class NoKeys(Keys):
    """Instead of a person: leaves every game that is over."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        self._sleep = sleep

    def wait(self, seconds: float) -> Sequence[str]:
        self._sleep(seconds)
        return ["enter"]


def terminal_keys() -> Keys | None:
    """The keys of the program's own terminal; None when its input is no terminal."""
    try:
        is_terminal = sys.stdin.isatty()
    except (AttributeError, ValueError):  # it was closed
        is_terminal = False
    if not is_terminal:
        return None
    return WindowsKeys() if sys.platform == "win32" else UnixKeys()
