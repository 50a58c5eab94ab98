"""A diagram: what is drawn in a board's area for a search tree, or for another game than Pac-Man.

All lengths are in units, x to the right and y **downwards**, `(0, 0)` at the upper left corner. A
renderer makes a unit as large as its area allows.
"""

from dataclasses import dataclass, replace
from enum import Enum

from pacgrid.session.marks import Ink

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
    """Fill it with the colour of this agent instead."""
    opacity: float = 1
    """Of the filling."""
    width: float = 0.06
    """Of the outline."""


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
    """Write it in the colour of this agent instead."""


Part = Stroke | Polygon | Disc | Words


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
    """The upper left one."""
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
    """The line to keep in view."""
    least_unit: float = 0
    """Pixels. Rather than make a unit smaller, a renderer shows only what is around `focus`."""
    description: str = ""
    """What it shows, in a sentence."""
