"""Shapes as paths of SVG, which HTML canvases understand too."""

from itertools import pairwise

from pacgrid.render.curves import Point
from pacgrid.render.shapes import Area, Stroke
from pacgrid.session.themes import Colour

UNIT = 200
"""What a cell measures in a path: fine enough for every point of a wall to be a whole number."""


def path_of(shape: Area | Stroke) -> str:
    """A shape around its cell's middle: a path to fill, or a brush's path if `brush` says so."""
    points = [_tenths(point) for point in shape.points]
    if isinstance(shape, Stroke) and not brush(shape):
        radius = round(shape.radius * UNIT * 10)
        (x, y), r, across = points[0], number(radius), number(2 * radius)
        halves = f"a{r} {r} 0 0 0 {across} 0a{r} {r} 0 0 0 -{across} 0z"
        return f"M{number(x - radius)} {number(y)}{halves}"
    (x, y), steps = points[0], pairwise(points)
    line = " ".join(f"{number(bx - ax)} {number(by - ay)}" for (ax, ay), (bx, by) in steps)
    close = "z" if isinstance(shape, Area) else ""
    return f"M{number(x)} {number(y)}l{line}{close}"


def brush(shape: Area | Stroke) -> float:
    """How wide, in units, the round brush is that draws a shape's path; 0 if it is filled."""
    if isinstance(shape, Stroke) and len(shape.points) > 1:
        return round(2 * shape.radius * UNIT, 1)
    return 0


def hexed(colour: Colour) -> str:
    """A colour as HTML and SVG write it.

    >>> hexed((255, 212, 20))
    '#ffd414'
    """
    return "#" + bytes(colour).hex()


def number(tenths: int) -> str:
    """Tenths of a unit, as short as can be."""
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def _tenths(point: Point) -> tuple[int, int]:
    """A point in tenths of units."""
    return round(point[0] * UNIT * 10), round(point[1] * UNIT * 10)
