"""Output of commands: results on stdout, notes and bars on stderr, whole files."""

import errno
import json
import os
import signal
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Column

from pacgrid.common.files import atomic_write
from pacgrid.common.sanitize import one_line, printable
from pacgrid.errors import PacgridError

if TYPE_CHECKING:
    from pacgrid.autograder.batch.journal import Journal


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
    """Print a line on stderr, if the terminal is still there."""
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
        TextColumn(
            "{task.description}",
            style="dim",
            markup=False,
            table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"),
        ),
        console=errors,
        expand=True,
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


@contextmanager
def resumable(path: Path | None, *, syncs: bool = True) -> Iterator["Journal | None"]:
    """The journal at `path`, open for the length of the `with`; says what a new one is for. Ctrl-C
    or SIGTERM says how to resume, and ends the command with exit code 130.

    Args:
        syncs: as for a `Journal`.
    """
    from pacgrid.autograder.batch.journal import Journal

    is_new = path and not path.exists()
    with Journal(path, syncs=syncs) if path else nullcontext() as journal:
        if is_new:
            note(f"{path} keeps the results, so that this can resume; --no-journal keeps none")
        try:
            with stopped_by_sigterm():
                yield journal
        except KeyboardInterrupt:
            resume = f"{path} has the results so far: run the same command again to resume"
            note(f"stopped; {resume if journal else 'there are no results'}")
            raise typer.Exit(130) from None


class OutputError(PacgridError):
    """A file that can't be written."""


def check_writable(path: Path) -> None:
    """Raises OutputError if no file can be written to `path`."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not path.parent.is_dir():
            raise OutputError(
                f"{path}: there is no directory {path.parent}; make it first"
            ) from None
        mode = stat.S_IFREG
    except OSError as error:
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise OutputError(f"{path}: is a directory; name a file in it")
    if stat.S_ISREG(mode) and not os.access(path.parent, os.W_OK):
        raise OutputError(f"{path}: can't be written: {os.strerror(errno.EACCES)}")


def write_text(path: Path, text: str) -> None:
    """Write a file, whole or not at all, and say so. Raises OutputError."""
    with refusing(path):
        atomic_write(path, text)
    note_written(path)


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Raises OutputError for an OSError of what writes to `path`."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None


class JsonOutput:
    """Writes JSON to a file, to stdout for `-`, or nowhere for None.

    Raises OutputError at once if the file can't be written.
    """

    def __init__(self, target: str | None) -> None:
        self._target = target
        self.is_stdout = target == "-"
        if target and not self.is_stdout:
            check_writable(Path(target))

    def __bool__(self) -> bool:
        """Whether anything is written."""
        return bool(self._target)

    @contextmanager
    def alone_on_stdout(self) -> Iterator[None]:
        """What agents print goes to stderr meanwhile, so that it doesn't mix with the JSON."""
        with redirect_stdout(sys.stderr) if self.is_stdout else nullcontext():
            yield

    def write(self, data: dict[str, Any]) -> None:
        """Write `data`, whole or not at all. Raises OutputError."""
        text = json.dumps(data, indent=2) + "\n"
        if self.is_stdout:
            typer.echo(text, nl=False)
        elif self._target:
            write_text(Path(self._target), text)
