"""Where a command's JSON goes."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

import typer

from pacgrid.cli.output_path import check_writable, write_text


class JsonOutput:
    """Writes JSON to a file, to stdout for `-`, or nowhere for None.

    Raises OutputError at once if the file can't be written.
    """

    def __init__(self, target: str | None) -> None:
        self._target = target
        if target and not self.is_stdout:
            check_writable(Path(target))

    @property
    def is_stdout(self) -> bool:
        return self._target == "-"

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
