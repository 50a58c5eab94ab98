"""Signals that a program which fills the terminal has to mind."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENDING = ("SIGTERM", "SIGHUP")
_WANTED = (*ENDING, "SIGTSTP", "SIGCONT")


@contextmanager
def noted_signals() -> Iterator[set[str]]:
    """The names of the signals that have come; inside, they do nothing else.

    So the terminal can be tidied up between two pictures, never in the middle of one. A signal that
    was ignored before still is. A SIGHUP is ignored once it has come: the shell sends another after
    the terminal's own, which mustn't end the program while a game is saved. Only the main thread
    can do this; others note nothing.
    """
    noted: set[str] = set()
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return

    before: dict[int, Any] = {}

    def note(number: int, _: object) -> None:
        name = signal.Signals(number).name
        noted.add(name)
        if name == "SIGHUP":
            before[number] = signal.SIG_IGN

    for name in _WANTED:
        number = getattr(signal, name, None)  # Windows has few
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, note)
    try:
        yield noted
    except OSError:  # the terminal is gone, and its SIGHUP may be on its way
        hang_up = (number for number in before if signal.Signals(number).name == "SIGHUP")
        before.update(dict.fromkeys(list(hang_up), signal.SIG_IGN))
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def raise_if_ended(noted: set[str]) -> None:
    """An order to end is what Ctrl-C is: what was played is kept."""
    if not noted.isdisjoint(ENDING):
        raise KeyboardInterrupt


def suspend(noted: set[str]) -> None:
    """Stop here, as Ctrl-Z wants it, until somebody continues the program."""
    noted.discard("SIGTSTP")
    number = signal.SIGTSTP
    noting = signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    signal.signal(number, noting)
    noted.discard("SIGCONT")
