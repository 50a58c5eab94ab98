"""A test case, with what it takes to read it."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from keyword import iskeyword
from pathlib import Path

from pacgrid.common.files import leads_out, read_regular_file
from pacgrid.common.sanitize import one_line
from pacgrid.errors import LayoutError, PacgridError
from pacgrid.layout import Layout

from ...model.schema import Option
from ..kind import Note


@dataclass(frozen=True)
class CourseCase:
    """The files of a test case. All its methods raise TestCaseError if something is missing or
    wrong there."""

    test: "CaseFile"
    found_solution: "CaseFile | None"
    layouts: "LayoutSearch"

    @property
    def name(self) -> str:
        """The question's folder and the file's name: `q2/0-small-tree`."""
        return self.test.name.removesuffix(".test")

    @property
    def solution(self) -> "CaseFile":
        """Its solution, without which it can't be graded."""
        if self.found_solution is None:
            raise TestCaseError(
                f"{self.name}.solution: no such file, and {self.test.name} can't be graded without "
                'it; add it, or write disabled: "true" into the test'
            )
        return self.found_solution

    @property
    def weight(self) -> float | None:
        """What `points` says, if it says anything."""
        if "points" not in self.test:
            return None
        try:
            return float(self.test.text("points"))
        except ValueError:
            message = f"points is {self.test.text('points')!r}; write a number"
            raise self.test.error("points", message) from None

    @property
    def agent_options(self) -> dict[str, Option]:
        """The agent's options: `depth=2,quiet` is `{"depth": "2", "quiet": 1}`."""
        pairs = [word.partition("=") for word in self.test.text("agentArgs", "").split(",") if word]
        return {name.strip(): value if sign else 1 for name, sign, value in pairs}

    def class_name(self, key: str) -> str:
        """The name of a class under `key`."""
        name = self.test.text(key)
        if not name.isidentifier() or iskeyword(name):
            raise self.test.error(key, f"{key} is {name!r:.60}; write the name of a class")
        return name

    def drawn_layout(self) -> Layout:
        """The layout that is drawn in the file."""
        test = self.test
        drawing = "\n".join(line.strip() for line in test.text("layout").split("\n"))
        above = "\n" * (test.value("layout").line - 1)  # so that errors name the file's lines
        try:
            layout = Layout.parse(above + drawing, source=test.name, lenient=True)
        except LayoutError as error:
            raise TestCaseError(str(error)) from None
        self.layouts.note_unreachable_food(layout, f"{test.name}: layout")
        return replace(layout, name=test.text("layoutName", layout.name))


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
    """The name in errors: `q2/0-small-tree.test`."""
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


@dataclass(frozen=True)
class LayoutSearch:
    """Where layouts are looked for: in the folder of the test cases and in those above it, then
    among the shipped ones."""

    test_cases: Path
    note: Note

    def load(self, test: CaseFile, key: str) -> Layout:
        """The layout that `test` names under `key`. Raises TestCaseError."""
        name = test.text(key).removesuffix(".lay")
        # Unlike Path.is_file, this takes names that are too long.
        places = (place for place in self._files(name) if os.path.isfile(place[1]))  # noqa: PTH113
        folder, found = next(places, (None, None))
        if found and folder and leads_out(found, folder):
            message = f"{found}: a link leads out of {folder}; put the file itself there"
            raise test.error(key, message)
        if not (found or name in Layout.shipped()):
            message = (
                f"no layout {name!r:.60}; put {name:.60}.lay into layouts/ beside the test cases"
            )
            raise test.error(key, message)
        try:
            layout = Layout.load(found or name, lenient=True)
        except LayoutError as error:
            raise test.error(key, str(error)) from None
        self.note_unreachable_food(layout, str(found or name))
        return layout

    def note_unreachable_food(self, layout: Layout, source: str) -> None:
        if defect := layout.unreachable_food():
            self.note(f"{source}:{defect}, so this game can't be won")

    def _files(self, name: str) -> Iterator[tuple[Path, Path]]:
        """Where the layout may be: a folder, and a file in it."""
        folder = self.test_cases.resolve()
        for each in (folder, *folder.parents[:_LEVELS]):
            for file in (each / "layouts" / f"{name}.lay", each / f"{name}.lay"):
                yield each, file


_LEVELS = 3
"""How many folders above the test cases may have layouts."""
