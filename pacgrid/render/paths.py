"""Shapes as paths of SVG, which HTML canvases understand too."""

from functools import lru_cache
from itertools import pairwise

from pacgrid.render.curves import Line
from pacgrid.render.shapes import Shape
from pacgrid.session.themes import Colour

UNIT = 200
"""What a cell measures in a path: fine enough for every point of a wall to be a whole number."""


def path_of(shape: Shape, unit: int = UNIT) -> str:
    """A shape around its cell's middle: a path to fill, or a brush's path if `brush_of` says so.

    Args:
        unit: what a cell measures.
    """
    return "".join(_path(line, shape.brush, unit) for line in shape.lines)


def brush_of(shape: Shape, unit: int = UNIT) -> float:
    """The width of the round brush that draws a shape's path; 0 if it is filled."""
    is_filled = all(len(line) == 1 for line in shape.lines)
    return 0 if is_filled else round(shape.brush * unit, 1)


def hexed(colour: Colour) -> str:
    """A colour as HTML and SVG write it.

    >>> hexed((255, 212, 20))
    '#ffd414'
    """
    return "#" + bytes(colour).hex()


@lru_cache(maxsize=4096)
def _path(line: Line, brush: float, unit: int) -> str:
    points = [(round(x * unit), round(y * unit)) for x, y in line]
    x, y = points[0]
    if len(line) == 1:
        radius = round(brush * unit) / 2
        half = f"a{radius:g} {radius:g} 0 0 0"
        return f"M{x - radius:g} {y}{half} {2 * radius:g} 0{half} -{2 * radius:g} 0z"
    steps = " ".join(f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(points))
    return f"M{x} {y}l{steps}{'' if brush else 'z'}"
