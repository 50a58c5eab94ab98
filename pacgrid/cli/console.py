"""The terminal: results on stdout, notes and progress bars on stderr, and SIGTERM as Ctrl-C."""

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment

from pacgrid.common.sanitize import one_line, printable


class SafeConsole(Console):
    """A console for text from strangers: it interprets no markup and prints no control characters.

    Names and messages are clean already. What is typed on the command line, such as a path, is not.
    """

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(
            stderr=stderr, soft_wrap=soft_wrap, markup=False, emoji=False, highlight=False
        )

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


def note(text: str) -> None:
    """Print a line, if the terminal is still there."""
    with suppress(OSError):
        print(one_line(text), file=sys.stderr)  # noqa: T201


def note_written(first: str | Path, last: Path | None = None) -> None:
    """Say which file was written, or which series of files."""
    note(f"Wrote {first} … {last.name}" if last and last != first else f"Wrote {first}")


def progress_bar(unit: str) -> Progress:
    """A bar on stderr that counts in `unit`, with its task's description; none without a
    terminal."""
    errors = SafeConsole(stderr=True)
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )


@contextmanager
def stopped_by_sigterm() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C, so that no process is left behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
