"""A layout: what a `.lay` file says, how it is drawn, and what is wrong with it."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from pacgrid.common.markup import markup
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.errors import PacgridError
from pacgrid.layout_drawing import (
    CAPSULE,
    FLOOR,
    FOOD,
    GHOSTS,
    MARKS,
    PACMAN,
    WALL,
    Defect,
    LayoutDrawing,
)
from pacgrid.maze_generator import is_maze_name

Position = tuple[int, int]
"""A cell at the surface: `(x, y)`, x to the right, y upwards, `(0, 0)` bottom left."""

MAX_BYTES = 1_000_000


class LayoutError(PacgridError):
    """A layout can't be played; the message has file, line, column, the error and the fix."""


class LayoutWarning(UserWarning):
    """A defect of a layout that a lenient caller accepts; has file, line and column."""


@contextmanager
def layout_notes(note: Callable[[str], None]) -> Iterator[None]:
    """Calls `note` with each LayoutWarning of the `with` block, at its end."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LayoutWarning)
        yield
    for warning in caught:
        note(str(warning.message))


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

        With `lenient`, some defects of other projects' layouts are only a `LayoutWarning`: rows
        longer than the first are cut, unknown characters are floor, rows may be indented
        differently, and Pac-Man needn't be able to reach all food.

        Raises:
            LayoutError: no such layout, or it can't be played; has file, line and column.
        """
        if is_maze_name(str(source)):
            return cls._from_seed(str(source))
        text, source = layout_text(source)
        return cls.parse(text, source=source, lenient=lenient)

    @classmethod
    def _from_seed(cls, name: str) -> Self:
        """The maze of that name. Raises LayoutError."""
        from pacgrid.maze_generator.generator import generate
        from pacgrid.maze_generator.maze_options import MazeError, MazeOptions

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
        rows = read_rows(text, source, lenient=lenient)
        if not any(FOOD in row for row in rows):
            raise LayoutError(f"{source}:1:1: no food; write at least one .")
        layout = cls(rows, name=Path(source).stem if source != "<text>" else "")
        if stranded := layout.food - layout.reachable:
            x, y = min(stranded, key=lambda position: (-position[1], position[0]))
            message = f"{source}:{layout.height - y}:{x + 1}: Pac-Man can't reach this food"
            if not lenient:
                raise LayoutError(f"{message}; open a way to it or remove it")
            warnings.warn(f"{message}, so this game can't be won", LayoutWarning, stacklevel=2)
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

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        return markup(self)

    def _where(self, mark: str) -> list[Position]:
        return [
            (x, y)
            for y, row in enumerate(reversed(self.rows))
            for x, character in enumerate(row)
            if character == mark
        ]


def layout_text(source: str | Path) -> tuple[str, str]:
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


def read_rows(text: str, source: str, *, lenient: bool = False) -> tuple[str, ...]:
    """The rows of the board drawn in `text`, without indentation and blank lines around it.

    `lenient` as in `Layout.load`. Raises LayoutError, with the first place in reading order, if the
    border is open, a character is unknown, or there isn't exactly one Pac-Man.
    """
    drawing = LayoutDrawing.read(text, own_indents=lenient)

    def refuse(defects: Iterator[Defect]) -> None:
        for defect in defects:
            place = drawing.position_in_text(defect.line, defect.column)
            raise LayoutError(f"{source}:{place}: {defect.text}")

    refuse(drawing.size_defects())
    if lenient:
        rows, mended = _mended(drawing.rows)
        for line, column, defect in mended:
            message = f"{source}:{drawing.position_in_text(line, column)}: {defect}"
            warnings.warn(message, LayoutWarning, stacklevel=4)
        drawing = replace(drawing, rows=rows)
    refuse(drawing.mark_defects())
    return drawing.rows


def _mended(rows: tuple[str, ...]) -> tuple[tuple[str, ...], list[tuple[int, int, str]]]:
    """The rows without the defects that a lenient reader mends. Of each kind of defect: the line
    and column of the first, and what was done."""
    width = len(rows[0])
    cut = [row[:width] for row in rows]
    places = [(line, column) for line in range(len(rows)) for column in range(len(cut[line]))]
    longer = [line for line, row in enumerate(rows) if len(row) > width]
    unknown = [place for place in places if cut[place[0]][place[1]] not in MARKS]
    marks = sorted({cut[line][column] for line, column in unknown})
    defects = [(line + 1, width + 1, "cut: longer than the first row") for line in longer[:1]]
    defects += [
        (line + 1, column + 1, f"read as floor: {', '.join(map(repr, marks[:9]))}")
        for line, column in unknown[:1]
    ]
    floor = str.maketrans(dict.fromkeys(marks, FLOOR))
    return tuple(row.translate(floor) for row in cut), defects


def _suggestion(name: str) -> str:
    from pacgrid.common.sanitize import did_you_mean, similar_file

    names = Layout.shipped()
    close = similar_file(name) or did_you_mean(name, names)
    return "; " + (close or f"shipped layouts: {', '.join(names)}")


@dataclass(frozen=True)
class LayoutFinding:
    """What was found, and where; `line` and `column` in the text, from 1."""

    line: int
    column: int
    text: str
    is_wrong: bool
    """Whether the layout can't be played, or not as it was meant. Else it is only odd."""


def check_layout(text: str) -> list[LayoutFinding]:
    """What is wrong or odd in the layout drawn in `text`, in reading order.

    >>> found = check_layout("%%%%%%%\\n%P.%1?%\\n%%%%%%%")
    >>> [(each.line, each.column, each.text[:19], each.is_wrong) for each in found]
    [(2, 5, "ghost 1 can't reach", False), (2, 6, "unknown character '", True)]
    """
    drawing = LayoutDrawing.read(text)
    defects = list(drawing.size_defects()) or list(drawing.mark_defects())
    found = [(defect.line, defect.column, defect.text, True) for defect in defects]
    if layout := _playable(drawing, defects):
        found += [
            (layout.height - y, x + 1, text, is_wrong)
            for (x, y), text, is_wrong in _findings(layout)
        ]
    return [
        LayoutFinding(line + drawing.above, column + drawing.indents[line - 1], text, is_wrong)
        for line, column, text, is_wrong in sorted(found)
    ]


def _playable(drawing: LayoutDrawing, defects: Iterable[Defect]) -> Layout | None:
    """The layout as it was probably meant, with floor for unknown characters and a closed border;
    None if it can't be known."""
    rows = [[mark if mark in MARKS else FLOOR for mark in row] for row in drawing.rows]
    for defect in defects:
        if defect.text.startswith("the border"):
            rows[defect.line - 1][defect.column - 1] = WALL
    mended = LayoutDrawing(tuple(map("".join, rows)), drawing.above, drawing.indents)
    if [*mended.size_defects()] or [*mended.mark_defects()]:
        return None
    return Layout(mended.rows)


def _findings(layout: Layout) -> Iterator[tuple[Position, str, bool]]:
    top_left, reachable = (0, layout.height - 1), layout.reachable
    if not layout.food:
        yield top_left, f"no food; write at least one {FOOD}", True
    if not layout.ghosts:
        yield top_left, "no ghosts", False
    for at in layout.food - reachable:
        yield at, "Pac-Man can't reach this food; open a way to it or remove it", True
    for at in layout.capsules - reachable:
        yield at, "Pac-Man can't reach this capsule", False
    if _is_walled_in(layout, layout.pacman):
        yield layout.pacman, "Pac-Man is walled in; open a way out", True
    for number, at in enumerate(layout.ghosts, start=1):
        if _is_walled_in(layout, at):
            yield at, f"ghost {number} is walled in; open a way out", True
        elif at not in reachable:
            yield at, f"ghost {number} can't reach Pac-Man", False


def _is_walled_in(layout: Layout, at: Position) -> bool:
    """Whether all four neighbours are walls."""
    (x, y), rows = at, layout.rows
    row = layout.height - 1 - y
    return {rows[row - 1][x], rows[row + 1][x], rows[row][x - 1], rows[row][x + 1]} == {WALL}
