"""A CSV in which cells can be filled in, while all the rest stays as it is, byte by byte."""

import codecs
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from pacgrid.common.files import read_regular_file
from pacgrid.errors import PacgridError

from ..submissions.members import abbreviate

_MAX_BYTES = 4 << 20
_MAX_CELLS = 500_000
"""More than any course has; reading them takes a second or two."""
_BREAK = re.compile(r"\r\n|\r|\n")
_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_KEEP = {
    "utf-8": "strict",
    "utf-16-le": "surrogatepass",
    "utf-16-be": "surrogatepass",
    "cp1252": "surrogateescape",
}
"""The error handler with which each encoding writes any text as it was read."""


class CourseError(PacgridError):
    """A file of the course staff that can't be used: names the file, the line and the way out."""


def read_staff_file(path: Path) -> bytes:
    """The content of the file at `path`. Raises CourseError if it can't be read."""
    try:
        return read_regular_file(path, _MAX_BYTES)
    except OSError as error:
        raise CourseError(f"{path}: can't be read ({error.strerror})") from None


@dataclass(frozen=True)
class CsvRow:
    """A row as the file has it."""

    line: int
    """The number of its first line, counted from 1."""
    raw: tuple[str, ...]
    """The cells with their quotes."""
    end: str
    """The line break after it; "" at the end of the file."""

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The values, without spaces around them."""
        return tuple(
            cell[1:-1].replace('""', '"').strip() if cell.startswith('"') else cell.strip()
            for cell in self.raw
        )

    def cell(self, column: int) -> str:
        """The value in a column; "" if the row is too short."""
        return self.cells[column] if column < len(self.raw) else ""


@dataclass(frozen=True)
class CsvTable:
    """A CSV as any spreadsheet or LMS writes it."""

    source: str
    """The file's name, which begins each error."""
    rows: tuple[CsvRow, ...]
    delimiter: str
    mark: bytes
    """The byte order mark that it begins with; empty if there is none."""
    encoding: str

    @classmethod
    def load(cls, path: Path) -> Self:
        """The CSV at `path`. Raises CourseError: it can't be read, or is no CSV."""
        return cls.parse(read_staff_file(path), str(path))

    @classmethod
    def parse(cls, content: bytes, source: str) -> Self:
        """The CSV `content`; `source` is its name in errors. Raises CourseError: it is no CSV."""
        mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
        text, encoding = _decoded(content[len(mark) :], _MARKS.get(mark, ""), source)
        delimiter = _delimiter(text)
        table = cls(source, tuple(_rows(text, delimiter, source)), delimiter, mark, encoding)
        if table.heading is None:
            raise CourseError(f"{source}: is empty; export it again")
        return table

    @cached_property
    def heading(self) -> int | None:
        """The index of the row of headings: the first that isn't empty."""
        return next((number for number, row in enumerate(self.rows) if any(row.cells)), None)

    @property
    def headings(self) -> tuple[str, ...]:
        return self.rows[self.heading or 0].cells

    def columns(self, known: Collection[str]) -> list[int]:
        """The columns whose heading is one of the `known`, which are in lower case."""
        return [index for index, one in enumerate(self.headings) if one.casefold() in known]

    def lacks(self, noun: str, heading: str) -> CourseError:
        """The error that no column has such things, one of which would be called `heading`."""
        has = ", ".join(map(abbreviate, self.headings[:8]))
        return CourseError(
            f"{self.place}: has no column of {noun} (it has {has}); call it {heading}"
        )

    @property
    def place(self) -> str:
        """`roster.csv:1`, where the headings are."""
        return f"{self.source}:{self.rows[self.heading or 0].line}"

    def body(self) -> Iterator[tuple[int, CsvRow]]:
        """The rows below the headings that aren't empty, and their indices."""
        for number, row in enumerate(self.rows):
            if number > (self.heading or 0) and any(row.cells):
                yield number, row

    def filled(self, cells: Mapping[tuple[int, int], str]) -> Self:
        """This table with other values in the cells at (row, column), as indices.

        A value may stand to the right of the last column. Cells that aren't named keep their bytes.
        """
        by_row: dict[int, dict[int, str]] = {}
        for (row, column), value in cells.items():
            by_row.setdefault(row, {})[column] = value
        rows = list(self.rows)
        for number, values in by_row.items():
            raw = [*rows[number].raw, *[""] * (max(values) + 1 - len(rows[number].raw))]
            for column, value in values.items():
                raw[column] = self._raw(value, is_quoted=raw[column].startswith('"'))
            rows[number] = replace(rows[number], raw=tuple(raw))
        return replace(self, rows=tuple(rows))

    def to_bytes(self) -> bytes:
        """The file's content."""
        text = "".join(self.delimiter.join(row.raw) + row.end for row in self.rows)
        return self.mark + text.encode(self.encoding, _KEEP[self.encoding])

    def _raw(self, value: str, *, is_quoted: bool) -> str:
        """A cell with that value; what the file's encoding lacks becomes a question mark."""
        value = value.encode(self.encoding, "replace").decode(self.encoding)
        needs_quotes = (
            not value  # or line breaks before and after it could become one
            or value != value.strip()
            or any(c in value for c in f'{self.delimiter}"\r\n')
        )
        return '"' + value.replace('"', '""') + '"' if is_quoted or needs_quotes else value


def whole_number(text: str, digits: int = 4) -> int | None:
    """The number that a cell says with at most so many digits; None if it says none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None


def _decoded(content: bytes, encoding: str, source: str) -> tuple[str, str]:
    """The text, and its encoding, which the byte order mark may name."""
    refused = CourseError(f"{source}: is not text; save it as CSV UTF-8")
    if encoding.startswith("utf-16"):
        if len(content) % 2:
            raise refused
        return content.decode(encoding, "surrogatepass"), encoding
    if b"\0" in content or content.startswith(b"PK\3\4"):
        raise refused
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", "surrogateescape"), "cp1252"


def _delimiter(text: str) -> str:
    """What separates the headings."""
    first = next(filter(str.strip, _BREAK.split(text)), "")
    return max(",;\t", key=first.count)


def _rows(text: str, delimiter: str, source: str) -> Iterator[CsvRow]:
    cell = re.compile(rf'"[^"]*(?:""[^"]*)*"|(?!")[^{delimiter}\r\n]*')
    position, line, start = 0, 1, 1
    raw: list[str] = []
    for _ in range(_MAX_CELLS):
        if position == len(text) and not raw:
            return
        match = cell.match(text, position)
        if not match:
            raise CourseError(f"{source}:{line}: a cell begins with \" and doesn't end; close it")
        raw.append(match[0])
        position = match.end()
        line += len(_BREAK.findall(match[0]))
        following = text[position : position + 1]
        if following == delimiter:
            position += 1
            continue
        end = _BREAK.match(text, position)
        if following and not end:
            raise CourseError(
                f'{source}:{line}: a cell goes on after its closing "; write quotes twice: ""'
            )
        yield CsvRow(start, tuple(raw), end[0] if end else "")
        position += len(end[0]) if end else 0
        line += bool(end)
        raw, start = [], line
    raise CourseError(f"{source}: has more than {_MAX_CELLS:,} cells; leave out columns")
