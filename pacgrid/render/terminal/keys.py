"""Keys from the terminal as they are pressed, without Enter."""

import codecs
import errno
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pacgrid.errors import PacgridError

PATIENCE = 0.25
"""Seconds after which an escape that nothing has followed is the key: on a slow line the rest of a
sequence comes late."""
LONGEST = 32
"""Characters of a sequence; what is longer is none."""

_KEY = re.compile(
    r"""\x1b(?P<sequence>\[\[[A-E] | \[[0-?]*[ -/]*[@-Z\\-~] | O[ -~])
    | \x1b\x1b(?:\[[0-?]*[ -/]*[@-Z\\-~] | O[ -~])      # with Alt held down
    | \x1b[^\x1b\[O]
    | (?P<character>[^\x1b])""",
    re.DOTALL | re.VERBOSE,
)
_BEGUN = re.compile(r"\x1b{1,2}(?:O|\[\[?|\[[0-?]*[ -/]*)?\Z")
_FINALS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_SEQUENCES = {
    **{start + final: name for start in "[O" for final, name in _FINALS.items()},
    **dict.fromkeys(("[1~", "[7~"), "home"),
    **dict.fromkeys(("[4~", "[8~"), "end"),
    "[23~": "f11",
    "OM": "enter",
}
_CONTROLS = {"\r": "enter", "\n": "enter", "\x0c": "redraw"}
_WINDOWS = {
    "H": "up",
    "P": "down",
    "M": "right",
    "K": "left",
    "G": "home",
    "O": "end",
    "\x85": "f11",
}
"""What comes after a null or an \xe0."""


class NoKeyboardError(PacgridError):
    """A person is to play, and the program's input is no terminal."""


class Decoder:
    r"""Names the keys that a terminal tells, however what it sends is cut into pieces.

    >>> decoder = Decoder()
    >>> decoder.keys("W\x1b[A\x1b[15~.\x1b["), decoder.keys("23~"), decoder.keys("\x1b")
    (['w', 'up', '.'], ['f11'], [])
    >>> decoder.give_up()
    ['escape']
    """

    def __init__(self) -> None:
        self.held = ""
        """The beginning of a sequence, or the key escape: that is not known yet."""

    def keys(self, text: str) -> list[str]:
        """The keys that are known now that `text` has come; those without a name are left out."""
        text, self.held = self.held + text, ""
        found, place = [], 0
        while place < len(text):
            if match := _KEY.match(text, place):
                found.append(_name(match))
                place = match.end()
            elif _BEGUN.match(text, place):
                self.held = text[place:] if len(text) - place <= LONGEST else ""
                break
            else:
                found.append("escape" if text.startswith("\x1b\x1b", place) else "")
                place += 1
        return list(filter(None, found))

    def give_up(self) -> list[str]:
        """Nothing has come for a while: what is held is the key escape, or the torn beginning of a
        sequence, which is nothing."""
        held, self.held = self.held, ""
        return ["escape"] if held and not held.strip("\x1b") else []


def _name(match: re.Match[str]) -> str:
    if match["sequence"]:
        return _SEQUENCES.get(match["sequence"], "")
    key = match["character"] or ""
    return _CONTROLS.get(key) or (key.lower() if key.isprintable() else "")


class Keys(Protocol):
    """Where keys come from."""

    def wait(self, seconds: float) -> Sequence[str]:
        """The keys that were pressed, by name; waits for `seconds` at most if there are none."""

    def grab(self) -> None:
        """Have the terminal tell keys at once, and not echo them."""

    def release(self) -> None:
        """Leave the terminal as it was before."""


class UnixKeys:
    """The keys of the terminal that is the program's input.

    A terminal that is gone, which may show as the end of the input, raises OSError.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._decoder = Decoder()
        self._text = codecs.getincrementaldecoder("utf-8")("ignore")
        self._clock = clock
        self._heard = 0.0
        self._before: list[Any] | None = None

    def wait(self, seconds: float) -> Sequence[str]:
        from select import select

        terminal = sys.stdin.fileno()
        if not select([terminal], [], [], seconds)[0]:
            late = self._decoder.held and self._clock() - self._heard > PATIENCE
            return self._decoder.give_up() if late else ()
        self._heard = self._clock()
        sent = os.read(terminal, 1024)
        if not sent:
            raise OSError(errno.EIO, "the terminal was closed")
        return self._decoder.keys(self._text.decode(sent))

    def grab(self) -> None:
        import termios
        import tty

        terminal = sys.stdin.fileno()
        if self._before is None:
            self._before = termios.tcgetattr(terminal)
        # TCSADRAIN keeps what was typed ahead.
        tty.setcbreak(terminal, termios.TCSADRAIN)

    def release(self) -> None:
        import termios
        from contextlib import suppress

        if self._before is not None:
            with suppress(termios.error):  # it is gone
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)
            self._before = None


class WindowsKeys:
    """The keys of a console of Windows."""

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._sleep = sleep

    def wait(self, seconds: float) -> Sequence[str]:
        import msvcrt

        if not msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            self._sleep(seconds)
        found = []
        while msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            key: str = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            if key == "\x03":
                raise KeyboardInterrupt
            if key in "\0\xe0":
                key = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
                found.append(_WINDOWS.get(key, ""))
            elif key == "\x1b":
                found.append("escape")
            else:
                found.append(_CONTROLS.get(key) or (key.lower() if key.isprintable() else ""))
        return list(filter(None, found))

    def grab(self) -> None:
        """There is nothing to do."""

    def release(self) -> None:
        """There is nothing to undo."""


def terminal_keys() -> Keys | None:
    """The keys of the program's own terminal; None when its input is no terminal."""
    try:
        is_there = sys.stdin.isatty()
    except (AttributeError, ValueError):  # it was closed
        is_there = False
    if not is_there:
        return None
    return WindowsKeys() if sys.platform == "win32" else UnixKeys()
