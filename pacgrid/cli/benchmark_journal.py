"""The journal of a benchmark: the results so far, from which it continues after an interrupt."""

import json
import os
from dataclasses import asdict, fields
from pathlib import Path
from typing import Self

from pydantic import TypeAdapter

from pacgrid.cli.output_path import OutputError, refusing
from pacgrid.cli.series_summary import Result
from pacgrid.common.files import read_regular_file

MAX_BYTES = 1 << 30
_RESULT = TypeAdapter(Result)
_FIELDS = {field.name for field in fields(Result)}  # older journals have more of them
_HEADER = b'{"pacgrid": "journal of a benchmark", "format": 1}\n'


class BenchmarkJournal:
    """A file with a line for each game, open for the length of a `with`; made if it is missing.

    It is only ever added to. If a run was killed in the middle of a line, that game is played
    again. Every method, and the start of the `with`, raise OutputError if the file can't be used;
    a file that isn't a journal is never written to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._results: dict[str, Result] = {}

    def __enter__(self) -> Self:
        data = self._read()
        if not data.startswith(_HEADER) and not _HEADER.startswith(data):
            raise OutputError(
                f"{self.path}: is not a journal of `pacgrid bench`; name another file"
            )
        with refusing(self.path):
            self._file = self.path.open("ab", buffering=0)
        if not data.startswith(_HEADER):
            self._write(_HEADER[len(data) :])
        elif not data.endswith(b"\n"):
            self._write(b"\n")
        for line in data.splitlines()[1:]:
            self._load(line)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def find(self, key: str) -> Result | None:
        """The result stored under `key`; None if there is none."""
        return self._results.get(key)

    def add(self, key: str, result: Result) -> None:
        """Store `result`."""
        self._results[key] = result
        line = json.dumps({"key": key, "result": asdict(result)})
        self._write(line.encode() + b"\n")

    def _read(self) -> bytes:
        with refusing(self.path, "read"):
            try:
                return read_regular_file(self.path, MAX_BYTES)
            except FileNotFoundError:
                return b""

    def _load(self, line: bytes) -> None:
        """Take the result from a line; one that was cut off or changed has none."""
        try:
            entry = json.loads(line)
            known = {name: entry["result"][name] for name in _FIELDS & {*entry["result"]}}
            _RESULT.validate_json(json.dumps(known), strict=True)
            self._results[entry["key"]] = Result(**known)
        except (ValueError, TypeError, KeyError, RecursionError):
            return

    def _write(self, data: bytes) -> None:
        """Add `data` in a single write, so that runs at the same time don't mix their lines."""
        with refusing(self.path):
            os.write(self._file.fileno(), data)
