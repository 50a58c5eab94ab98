"""Keys from the terminal as they are pressed, without Enter."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pacgrid.errors import PacgridError

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_WINDOWS_ARROWS = {"H": "up", "P": "down", "M": "right", "K": "left"}
_KEY = re.compile(r"\x1b[\[O]([A-D])|\x1b\[[0-9;]*[~A-Za-z]|\x1bO?.?|(.)", re.DOTALL)


class NoKeyboardError(PacgridError):
    """A person is to play, and the program's input is no terminal."""


@contextmanager
def pressed_keys() -> Iterator[Callable[[], str]]:
    """A function that waits for a key and tells its name: `up`, `w`, `.`, or `q` when the terminal
    is gone. Inside, keys are not echoed; afterwards the terminal is as it was.

    Raises NoKeyboardError when the input is no terminal.
    """
    if not sys.stdin.isatty():
        raise NoKeyboardError("no keyboard: a person plays in a terminal; or name a --pacman agent")
    if sys.platform == "win32":
        yield _windows_key
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    # TCSADRAIN keeps what was typed ahead.
    tty.setcbreak(terminal, termios.TCSADRAIN)
    waiting: list[str] = []

    def read() -> str:
        while not waiting:
            text = os.read(terminal, 1024).decode(errors="ignore")
            waiting.extend(key_names(text) if text else ["q"])
        return waiting.pop(0)

    try:
        yield read
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def key_names(text: str) -> list[str]:
    r"""The keys that a terminal tells with `text`; those without a name here are left out.

    >>> key_names("w\x1b[A\x1b[15~.")
    ['w', 'up', '.']
    """
    found = (_ARROWS.get(key[1]) or key[2] for key in _KEY.finditer(text))
    return [key.lower() for key in found if key]


def _windows_key() -> str:
    import msvcrt

    while True:
        key: str = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
        if key == "\x03":
            raise KeyboardInterrupt
        if key not in "\0\xe0":
            return key.lower()
        if arrow := _WINDOWS_ARROWS.get(msvcrt.getwch()):  # type: ignore[attr-defined, unused-ignore]
            return arrow
