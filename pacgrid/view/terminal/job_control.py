"""Signals that a program which fills the terminal has to mind."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = ("SIGTERM", "SIGHUP")
_WANTED = (*ENDING, "SIGTSTP", "SIGCONT")


class EndedBySignal(BaseException):
    """The program is to end; whoever catches it lets the signal do its work."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def noted_signals() -> Iterator[set[str]]:
    """The names of the signals that have come; inside, they do nothing else.

    So the terminal can be tidied up between two pictures, never in the middle of one. A signal that
    was ignored before still is. Only the main thread can do this; others note nothing.
    """
    noted: set[str] = set()
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return

    def note(number: int, _: object) -> None:
        noted.add(signal.Signals(number).name)

    before = {}
    for name in _WANTED:
        number = getattr(signal, name, None)  # Windows has few
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, note)
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def raise_if_ended(noted: set[str]) -> None:
    """Raises EndedBySignal if one of the signals is an order to end."""
    for name in ENDING:
        if name in noted:
            raise EndedBySignal(getattr(signal, name))


def suspend(noted: set[str]) -> None:
    """Stop here, as Ctrl-Z wants it, until somebody continues the program."""
    noted.discard("SIGTSTP")
    number = signal.SIGTSTP
    noting = signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    signal.signal(number, noting)
    noted.discard("SIGCONT")


def end(error: EndedBySignal) -> None:
    """Let the signal do what it does to a program that doesn't mind it."""
    signal.raise_signal(error.number)
    raise SystemExit(128 + error.number)
