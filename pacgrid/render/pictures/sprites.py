"""Figures as small pictures with smooth edges, in numpy alone.

How much of a pixel a shape covers follows from the distance of the pixel to the shape's edge.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.render.shapes import Area, Figure, Stroke, cells_of
from pacgrid.session.themes import Colour, Theme

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
    left: int = 0
    """Pixels from the upper left corner of the figure's own cell to that of the picture."""
    top: int = 0

    def lay(self, pixels: Bytes, left: int, top: int) -> None:
        """Lay this picture on `pixels`, rows like its own."""
        height, width = self.colour.shape
        spot = pixels[top : top + height, 3 * left : 3 * left + width]
        below = spot * self.clear
        below >>= 8
        below += self.colour
        spot[:] = below

    def cut(self, left: int, top: int, width: int, height: int) -> "Sprite":
        """The part of it in a frame, given in pixels from its own cell; it may be empty."""
        rows = slice(max(top - self.top, 0), max(top + height - self.top, 0))
        columns = slice(3 * max(left - self.left, 0), 3 * max(left + width - self.left, 0))
        return Sprite(
            self.colour[rows, columns],
            self.clear[rows, columns],
            max(left, self.left),
            max(top, self.top),
        )

    def faded(self, opacity: float) -> "Sprite":
        """The same, but what is below it shines through. `opacity` from 0 to 1."""
        clear = (256 - (256 - self.clear.astype(float)) * opacity).round().astype(np.uint16)
        return self._replace(colour=_safe(self.colour.astype(float) * opacity, clear), clear=clear)


@lru_cache(maxsize=16)
def sprites(cell: int, theme: Theme) -> Callable[..., Sprite]:
    """A function for sprites of one size in one theme: with `draw, *options` it gives the figure
    `draw(*options, theme)` in a cell of `cell` pixels. What it has drawn, it keeps."""

    @lru_cache(maxsize=1024)
    def sprite(draw: Callable[..., Figure], *options: object, opacity: float = 1) -> Sprite:
        whole = drawn(draw(*options, theme), cell)
        return whole.faded(opacity) if opacity < 1 else whole

    return sprite


def drawn(figure: Figure, cell: int) -> Sprite:
    """`figure` where a cell has `cell` pixels; it may reach beyond its own cell."""
    finer = -(-FINEST // cell)
    side = cell * finer
    left, top, wide, high = cells_of(figure)
    x = (np.arange(wide * side) + 0.5) / side - 0.5 + left
    y = (np.arange(high * side) + 0.5) / side - 0.5 + top
    colour, clear = _laid_over(
        (high * side, wide * side),
        ((shape.colour, coverage(_distance(shape, x, y, 1 / side) * side)) for shape in figure),
    )

    def shrunk(values: Floats) -> Floats:
        fine = values.reshape(high * cell, finer, wide * cell, finer, -1)
        means: Floats = fine.mean(axis=(1, 3))
        return means

    return _sprite(shrunk(colour), shrunk(clear), left * cell, top * cell)


def _laid_over(
    shape: tuple[int, int], layers: Iterable[tuple[Colour, Floats]]
) -> tuple[Floats, Floats]:
    """Colours laid over each other, each with how much of each pixel it covers, `[row, column]`:
    their colour, as much of it as they cover, `[row, column, 3]`, and what they leave to be seen,
    `[row, column, 1]`, from 0 to 1."""
    colour, clear = np.zeros((*shape, 3)), np.ones((*shape, 1))
    for paint, flat in layers:
        cover = flat[..., None]
        colour = colour * (1 - cover) + np.array(paint) * cover
        clear = clear * (1 - cover)
    return colour, clear


def _sprite(colour: Floats, clear: Floats, left: int = 0, top: int = 0) -> Sprite:
    rows = colour.shape[0], 3 * colour.shape[1]
    kept = (256 * clear.repeat(3, axis=2)).round().astype(np.uint16).reshape(rows)
    return Sprite(_safe(colour.reshape(rows), kept), kept, left, top)


def _safe(colour: Floats, clear: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """`colour` in whole numbers, none too large when it is laid on white."""
    room = 255 - (255 * clear.astype(np.uint32) >> 8)
    safe: NDArray[np.uint16] = np.minimum(colour.round(), room).astype(np.uint16)
    return safe


def coverage(distance: Floats) -> Floats:
    """How much of each pixel is inside, from 0 to 1.

    `distance` is that of the pixel's middle to the edge, in pixels, and negative inside.
    """
    return np.clip(0.5 - distance, 0, 1)


def _distance(shape: Area | Stroke, x: Floats, y: Floats, far: float) -> Floats:
    """`[y, x]`: the distance of each place to the edge of `shape`, in cells, and negative inside.

    What is more than `far` from a stroke may be told as infinitely far.
    """
    points, is_area = shape.points, isinstance(shape, Area)
    corners = (*points, points[0]) if is_area or len(points) == 1 else points
    nearest = np.full((len(y), len(x)), np.inf)
    inside = np.zeros(nearest.shape, dtype=bool)
    pad = np.inf if isinstance(shape, Area) else shape.radius + far
    for (ax, ay), (bx, by) in pairwise(corners):
        columns = slice(*np.searchsorted(x, (min(ax, bx) - pad, max(ax, bx) + pad)))
        rows = slice(*np.searchsorted(y, (min(ay, by) - pad, max(ay, by) + pad)))
        here, px, py = nearest[rows, columns], x[columns] - ax, y[rows, None] - ay
        dx, dy = bx - ax, by - ay
        along = np.clip((px * dx + py * dy) / (dx * dx + dy * dy or 1), 0, 1)
        np.minimum(here, (px - along * dx) ** 2 + (py - along * dy) ** 2, out=here)
        if is_area:
            # A way to the right leaves an area by as many sides as it enters it, and by one more.
            below = y[:, None]
            inside ^= ((ay > below) != (by > below)) & ((dx * py > dy * px) == (dy > 0))
    distance: Floats = np.sqrt(nearest)
    if isinstance(shape, Stroke):
        return distance - shape.radius
    return np.where(inside, -distance, distance)
