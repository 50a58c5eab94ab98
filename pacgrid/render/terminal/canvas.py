"""A terminal to draw in, line by line; only what has changed is sent."""

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress

from rich.console import Console
from rich.text import Text

_OPEN = "\x1b[?1049h\x1b[?25l"
_CLOSE = "\x1b[0m\x1b[?25h\x1b[?1049l"


class Canvas:
    """The alternate screen of a terminal: what was there before comes back when it is closed."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._file = console.file  # what agents print meanwhile goes elsewhere
        self._drawn: list[Text] = []
        self._size = (0, 0)
        self._is_open = False

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        size = self._console.size
        return size.width, size.height

    def open(self) -> None:
        self._is_open = True
        self._send(_OPEN)
        self.forget()

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            with suppress(OSError):  # it is gone
                self._send(_CLOSE)

    def forget(self) -> None:
        """Draw everything the next time: something else may have drawn here."""
        self._size = (0, 0)

    def draw(self, lines: Sequence[Text], ground: str) -> None:
        """Show these lines, and nothing below them, on the ground (a style of rich's)."""
        columns, rows = self.size
        changes = []
        if self._size != (columns, rows):
            self._size, self._drawn = (columns, rows), []
            changes.append("\x1b[0m\x1b[2J")
        page = [_filled(line, columns, ground) for line in lines[:rows]]
        page += [_filled(Text(), columns, ground)] * (rows - len(page))
        for number, line in enumerate(page):
            if number >= len(self._drawn) or self._drawn[number] != line:
                changes.append(f"\x1b[{number + 1};1H{rendered(self._console, line)}")
        self._drawn = page
        if changes:
            self._send("".join(changes))

    def _send(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()


def rendered(console: Console, line: Text) -> str:
    """`line` in the colours that the terminal has."""
    with console.capture() as capture:
        console.print(line, end="", soft_wrap=True, highlight=False)
    return capture.get()


def _filled(line: Text, columns: int, ground: str) -> Text:
    filled = Text(style=ground, no_wrap=True)
    filled.append_text(line)
    filled.pad_right(columns - line.cell_len)
    return filled


@contextmanager
def prints_kept() -> Iterator[None]:
    """What is printed inside comes out afterwards, so that it doesn't spoil what is drawn."""
    outer, errors = sys.stdout, sys.stderr
    kept, kept_errors = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(kept), redirect_stderr(kept_errors):
            yield
    finally:
        for stream, text in ((outer, kept.getvalue()), (errors, kept_errors.getvalue())):
            if text:
                with suppress(OSError):  # the terminal is gone
                    stream.write(text)
                    stream.flush()
