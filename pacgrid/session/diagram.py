"""A diagram: what is drawn in a board's area for a search tree, or for another game than Pac-Man.

All lengths are in units, x to the right and y **downwards**, `(0, 0)` at the upper left corner. A
renderer makes a unit as large as its area allows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import starmap, zip_longest

from pacgrid.session.themes import Ink

LETTER = 0.52
"""A letter is this part of its height wide."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    """A line through points, drawn with a round brush."""

    points: tuple[Point, ...]
    ink: Ink = Ink.TEXT
    width: float = 0.06
    dashed: bool = False


@dataclass(frozen=True)
class Polygon:
    """A filled area with an outline."""

    points: tuple[Point, ...]
    fill: Ink | None = None
    outline: Ink | None = Ink.TEXT
    agent: int | None = None
    """Fill it with the colour of this agent, instead of `fill`."""
    opacity: float = 1
    """How opaque the filling is, 0 to 1."""
    width: float = 0.06
    """The width of the outline."""


@dataclass(frozen=True)
class Disc:
    """A filled circle with an outline."""

    center: Point
    radius: float
    fill: Ink | None = None
    outline: Ink | None = Ink.TEXT
    agent: int | None = None
    opacity: float = 1
    width: float = 0.06


class Anchor(Enum):
    """Which point of a text is at its position; vertically it is always the middle."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True)
class Words:
    """A line of text."""

    text: str
    at: Point
    size: float = 0.4
    """The height of a line of text."""
    ink: Ink = Ink.TEXT
    anchor: Anchor = Anchor.MIDDLE
    strong: bool = False
    agent: int | None = None
    """Write it in the colour of this agent, instead of `ink`."""


Part = Stroke | Polygon | Disc | Words


def rectangle(
    left: float, top: float, right: float, bottom: float, rim: float = 0
) -> tuple[Point, ...]:
    """The corners of a rectangle, with a `rim` around it."""
    left, top, right, bottom = left - rim, top - rim, right + rim, bottom + rim
    return (left, top), (right, top), (right, bottom), (left, bottom)


def moved(part: Part, to: Point, scale: float) -> Part:
    """A part in another place and size: what was at (0, 0) is at `to`."""

    def at(point: Point) -> Point:
        return to[0] + scale * point[0], to[1] + scale * point[1]

    match part:
        case Stroke() | Polygon():
            points = tuple(map(at, part.points))
            return replace(part, points=points, width=scale * part.width)
        case Disc():
            radius, width = scale * part.radius, scale * part.width
            return replace(part, center=at(part.center), radius=radius, width=width)
        case Words():
            return replace(part, at=at(part.at), size=scale * part.size)


@dataclass(frozen=True)
class Target:
    """An area that can be clicked: the session then gets `choose_target(number)`."""

    number: int
    corner: Point
    """The upper left corner."""
    size: Point


@dataclass(frozen=True)
class TextRun:
    """A part of a line of text in one colour."""

    text: str
    ink: Ink = Ink.TEXT
    strong: bool = False
    agent: int | None = None
    inverse: bool = False
    """Whether the colours of letters and background change places, as for what is selected."""


TextLine = tuple[TextRun, ...]


@dataclass(frozen=True)
class Diagram:
    """Parts from the bottom up, and the same thing as text for terminals and screen readers."""

    width: float
    height: float
    parts: tuple[Part, ...]
    text: tuple[TextLine, ...]
    targets: tuple[Target, ...] = ()
    focus: Point | None = None
    """What to keep in view where not everything fits at a readable size."""
    text_focus: int = 0
    """The line of `text` to keep in view."""
    least_unit: float = 0
    """Pixels. Rather than make a unit smaller, a renderer shows only what is around `focus`."""
    description: str = ""
    """What it shows, in a sentence."""


def text_width(text: str, size: float) -> float:
    """About how wide a text is."""
    return LETTER * size * len(text)


LINE, LETTERS, WIDTH, INDENT = 0.9, 0.5, 11.0, 0.3
"""How far apart lines are, how high letters, how wide the list is at least, and how far lines stand
from its left side."""
LEAST_UNIT = 18


@dataclass(frozen=True)
class ListLine:
    """A line, and the number of the target that it is, if it is one."""

    text: str
    target: int | None = None
    ink: Ink = Ink.TEXT
    selected: bool = False


def list_diagram(lines: Sequence[ListLine], focus: int) -> Diagram:
    """The lines below each other; line `focus` is kept in view."""
    width = max(WIDTH, *(INDENT + 0.5 * LETTERS * len(line.text) for line in lines))
    return Diagram(
        width,
        (len(lines) + 0.5) * LINE,
        tuple(
            Words(
                line.text,
                (INDENT, (row + 0.6) * LINE),
                LETTERS,
                line.ink,
                Anchor.START,
                strong=line.selected,
            )
            for row, line in enumerate(lines)
        ),
        tuple(
            (TextRun(line.text, line.ink, strong=line.selected, inverse=line.selected),)
            for line in lines
        ),
        targets=tuple(
            Target(line.target, (0, row * LINE), (WIDTH, LINE))
            for row, line in enumerate(lines)
            if line.target is not None
        ),
        focus=(0, (focus + 0.5) * LINE),
        text_focus=focus,
        least_unit=LEAST_UNIT,
        description="; ".join(line.text for line in lines),
    )


TITLE_SIZE = 0.5
TITLE_HEIGHT = 1.1
GAP = 1.2


def diagram_grid(rows: Sequence[Sequence[tuple[str, Diagram]]]) -> Diagram:
    """One diagram of titles and diagrams, row by row. Its text has those of a row side by side."""
    columns = [max(starmap(_width, column)) for column in zip(*rows, strict=True)]
    parts: list[Part] = []
    text: list[TextLine] = []
    y = 0.0
    for row in rows:
        x = 0.0
        for width, (title, diagram) in zip(columns, row, strict=True):
            parts.append(Words(title, (x + width / 2, y + TITLE_HEIGHT / 2 + 0.15), TITLE_SIZE))
            corner = x + (width - diagram.width) / 2, y + TITLE_HEIGHT
            parts += (moved(part, corner, 1) for part in diagram.parts)
            x += width + GAP
        y += TITLE_HEIGHT + max(diagram.height for _, diagram in row)
        blocks = ([title, *map(_plain, diagram.text)] for title, diagram in row)
        text += ((TextRun(line),) for line in ["", *side_by_side(blocks)])
    return Diagram(
        sum(columns) + GAP * (len(columns) - 1),
        y,
        tuple(parts),
        tuple(text[1:]),
        description="; ".join(
            f"{title}: {each.description}" for row in rows for title, each in row
        ),
    )


def side_by_side(blocks: Iterable[Sequence[str]], gap: str = "    ") -> list[str]:
    """The lines of several texts, beside each other.

    >>> side_by_side([["one", "1"], ["two"]])
    ['one    two', '1']
    """
    blocks = [*blocks]
    widths = [max(map(len, block)) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [
        gap.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _width(title: str, diagram: Diagram) -> float:
    return max(diagram.width, text_width(title, TITLE_SIZE) + GAP / 2)


def _plain(line: TextLine) -> str:
    return "".join(run.text for run in line)
