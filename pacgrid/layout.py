"""A layout: what a `.lay` file says, how it is drawn, and what is wrong with a drawing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import Self

from pacgrid.common.markup import markup
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.errors import LayoutError
from pacgrid.marks import CAPSULE, FLOOR, FOOD, GHOSTS, MARKS, MAX_GHOSTS, MAX_SIDE, PACMAN, WALL
from pacgrid.maze_generator import is_maze_name

Position = tuple[int, int]
"""A cell at the surface: `(x, y)`, x to the right, y upwards, `(0, 0)` bottom left."""

MAX_BYTES = 1_000_000


@dataclass(frozen=True)
class Layout:
    """A board as a drawing, checked by `load` and `parse`. Layouts are equal if their drawings are,
    whatever their names.

    >>> layout = Layout.parse('''
    ... %%%%%%
    ... %P.o1%
    ... %%%%%%
    ... ''')
    >>> layout.pacman, layout.ghosts, sorted(layout.food), sorted(layout.capsules)
    ((1, 1), ((4, 1),), [(2, 1)], [(3, 1)])
    >>> print(layout)
    %%%%%%
    %P.o1%
    %%%%%%
    """

    rows: tuple[str, ...]
    """The drawing, top row first; all rows have the same length."""
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name"])

    @classmethod
    def load(cls, source: str | Path, *, lenient: bool = False) -> Self:
        """The shipped layout of that name, the layout in that file, or the maze of a name such as
        `random:seed=7,size=21x11,style=arcade`.

        >>> Layout.load("random:seed=7").name
        'random:version=1,seed=7,size=21x11,style=arcade'

        With `lenient`, Pac-Man needn't be able to reach all food, as in some layouts of other
        projects.

        Raises:
            LayoutError: no such layout, or it can't be played; has file, line and column.
        """
        if is_maze_name(str(source)):
            return cls._from_seed(str(source))
        text, source = _text_of(source)
        return cls.parse(text, source=source, lenient=lenient)

    @classmethod
    def _from_seed(cls, name: str) -> Self:
        """The maze of that name. Raises LayoutError."""
        from pacgrid.errors import MazeError
        from pacgrid.maze_generator.generator import MazeOptions, generate

        try:
            options = MazeOptions.parse(name)
            return cls(generate(options), name=options.name)
        except MazeError as error:
            raise LayoutError(f"{name}: {error}") from None

    @classmethod
    def parse(cls, text: str, *, source: str = "<text>", lenient: bool = False) -> Self:
        """The layout drawn in `text`. Errors begin with `source`, which also names the layout.

        Indentation, blank lines around the board, trailing spaces and any line ends are accepted.

        Raises:
            LayoutError: see `load`.
        """
        rows = read_rows(text, source)
        if not any(FOOD in row for row in rows):
            raise LayoutError(f"{source}:1:1: no food; write at least one .")
        layout = cls(rows, name=Path(source).stem if source != "<text>" else "")
        if not lenient and (defect := layout.unreachable_food()):
            raise LayoutError(f"{source}:{defect}; open a way to it or remove it")
        return layout

    @staticmethod
    def shipped() -> tuple[str, ...]:
        """The names of the shipped layouts, in alphabetical order."""
        from importlib.resources import files  # not needed to parse a layout

        entries = (Path(entry.name) for entry in files("pacgrid.layouts").iterdir())
        return tuple(sorted(path.stem for path in entries if path.suffix == ".lay"))

    @property
    def short_name(self) -> str:
        """The name; of a file, without its folder and its suffix."""
        return self.name if is_maze_name(self.name) else Path(self.name).stem

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @cached_property
    def walls(self) -> tuple[str, ...]:
        """The drawing with only its walls, top row first."""
        return tuple("".join(c if c == WALL else FLOOR for c in row) for row in self.rows)

    @cached_property
    def pacman(self) -> Position:
        """Where Pac-Man starts."""
        (start,) = self._where(PACMAN)
        return start

    @cached_property
    def ghosts(self) -> tuple[Position, ...]:
        """Where the ghosts start, sorted by digit (`G` is 1), then by x, then by y."""
        starts = [(max(GHOSTS.index(mark), 1), at) for mark in GHOSTS for at in self._where(mark)]
        return tuple(position for _, position in sorted(starts))

    @cached_property
    def food(self) -> frozenset[Position]:
        return frozenset(self._where(FOOD))

    @cached_property
    def capsules(self) -> frozenset[Position]:
        return frozenset(self._where(CAPSULE))

    @cached_property
    def reachable(self) -> frozenset[Position]:
        """The cells that Pac-Man can reach."""
        seen, frontier = {self.pacman}, [self.pacman]
        while frontier:
            x, y = frontier.pop()
            for near in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
                if near not in seen and self.rows[-1 - near[1]][near[0]] != WALL:
                    seen.add(near)
                    frontier.append(near)
        return frozenset(seen)

    def unreachable_food(self) -> str:
        """Where the first food is that Pac-Man can't reach, as errors say it; "" if he reaches all
        food."""
        if not (unreachable := self.food - self.reachable):
            return ""
        x, y = min(unreachable, key=lambda position: (-position[1], position[0]))
        return f"{self.height - y}:{x + 1}: Pac-Man can't reach this food"

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def _repr_svg_(self) -> str | None:
        return markup(self)

    def _where(self, mark: str) -> list[Position]:
        return [
            (x, y)
            for y, row in enumerate(reversed(self.rows))
            for x, character in enumerate(row)
            if character == mark
        ]


def _text_of(source: str | Path) -> tuple[str, str]:
    """The text of the shipped layout or the file of that name, and how errors in it begin.

    Raises LayoutError if it can't be read.
    """
    from importlib.resources import files

    from pacgrid.common.files import read_regular_file

    if str(source) in Layout.shipped():
        shipped = files("pacgrid.layouts") / f"{source}.lay"
        return shipped.read_text("utf-8"), f"{source}.lay"
    try:
        return read_regular_file(source, MAX_BYTES).decode("utf-8-sig"), str(source)
    except FileNotFoundError:
        close = _suggestion(str(source))
        raise LayoutError(f"{source}: no such layout or file{close}") from None
    except IsADirectoryError:
        raise LayoutError(f"{source}: is a directory; name a .lay file in it") from None
    except UnicodeDecodeError:
        raise LayoutError(f"{source}: is not a text file; a layout is drawn in text") from None
    except OSError as error:
        raise LayoutError(f"{source}: can't be read: {error.strerror}") from None


def read_rows(text: str, source: str) -> tuple[str, ...]:
    """The rows of the board drawn in `text`, without the indentation that they share and blank
    lines around them.

    Raises LayoutError, with the first place in reading order, if the border is open, a character is
    unknown, or there isn't exactly one Pac-Man.
    """
    lines = [line.rstrip() for line in re.split(r"\r\n?|\n", text.rstrip())]
    above = next((number for number, line in enumerate(lines) if line), 0)
    rows = tuple(dedent("\n".join(lines[above:])).split("\n"))
    if defect := next(_defects(rows, above + 1, len(lines[above]) - len(rows[0]) + 1), ""):
        raise LayoutError(f"{source}:{defect}")
    return rows


def _defects(rows: tuple[str, ...], top: int, left: int) -> Iterator[str]:
    """Why a drawing is no layout, where, and how to fix it; the first row begins in line `top` and
    column `left` of its text."""
    width, height = len(rows[0]), len(rows)

    def at(y: int, x: int) -> str:
        return f"{top + y}:{left + x}"

    if rows == ("",):
        yield f"{at(0, 0)}: is empty; draw walls %, food ., capsules o, ghosts G or 1-9 and one P"
    elif "\0" in "".join(rows):
        yield f"{at(0, 0)}: is not a text file; a layout is drawn in text"
    elif width > MAX_SIDE or height > MAX_SIDE:
        end = at(0, MAX_SIDE) if width > MAX_SIDE else at(MAX_SIDE, 0)
        size = f"{width} x {height}"
        yield f"{end}: {size} is too large; stay within {MAX_SIDE} x {MAX_SIDE}"
    pacman = ""
    ghosts = 0
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark not in MARKS:
                yield f"{at(y, x)}: unknown character {mark!r}; use % . o P G 1-9 or space"
            if mark == PACMAN:
                if pacman:
                    yield f"{at(y, x)}: a second P; the first is at {pacman}; keep one"
                pacman = at(y, x)
            ghosts += mark in GHOSTS
            if ghosts > MAX_GHOSTS:
                yield f"{at(y, x)}: a tenth ghost; a layout has at most {MAX_GHOSTS}"
        if len(row) != width:
            error = f"this row has {len(row)} columns, but the first has {width}"
            yield f"{at(y, min(len(row), width))}: {error}; make all rows equally long"
        for x in range(width) if y in (0, height - 1) else (0, width - 1):
            if row[x] != WALL:
                yield f"{at(y, x)}: the border is open; write % here"
    if not pacman:
        yield f"{at(0, 0)}: no Pac-Man; write P where he starts"


def _suggestion(name: str) -> str:
    from pacgrid.common.sanitize import did_you_mean, similar_file

    names = Layout.shipped()
    close = similar_file(name) or did_you_mean(name, names)
    return "; " + (close or f"shipped layouts: {', '.join(names)}")
