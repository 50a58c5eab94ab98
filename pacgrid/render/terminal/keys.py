"""Keys from the terminal as they are pressed, without Enter."""

import codecs
import errno
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from pacgrid.errors import PacgridError

PATIENCE = 0.25
"""Seconds after which an escape that nothing has followed is the key: on a slow line the rest of a
sequence comes late."""
REDRAW = "redraw"
"""Ctrl-L, which is meant for the renderer itself."""

_KEY = re.compile(
    r"""\x1b(?P<code>\x1b?(?:\[\[?|O)[0-?]*[ -/]*[@-Z\\-~])  # a second escape: with Alt
    | \x1b[^\x1b\[O]
    | (?P<begun>\x1b{1,2}(?:(?:\[\[?|O)[0-?]*[ -/]*)?)\Z
    | (?P<character>\x1b(?=\x1b)|[^\x1b])""",
    re.DOTALL | re.VERBOSE,
)
_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_HOME_END = {"H": "home", "1~": "home", "7~": "home", "F": "end", "4~": "end", "8~": "end"}
_PAGES = {"5~": "page_up", "6~": "page_down"}
_CODES = {**_ARROWS, **_HOME_END, **_PAGES, "23~": "f11", "M": "enter"}
"""What follows an escape and `[` or `O`."""
_CONTROLS = {"\r": "enter", "\n": "enter", "\t": "tab", "\x0c": REDRAW, "\x1b": "escape"}
_WINDOWS_KEYS = ("up", "down", "right", "left", "home", "end", "page_up", "page_down", "f11")
_WINDOWS = dict(zip("HPMKGOIQ\x85", _WINDOWS_KEYS, strict=True))
"""What follows a null or an \xe0."""


class NoKeyboardError(PacgridError):
    """A person is to play, and the program's input is no terminal."""


class Decoder:
    r"""Names the keys for what a terminal sends, in whatever pieces it comes.

    >>> decoder = Decoder()
    >>> decoder.keys("W\x1b[A\x1b[15~.\x1b["), decoder.keys("23~"), decoder.keys("\x1b")
    (['w', 'up', '.'], ['f11'], [])
    >>> decoder.give_up()
    ['escape']
    """

    def __init__(self) -> None:
        self.pending = ""
        """The start of a sequence, or the key escape: that isn't known yet."""

    def keys(self, text: str) -> list[str]:
        """The keys that are known now that `text` has come; those without a name are left out."""
        text, self.pending = self.pending + text, ""
        found = []
        for match in _KEY.finditer(text):
            if code := match["code"]:
                found.append(_CODES.get(code[1:], ""))
            elif character := match["character"]:
                found.append(_name(character))
            self.pending = match["begun"] or ""
        return [key for key in found if key]

    def give_up(self) -> list[str]:
        """Nothing has come for a while: what is pending is the key escape, or the torn start of a
        sequence, which is nothing."""
        pending, self.pending = self.pending, ""
        return ["escape"] if pending and not pending.strip("\x1b") else []


def _name(character: str) -> str:
    return _CONTROLS.get(character) or (character.lower() if character.isprintable() else "")


class Keys(Protocol):
    """Where keys come from."""

    def wait(self, seconds: float) -> Sequence[str]:
        """The keys that were pressed, by name; waits for `seconds` at most if there are none.

        Raises OSError if the terminal is gone.
        """

    def grab(self) -> None:
        """Have the terminal send keys at once, and not echo them."""

    def release(self) -> None:
        """Leave the terminal as it was before."""


class UnixKeys:
    """The keys of the terminal that is the program's input."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._decoder = Decoder()
        self._text = codecs.getincrementaldecoder("utf-8")("ignore")
        self._clock = clock
        self._last = 0.0
        self._before: list[Any] | None = None

    def wait(self, seconds: float) -> Sequence[str]:
        from select import select

        terminal = sys.stdin.fileno()
        if not select([terminal], [], [], seconds)[0]:
            late = self._decoder.pending and self._clock() - self._last > PATIENCE
            return self._decoder.give_up() if late else ()
        self._last = self._clock()
        sent = os.read(terminal, 1024)
        if not sent:
            raise OSError(errno.EIO, "the terminal was closed")
        return self._decoder.keys(self._text.decode(sent))

    def grab(self) -> None:
        import termios
        import tty

        terminal = sys.stdin.fileno()
        self._before = self._before or termios.tcgetattr(terminal)
        tty.setcbreak(terminal, termios.TCSADRAIN)  # which keeps what was typed ahead

    def release(self) -> None:
        import termios

        if self._before is not None:
            with suppress(termios.error):  # it is gone
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)
            self._before = None


class WindowsKeys:
    """The keys of a console of Windows."""

    def wait(self, seconds: float) -> Sequence[str]:
        import msvcrt

        if not msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            time.sleep(seconds)
        found = []
        while msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            key: str = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            if key == "\x03":
                raise KeyboardInterrupt
            if key in "\0\xe0":
                key = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
                found.append(_WINDOWS.get(key, ""))
            else:
                found.append(_name(key))
        return [key for key in found if key]

    def grab(self) -> None:
        """There is nothing to do."""

    def release(self) -> None:
        """There is nothing to undo."""


def terminal_keys() -> Keys | None:
    """The keys of the program's own terminal; None when its input is no terminal."""
    try:
        is_terminal = sys.stdin.isatty()
    except (AttributeError, ValueError):  # it was closed
        is_terminal = False
    if not is_terminal:
        return None
    return WindowsKeys() if sys.platform == "win32" else UnixKeys()
