"""Notes on stderr; results go to stdout."""

import sys
from contextlib import suppress
from pathlib import Path

from pacgrid.common.sanitize import one_line


def note(text: str) -> None:
    """Print a line, if the terminal is still there."""
    with suppress(OSError):
        print(one_line(text), file=sys.stderr)  # noqa: T201


def note_written(first: str | Path, last: Path | None = None) -> None:
    """Say which file was written, or which series of files."""
    note(f"Wrote {first} … {last.name}" if last and last != first else f"Wrote {first}")
