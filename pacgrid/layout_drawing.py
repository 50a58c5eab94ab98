"""How a layout is drawn: its characters, its size, and what is wrong with a drawing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent
from typing import Self

WALL, FOOD, CAPSULE, PACMAN, FLOOR = "%.oP "
GHOSTS = "G123456789"
MARKS = frozenset((WALL, FOOD, CAPSULE, PACMAN, FLOOR, *GHOSTS))
"""The characters that layouts are drawn with."""

MAX_SIDE = 255
MAX_GHOSTS = 9


@dataclass(frozen=True)
class Defect:
    """Why a drawing is no layout, and how to mend it; `line` and `column` of the board, from 1."""

    line: int
    column: int
    text: str


@dataclass(frozen=True)
class LayoutDrawing:
    """The rows of a board, and where they stand in the text that they were read from."""

    rows: tuple[str, ...]
    above: int
    """How many lines come before the first row."""
    indents: tuple[int, ...]
    """By row: how many blanks come before it."""

    @classmethod
    def read(cls, text: str, *, own_indents: bool = False) -> Self:
        """The drawing without blank lines around it and without the indentation that all rows
        share, or that each has."""
        lines = [line.rstrip() for line in re.split(r"\r\n?|\n", text.rstrip())]
        above = next((number for number, line in enumerate(lines) if line), 0)
        drawn = lines[above:]
        rows = (
            [row.lstrip() for row in drawn] if own_indents else dedent("\n".join(drawn)).split("\n")
        )
        indents = [len(line) - len(row) for line, row in zip(drawn, rows, strict=True)]
        return cls(tuple(rows), above, tuple(indents))

    def position_in_text(self, line: int, column: int) -> str:
        """`line:column` in the text."""
        return f"{line + self.above}:{column + self.indents[line - 1]}"

    def size_defects(self) -> Iterator[Defect]:
        """What makes it no drawing of a board at all."""
        width, height = len(self.rows[0]), len(self.rows)
        if self.rows == ("",):
            yield Defect(
                1, 1, "is empty; draw walls %, food ., capsules o, ghosts G or 1-9 and one P"
            )
        elif "\0" in "".join(self.rows):
            yield Defect(1, 1, "is not a text file; a layout is drawn in text")
        elif width > MAX_SIDE or height > MAX_SIDE:
            line, column = (1, MAX_SIDE + 1) if width > MAX_SIDE else (MAX_SIDE + 1, 1)
            size = f"{MAX_SIDE} x {MAX_SIDE}"
            yield Defect(line, column, f"{width} x {height} is too large; stay within {size}")

    def mark_defects(self) -> Iterator[Defect]:
        """What is wrong with its rows and characters, in reading order."""
        width, height = len(self.rows[0]), len(self.rows)
        pacman = ""
        ghosts = 0
        for line, row in enumerate(self.rows, start=1):
            for column, mark in enumerate(row, start=1):
                if mark not in MARKS:
                    yield Defect(
                        line, column, f"unknown character {mark!r}; use % . o P G 1-9 or space"
                    )
                if mark == PACMAN:
                    if pacman:
                        error = f"a second P; the first is at {pacman}; keep one"
                        yield Defect(line, column, error)
                    pacman = pacman or self.position_in_text(line, column)
                ghosts += mark in GHOSTS
                if mark in GHOSTS and ghosts == MAX_GHOSTS + 1:
                    error = f"a tenth ghost; a layout has at most {MAX_GHOSTS}"
                    yield Defect(line, column, error)
            if len(row) != width:
                end = min(len(row), width) + 1
                error = f"this row has {len(row)} columns, but the first has {width}"
                yield Defect(line, end, f"{error}; make all rows equally long")
            edge = range(len(row)) if line in (1, height) else (0, width - 1)
            for x in edge:
                if x < len(row) and row[x] != WALL:
                    yield Defect(line, x + 1, "the border is open; write % here")
        if not pacman:
            yield Defect(1, 1, "no Pac-Man; write P where he starts")
