"""Where a command's JSON goes."""

import json
from pathlib import Path
from typing import Any

import typer

from pacgrid.common.files import atomic_write
from pacgrid.errors import PacgridError


class OutputError(PacgridError):
    """A file that results can't be written to."""


class JsonOutput:
    """Where the JSON goes: nowhere for None, to stdout for `-`, or into a file.

    Raises OutputError at once, before any work is done, when there is no directory for the file.
    """

    def __init__(self, target: str | None) -> None:
        self._target = target
        if target and not self.is_stdout and not Path(target).parent.is_dir():
            raise OutputError(f"{target}: there is no directory {Path(target).parent}")

    @property
    def is_stdout(self) -> bool:
        return self._target == "-"

    def write(self, data: dict[str, Any]) -> None:
        """Write it, whole or not at all. Raises OutputError."""
        text = json.dumps(data, indent=2) + "\n"
        if self.is_stdout:
            typer.echo(text, nl=False)
        elif self._target:
            try:
                atomic_write(self._target, text)
            except OSError as error:
                raise OutputError(f"{self._target}: can't be written: {error.strerror}") from None
