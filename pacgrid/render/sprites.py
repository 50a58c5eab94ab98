"""Figures as small pictures with smooth edges, in numpy alone.

How much of a pixel a shape covers follows from the distance of the pixel to the shape's edge.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.render.shapes import Area, Figure, Stroke, cells_of

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Channels = tuple[int, ...]
"""What each byte of a pixel has: red (0), green (1) or blue (2)."""
RGB: Channels = (0, 1, 2)
_EIGHT = np.uint16(8)
_FINEST = 24
"""Cells of fewer pixels are drawn larger at first: distances say little about tiny shapes."""


class Sprite(NamedTuple):
    """A picture to lay on another one. Rows are `[height, bytes]`, all bytes of a pixel side by
    side, because numpy is quick with long rows."""

    colour: NDArray[np.uint16]
    """As much of the colour as the figure covers, in 256ths."""
    clear: NDArray[np.uint16]
    """What the figure leaves to be seen of what is below it, from 0 to 256."""
    left: int
    """Bytes from the left of the figure's own cell to that of the picture."""
    top: int
    """Pixels from the top of the figure's own cell to that of the picture."""

    def lay(self, rows: Bytes, left: int, top: int) -> None:
        """Lay on `rows` what fits; the figure's own cell starts `left` bytes and `top` pixels
        from their upper left corner."""
        colour, clear = self.colour, self.clear
        left, top = left + self.left, top + self.top
        if left < 0 or top < 0:
            part = np.s_[max(-top, 0) :, max(-left, 0) :]
            colour, clear, left, top = colour[part], clear[part], max(left, 0), max(top, 0)
        height, width = colour.shape
        spot = rows[top : top + height, left : left + width]
        if spot.shape != colour.shape:
            height, width = spot.shape
            colour, clear = colour[:height, :width], clear[:height, :width]
        below = spot.astype(np.uint16)  # numpy is slower with numbers of two sizes
        below *= clear
        below += colour
        below >>= _EIGHT
        spot[:] = below


@lru_cache(maxsize=16)
def sprites(cell: int, channels: Channels = RGB) -> Callable[[Figure, float], Sprite]:
    """A function for sprites of figures and opacities in cells of `cell` pixels, which keeps what
    it has drawn."""

    @lru_cache(maxsize=1024)
    def kept(figure: Figure, opacity: float) -> Sprite:
        return sprite(figure, cell, opacity, channels)

    return kept


def sprite(figure: Figure, cell: int, opacity: float = 1, channels: Channels = RGB) -> Sprite:
    """`figure` where a cell has `cell` pixels, newly drawn."""
    colour, cover, left, top = drawn(figure, cell)
    clear = (256 * (1 - opacity * cover)).round().astype(np.uint16)[..., None]
    room = 0xFFFF - 0xFF * clear.astype(int)
    colours = np.minimum((256 * opacity * colour).round() + 127, room).astype(np.uint16)
    height = len(cover)
    return Sprite(
        colours[..., channels].reshape(height, -1),
        clear.repeat(len(channels), axis=2).reshape(height, -1),
        left * len(channels),
        top,
    )


def drawn(figure: Figure, cell: int) -> tuple[Floats, Floats, int, int]:
    """`figure` where a cell has `cell` pixels: its colour, as much of it as it covers, `[row,
    column, 3]`; how much of each pixel it covers, `[row, column]`, from 0 to 1; and how many
    pixels its upper left corner is to the right of that of the figure's own cell, and below it."""
    finer = -(-_FINEST // cell)
    side = cell * finer
    left, top, wide, high = cells_of(figure)
    x = (np.arange(wide * side) + 0.5) / side - 0.5 + left
    y = (np.arange(high * side) + 0.5) / side - 0.5 + top
    colour, clear = np.zeros((len(y), len(x), 3)), np.ones((len(y), len(x)))
    for shape in figure:
        bare = 1 - coverage(_distance(shape, x, y, 1 / side) * side)
        colour = colour * bare[..., None] + np.array(shape.colour) * (1 - bare[..., None])
        clear *= bare
    colour = colour.reshape(high * cell, finer, wide * cell, finer, 3).mean(axis=(1, 3))
    cover = 1 - clear.reshape(high * cell, finer, wide * cell, finer).mean(axis=(1, 3))
    rows, columns = (np.flatnonzero(cover.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return colour[:1, :1], cover[:1, :1], 0, 0
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return colour[part], cover[part], left * cell + int(columns[0]), top * cell + int(rows[0])


def coverage(distance: Floats) -> Floats:
    """How much of each pixel is inside, from 0 to 1.

    `distance` is that of the pixel's middle to the edge, in pixels, and negative inside.
    """
    return np.clip(0.5 - distance, 0, 1)


def _distance(shape: Area | Stroke, x: Floats, y: Floats, far: float) -> Floats:
    """`[y, x]`: the distance of each point to the edge of `shape`, in cells, and negative inside;
    infinite if it is more than `far`."""
    points, is_area = shape.points, isinstance(shape, Area)
    corners = (*points, points[0]) if is_area or len(points) == 1 else points
    nearest = np.full((len(y), len(x)), np.inf)
    inside = np.zeros(nearest.shape, dtype=bool)
    pad = far if isinstance(shape, Area) else shape.radius + far
    for (ax, ay), (bx, by) in pairwise(corners):
        columns = slice(*np.searchsorted(x, (min(ax, bx) - pad, max(ax, bx) + pad)))
        rows = slice(*np.searchsorted(y, (min(ay, by) - pad, max(ay, by) + pad)))
        here, px, py = nearest[rows, columns], x[columns] - ax, y[rows, None] - ay
        dx, dy = bx - ax, by - ay
        along = np.clip((px * dx + py * dy) / (dx * dx + dy * dy or 1), 0, 1)
        np.minimum(here, (px - along * dx) ** 2 + (py - along * dy) ** 2, out=here)
        if is_area and dy:
            # A way to the right leaves an area by as many sides as it enters it, and by one more.
            rows = slice(*np.searchsorted(y, (min(ay, by), max(ay, by))))
            inside[rows] ^= x < ax + (y[rows, None] - ay) * (dx / dy)
    distance: Floats = np.sqrt(nearest)
    if isinstance(shape, Stroke):
        return distance - shape.radius
    return np.where(inside, -distance, distance)
