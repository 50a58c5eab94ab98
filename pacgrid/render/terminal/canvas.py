"""A terminal to draw in, line by line; only what has changed is sent."""

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress

from rich.console import Console
from rich.text import Text

from pacgrid.render.terminal.keys import REDRAW, Keys

_OPEN = "\x1b[?1049h\x1b[?25l"
_CLOSE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_CLEAR = "\x1b[0m\x1b[2J"


class AlternateScreen:
    """The alternate screen of a terminal, and its keyboard."""

    def __init__(self, console: Console, keys: Keys) -> None:
        self._console, self._keys = console, keys
        self._file = console.file  # what agents print meanwhile goes elsewhere
        self._drawn: list[Text] = []
        self._size, self._background = (0, 0), ""
        self._signals: set[int] = set()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Use the terminal; it is as it was before at the end, and while Ctrl-Z stops the program.
        What is printed inside comes out afterwards."""
        with _noted(self._signals, "SIGTSTP", "SIGCONT"), _printed_afterwards():
            try:
                self._open()
                yield
            finally:
                self._close()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._console.width, self._console.height

    @property
    def stale(self) -> bool:
        """Whether everything must be drawn: the size has changed, or others may have drawn here."""
        return self._size != self.size

    def draw(self, lines: Sequence[Text], background: str) -> None:
        """Show these lines, and nothing below them, on the background (a style of rich's)."""
        columns, rows = size = self.size
        changes = ""
        if (self._size, self._background) != (size, background):
            self._size, self._background, changes = size, background, _CLEAR
            self._drawn = [Text()] * rows
        for row, line in enumerate([*lines, *[Text()] * rows][:rows]):
            filled = Text(style=background, no_wrap=True).append_text(line)
            filled.align("left", columns)
            if self._drawn[row] != filled:
                self._drawn[row] = filled
                changes += f"\x1b[{row + 1};1H{self._rendered(filled)}"
        self.send(changes)

    def send(self, text: str) -> None:
        """Send characters as they are."""
        self._file.write(text)
        self._file.flush()

    def wait(self, seconds: float) -> list[str]:
        """The keys that were pressed, after `seconds` at most. Ctrl-L draws everything, and Ctrl-Z
        stops the program."""
        keys = self._keys.wait(seconds)
        if REDRAW in keys:
            self._size = (0, 0)
        if self._signals:
            self._obey_signals()
        return [key for key in keys if key != REDRAW]

    def _obey_signals(self) -> None:
        self._close()
        if signal.SIGTSTP in self._signals:
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
        self._signals.clear()
        self._open()

    def _open(self) -> None:
        self._keys.grab()
        self.send(_OPEN)
        self._size = (0, 0)

    def _close(self) -> None:
        self._keys.release()
        with suppress(OSError):  # the terminal is gone
            self.send(_CLOSE)

    def _rendered(self, line: Text) -> str:
        """`line` in the colours that the terminal has."""
        with self._console.capture() as capture:
            self._console.print(line, end="", soft_wrap=True, highlight=False)
        return capture.get()


@contextmanager
def _noted(signals: set[int], *names: str) -> Iterator[None]:
    """Put signals into a set instead of obeying them, unless they were ignored; so the program
    stops between two frames, never in the middle of one."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # only the main thread can
    with ExitStack() as stack:
        for number in numbers:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before = signal.signal(number, lambda number, _: signals.add(number))
                stack.callback(signal.signal, number, before or signal.SIG_DFL)
        yield


@contextmanager
def _printed_afterwards() -> Iterator[None]:
    """What is printed inside comes out afterwards, so that it doesn't spoil what is drawn."""
    streams, texts = (sys.stdout, sys.stderr), (io.StringIO(), io.StringIO())
    try:
        with redirect_stdout(texts[0]), redirect_stderr(texts[1]):
            yield
    finally:
        for stream, text in zip(streams, texts, strict=True):
            with suppress(OSError):  # the terminal is gone
                stream.write(text.getvalue())
                stream.flush()
