"""Reads files of test cases: `CONFIG`, `.test` and `.solution`.

The format: `key: "value"` in a line, or `key:` and three quotation marks, the lines of a text and a
line with three more. A `#` begins a comment, except in such a text.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pacgrid.common.files import leads_out, read_regular_file
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError

MAX_BYTES = 8 << 20

_VALUE = re.compile(r'([^"]*?):\s*"([^"]*)"\s*')
_TEXT = re.compile(r'([^"]*?):\s*"""\s*')
_END = re.compile(r'\s*"""\s*')


class TestCaseError(PacgridError):
    """A test case that can't be used: file, line if known, what is wrong, and the mend."""

    __test__ = False  # pytest collects classes by their names

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


@dataclass(frozen=True)
class Value:
    """What a file says under a key."""

    text: str
    line: int
    """The line of the value, or the first one of a text; from 1."""


@dataclass(frozen=True)
class CaseFile:
    """A file of test cases, as keys and values. Keys are equal if they differ in capitals and `_`
    only: `layoutName` is `layout_name`."""

    name: str
    """For errors: `q2/0-small-tree.test`."""
    values: Mapping[str, Value]

    @classmethod
    def read(cls, folder: Path, path: str, name: str) -> "CaseFile":
        """Reads the file at `path` in `folder`, called `name` in errors. A link may not lead out of
        the folder, since errors quote lines. Raises TestCaseError."""
        file = folder / path
        if leads_out(file, folder):
            raise TestCaseError(f"{name}: a link leads out of {folder}; put the file itself there")
        try:
            text = read_regular_file(file, MAX_BYTES).decode("utf-8-sig", "replace")
        except FileNotFoundError:
            raise TestCaseError(f"{name}: no such file; add it") from None
        except OSError as error:
            raise TestCaseError(f"{name}: can't be read: {error.strerror}") from None
        return cls.parse(text, name)

    @classmethod
    def parse(cls, text: str, name: str) -> "CaseFile":
        """The file with this content. Of a key that is repeated, the last value counts. Raises
        TestCaseError."""
        values = {_plain(key): value for key, value in _values(text, name)}
        return cls(name, values)

    def __contains__(self, key: str) -> bool:
        return _plain(key) in self.values

    def value(self, key: str) -> Value:
        """Raises TestCaseError if there is none."""
        try:
            return self.values[_plain(key)]
        except KeyError:
            raise TestCaseError(f'{self.name}: no {key}; add a line {key}: "…"') from None

    def text(self, key: str, default: str | None = None) -> str:
        """Raises TestCaseError if there is none, and no `default`."""
        if default is not None and key not in self:
            return default
        return self.value(key).text

    def number(self, key: str, least: int | None = None, most: int | None = None) -> int:
        """The whole number under `key`. Raises TestCaseError."""
        number = self._whole(key, self.text(key))
        if least is not None and number < least:
            raise self.error(key, f"{key} is {number}; write {least} or more")
        if most is not None and number > most:
            raise self.error(key, f"{key} is {number:,}; write {most:,} or less")
        return number

    def numbers(self, key: str) -> list[int]:
        """The whole numbers under `key`, separated by blanks; none without the key. Raises
        TestCaseError."""
        return [self._whole(key, word) for word in self.text(key, "").split()]

    def optional_number(self, key: str) -> int | None:
        """The whole number under `key`, if there is one. Raises TestCaseError."""
        return self.number(key) if key in self else None

    def error(self, key: str, message: str, offset: int = 0) -> TestCaseError:
        """The error to raise about what `key` says, or about a later line of its text."""
        return TestCaseError(f"{self.name}:{self.value(key).line + offset}: {message}")

    def lines(self, key: str) -> Iterator[tuple[str, int]]:
        """The lines of the text under `key` that aren't blank, each with its offset. Raises
        TestCaseError."""
        for offset, line in enumerate(self.text(key).split("\n")):
            if line.strip():
                yield line, offset

    def _whole(self, key: str, word: str) -> int:
        try:
            return int(word)
        except ValueError:
            message = f"{key} is {word!r:.60}; write a whole number"
            raise self.error(key, message) from None


def _values(text: str, name: str) -> Iterator[tuple[str, Value]]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    numbered = iter(enumerate(lines, start=1))
    for number, raw in numbered:
        line = raw.partition("#")[0]
        if value := _VALUE.fullmatch(line):
            yield value[1], Value(value[2], number)
        elif start := _TEXT.fullmatch(line):
            yield start[1], Value("\n".join(_text(numbered, f"{name}:{number}")), number + 1)
        elif line.strip():
            raise TestCaseError(
                f'{name}:{number}: {line.strip()!r} is neither key: "value" nor key: """; '
                "correct the line, or put # before it"
            )


def _text(numbered: Iterator[tuple[int, str]], start: str) -> Iterator[str]:
    """The lines up to the end of a text, which they include."""
    for _, raw in numbered:
        if _END.fullmatch(raw.partition("#")[0]):
            return
        yield raw
    raise TestCaseError(f'{start}: this text has no end; add a line """ after it')


def _plain(key: str) -> str:
    return key.strip().replace("_", "").lower()
