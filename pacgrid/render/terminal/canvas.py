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

from pacgrid.render.terminal.keys import Keys

_OPEN = "\x1b[?1049h\x1b[?25l"
_CLOSE = "\x1b[0m\x1b[?25h\x1b[?1049l"


class Canvas:
    """The alternate screen of a terminal, and its keyboard; a context manager.

    The terminal is as it was before at the end, and while Ctrl-Z stops the program. What is printed
    inside comes out afterwards.
    """

    def __init__(self, console: Console, keys: Keys | None) -> None:
        self._console, self._keys = console, keys
        self._file = console.file  # what agents print meanwhile goes elsewhere
        self._drawn: list[Text] = []
        self._size = (0, 0)
        self._signals: set[int] = set()
        self._stack = ExitStack()

    def __enter__(self) -> "Canvas":
        with ExitStack() as stack:
            stack.enter_context(_noted(self._signals, "SIGTSTP", "SIGCONT"))
            stack.enter_context(_prints_kept())
            stack.callback(self._close)
            self._open()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._console.width, self._console.height

    @property
    def stale(self) -> bool:
        """Whether everything must be drawn: the size has changed, or `redraw` was called."""
        return self._size != self.size

    def redraw(self) -> None:
        """Draw everything the next time: something else may have drawn here."""
        self._size = (0, 0)

    def draw(self, lines: Sequence[Text], background: str) -> None:
        """Show these lines, and nothing below them, on the background (a style of rich's)."""
        columns, rows = size = self.size
        changes = []
        if self._size != size:
            self._size, self._drawn = size, []
            changes.append("\x1b[0m\x1b[2J")
        page: list[Text] = []
        for line in [*lines[:rows], *[Text()] * (rows - len(lines))]:
            filled = Text(style=background, no_wrap=True).append_text(line)
            filled.pad_right(columns - line.cell_len)
            if len(page) >= len(self._drawn) or self._drawn[len(page)] != filled:
                changes.append(f"\x1b[{len(page) + 1};1H{self._rendered(filled)}")
            page.append(filled)
        self._drawn = page
        self._send("".join(changes))

    def beep(self) -> None:
        """Ring the terminal's bell."""
        self._send("\a")

    def mind_signals(self) -> None:
        """Stop if Ctrl-Z was pressed; draw everything when the program goes on."""
        if not self._signals:
            return
        self._close()
        if signal.SIGTSTP in self._signals:
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
        self._signals.clear()
        self._open()

    def _open(self) -> None:
        if self._keys:
            self._keys.grab()
        self._send(_OPEN)
        self.redraw()

    def _close(self) -> None:
        if self._keys:
            self._keys.release()
        with suppress(OSError):  # the terminal is gone
            self._send(_CLOSE)

    def _send(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()

    def _rendered(self, line: Text) -> str:
        """`line` in the colours that the terminal has."""
        with self._console.capture() as capture:
            self._console.print(line, end="", soft_wrap=True, highlight=False)
        return capture.get()


@contextmanager
def _noted(signals: set[int], *names: str) -> Iterator[None]:
    """Put signals into a set instead of obeying them, unless they were ignored; so the program
    stops between two frames, never in the middle of one."""
    numbers = [getattr(signal, name, None) for name in names]  # Windows has few
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # only the main thread can
    with ExitStack() as stack:
        for number in numbers:
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before = signal.signal(number, lambda number, _: signals.add(number))
                stack.callback(signal.signal, number, before or signal.SIG_DFL)
        yield


@contextmanager
def _prints_kept() -> Iterator[None]:
    """What is printed inside comes out afterwards, so that it doesn't spoil what is drawn."""
    outer = sys.stdout, sys.stderr
    kept = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(kept[0]), redirect_stderr(kept[1]):
            yield
    finally:
        for stream, text in zip(outer, kept, strict=True):
            with suppress(OSError):  # the terminal is gone
                stream.write(text.getvalue())
                stream.flush()
