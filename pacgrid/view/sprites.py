"""Figures as small pictures with smooth edges, in numpy alone.

How much of a pixel a shape covers follows from the distance of the pixel to the shape's edge.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.view.shapes import Area, Figure, Stroke

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
FINEST = 24
"""Cells of fewer pixels are drawn larger at first: distances tell little about tiny shapes."""


class Sprite(NamedTuple):
    """A picture to lay on another one. Rows are `[cell, 3 * cell]`, a pixel's red, green and blue
    side by side, because numpy is quick with long rows."""

    colour: NDArray[np.uint16]
    """From 0 to 255, as much of it as the figure covers."""
    clear: NDArray[np.uint16]
    """What the figure leaves to be seen of what is below it, from 0 to 256."""

    def lay(self, pixels: Bytes, left: int, top: int) -> None:
        """Lay this picture on `pixels`, rows like its own."""
        height, width = self.colour.shape
        spot = pixels[top : top + height, 3 * left : 3 * left + width]
        below = spot * self.clear
        below >>= 8
        below += self.colour
        spot[:] = below


@lru_cache(maxsize=1024)
def sprite(cell: int, draw: Callable[..., Figure], *options: object) -> Sprite:
    """The figure `draw(*options)` in a cell of `cell` pixels."""
    finer = -(-FINEST // cell)
    side = cell * finer
    middles = (np.arange(side) + 0.5) / side - 0.5
    colour, clear = np.zeros((side, side, 3)), np.ones((side, side, 1))
    for shape in draw(*options):
        distance = _distance(shape, middles, middles[:, None])
        cover = coverage(distance * side)[..., None]
        colour = colour * (1 - cover) + np.array(shape.colour) * cover
        clear = clear * (1 - cover)

    def rows(values: Floats) -> NDArray[np.uint16]:
        shrunk: Floats = values.reshape(cell, finer, cell, finer, 3).mean(axis=(1, 3))
        return shrunk.round().astype(np.uint16).reshape(cell, 3 * cell)

    return Sprite(rows(colour), rows(256 * clear.repeat(3, axis=2)))


def coverage(distance: Floats) -> Floats:
    """How much of each pixel is inside, from 0 to 1.

    `distance` is that of the pixel's middle to the edge, in pixels, and negative inside.
    """
    return np.clip(0.5 - distance, 0, 1)


def _distance(shape: Area | Stroke, x: Floats, y: Floats) -> Floats:
    """The distance of each `(x, y)` to the edge of `shape`, in cells, and negative inside."""
    points = shape.points
    corners = (*points, points[0]) if isinstance(shape, Area) or len(points) == 1 else points
    nearest = np.full(np.broadcast_shapes(x.shape, y.shape), np.inf)
    inside = np.zeros(nearest.shape, dtype=bool)
    for (ax, ay), (bx, by) in pairwise(corners):
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        along = np.clip((px * dx + py * dy) / (dx * dx + dy * dy or 1), 0, 1)
        np.minimum(nearest, (px - along * dx) ** 2 + (py - along * dy) ** 2, out=nearest)
        # A way to the right leaves an area by as many sides as it enters it, and by one more.
        inside ^= ((ay > y) != (by > y)) & ((dx * py > dy * px) == (dy > 0))
    distance: Floats = np.sqrt(nearest)
    if isinstance(shape, Stroke):
        return distance - shape.radius
    return np.where(inside, -distance, distance)
