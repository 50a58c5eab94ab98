"""Figures as small pictures with smooth edges, in numpy alone.

How much of a pixel a shape covers follows from the distance of the pixel to the shape's edge.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.render.shapes import Figure, Shape, cells_of

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Channels = tuple[int, ...]
"""What each byte of a pixel has: red (0), green (1) or blue (2)."""
RGB: Channels = (0, 1, 2)
_EIGHT = np.uint16(8)
_FINEST = 24
"""Cells of fewer pixels are drawn larger at first: distances say little about tiny shapes."""
_SHORT, _TOGETHER = 0.3, 12
"""Of a line whose sides are all shorter than so many cells, so many are measured at once: numpy is
quick with many pixels, and slow with many calls."""


class Sprite(NamedTuple):
    """A picture to paint on another one. Rows are `[height, bytes]`, all bytes of a pixel side by
    side, because numpy is quick with long rows."""

    colour: NDArray[np.uint16]
    """As much of the colour as the figure covers, in 256ths."""
    clear: NDArray[np.uint16]
    """What the figure leaves to be seen of what is below it, from 0 to 256."""
    left: int
    """Bytes from the left of the figure's own cell to that of the picture."""
    top: int
    """Pixels from the top of the figure's own cell to that of the picture."""

    def paint_on(self, rows: Bytes, left: int, top: int) -> None:
        """Paint on `rows` what fits; the figure's own cell starts `left` bytes and `top` pixels
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
    colour, cover, left, top = rasterize(figure, cell)
    touched = np.nonzero(cover)  # of a trail's picture these are few
    left_over = (256 * (1 - opacity * cover[touched])).round()[:, None]
    most = 0xFFFF - 0xFF * left_over
    height, width = cover.shape
    colours = np.zeros((height, width, len(channels)), np.uint16)
    colours[touched] = np.minimum(256 * opacity * colour[touched] + 127, most)[:, channels]
    clear = np.full(colours.shape, 256, np.uint16)
    clear[touched] = left_over
    rows = colours.reshape(height, -1), clear.reshape(height, -1)
    return Sprite(*rows, left * len(channels), top)


@lru_cache(maxsize=16)  # the same figure is often wanted in several opacities
def rasterize(figure: Figure, cell: int) -> tuple[Floats, Floats, int, int]:
    """`figure` where a cell has `cell` pixels: its colour, as much of it as it covers, `[row,
    column, 3]`; how much of each pixel it covers, `[row, column]`, from 0 to 1; and how many
    pixels its upper left corner is to the right of that of the figure's own cell, and below it."""
    finer = -(-_FINEST // cell)
    side = cell * finer
    left, top, wide, high = cells_of(figure)
    x = (np.arange(wide * side) + 0.5) / side - 0.5 + left
    y = (np.arange(high * side) + 0.5) / side - 0.5 + top
    # numpy is quick with one colour after the other.
    colour, clear = np.zeros((3, len(y), len(x))).transpose(1, 2, 0), np.ones((len(y), len(x)))
    for shape in figure:
        pad = 1 / side + shape.brush / 2
        rows, columns = part = _near(np.array([*chain(*shape.lines)]), x, y, pad)
        outside = _distance(shape, x[columns], y[rows], pad) - shape.brush / 2
        covered = (0.5 - side * outside).clip(0, 1)
        colour[part] += (np.array(shape.colour) - colour[part]) * covered[..., None]
        clear[part] *= 1 - covered
    if finer > 1:
        colour = colour.reshape(high * cell, finer, wide * cell, finer, 3).mean(axis=(1, 3))
        clear = clear.reshape(high * cell, finer, wide * cell, finer).mean(axis=(1, 3))
    cover = 1 - clear
    down, across = (np.flatnonzero(cover.any(axis=axis)) for axis in (1, 0))
    if not len(down):
        return colour[:1, :1], cover[:1, :1], 0, 0
    part = np.s_[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
    return colour[part], cover[part], left * cell + int(across[0]), top * cell + int(down[0])


def _distance(shape: Shape, x: Floats, y: Floats, pad: float) -> Floats:
    """`[y, x]`: the distance of each point to the nearest line of `shape`, in cells, and negative
    inside an area; infinite if it is more than `pad`."""
    nearest, inside = np.full((len(y), len(x)), np.inf), np.zeros((len(y), len(x)), bool)
    is_area = not shape.brush
    for line in shape.lines:
        corners = np.array((*line, line[0]) if is_area or len(line) == 1 else line)
        is_curve = np.abs(np.diff(corners, axis=0)).max() < _SHORT
        count = _TOGETHER if is_curve else 1
        for first in range(0, len(corners) - 1, count):
            piece = corners[first : first + count + 1]
            rows, columns = part = _near(piece, x, y, pad)
            nearest[part] = np.minimum(nearest[part], _squares(piece, x[columns], y[rows]))
        if is_area:
            inside ^= _inside(corners, x, y)
    distance: Floats = np.sqrt(nearest)
    distance[inside] *= -1
    return distance


def _inside(corners: Floats, x: Floats, y: Floats) -> NDArray[np.bool_]:
    """`[y, x]`: whether each point is inside an outline: whether an odd number of sides is to the
    right of it."""
    (ax, ay), (bx, by) = corners[:-1].T[..., None], corners[1:].T[..., None]
    crosses = (np.minimum(ay, by) <= y) & (y < np.maximum(ay, by))
    level = np.where(ay == by, 1, by - ay)
    at = np.where(crosses, ax + (y - ay) * ((bx - ax) / level), -np.inf)
    inside: NDArray[np.bool_] = (x < at[..., None]).sum(axis=0, dtype=np.uint8) % 2 == 1
    return inside


def _squares(line: Floats, x: Floats, y: Floats) -> Floats:
    """`[y, x]`: the square of the distance of each point to a line with these corners."""
    (ax, ay), (dx, dy) = line[:-1].T[..., None, None], np.diff(line, axis=0).T[..., None, None]
    px, py = x - ax, y[:, None] - ay
    lengths = dx * dx + dy * dy
    lengths[lengths == 0] = 1
    along = np.minimum(np.maximum((px * dx + py * dy) / lengths, 0), 1)
    squares: Floats = ((px - along * dx) ** 2 + (py - along * dy) ** 2).min(axis=0)
    return squares


def _near(points: Floats, x: Floats, y: Floats, pad: float) -> tuple[slice, slice]:
    """The rows and the columns that some points span, with `pad` around them."""
    (left, top), (right, bottom) = points.min(axis=0) - pad, points.max(axis=0) + pad
    return slice(*y.searchsorted((top, bottom))), slice(*x.searchsorted((left, right)))
