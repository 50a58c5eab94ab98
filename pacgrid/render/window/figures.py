"""Pac-Man, the ghosts and the dots as small pygame pictures with smooth edges.

pygame draws hard edges; so each figure is drawn several times as large, and then shrunk.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from pacgrid.render.curves import Point
from pacgrid.render.shapes import Area, Figure, cells_of
from pacgrid.render.window.sdl import pygame
from pacgrid.session.themes import Colour, Theme

FINER = 4
"""How many times as large figures are drawn at first."""


@lru_cache(maxsize=16)
def pictures(cell: int, theme: Theme) -> Callable[..., pygame.Surface]:
    """A function for pictures of one size in one theme: with `draw, *options` it gives the figure
    `draw(*options, theme)` in a cell of `cell` pixels. What it has drawn, it keeps."""

    @lru_cache(maxsize=512)
    def picture(
        draw: Callable[..., Figure], *options: object, opacity: float = 1
    ) -> pygame.Surface:
        return faded(drawn(draw(*options, theme), cell), opacity)

    return picture


def drawn(figure: Figure, cell: int) -> pygame.Surface:
    """`figure` where a cell has `cell` pixels; as large as the cells that it reaches into."""
    side = cell * FINER
    left, top, wide, high = cells_of(figure)
    canvas = pygame.Surface((wide * side, high * side), pygame.SRCALPHA)

    def pixel(point: Point) -> pygame.Vector2:
        return pygame.Vector2(point[0] + 0.5 - left, point[1] + 0.5 - top) * side

    for shape in figure:
        points = [pixel(point) for point in shape.points]
        if isinstance(shape, Area):
            pygame.draw.polygon(canvas, shape.colour, points)
        else:
            _brush(canvas, shape.colour, points, shape.radius * side)
    return shrunk(canvas, (wide * cell, high * cell))


def shrunk(canvas: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A picture in another size, its colours multiplied by their alpha.

    Shrinking mixes colours of clear pixels in; multiplied by their alpha they weigh nothing.
    """
    return pygame.transform.smoothscale(canvas.premul_alpha(), size)


def faded(picture: pygame.Surface, opacity: float) -> pygame.Surface:
    """The same, but what is below it shines through. `opacity` from 0 to 1."""
    if opacity < 1:
        part = round(255 * opacity)
        picture.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def _brush(
    canvas: pygame.Surface, colour: Colour, points: list[pygame.Vector2], radius: float
) -> None:
    """Draw a line with a round brush."""
    for point in points:
        pygame.draw.circle(canvas, colour, point, radius)
    for start, end in pairwise(points):
        if (end - start).length() > radius / 2:
            off = (end - start).rotate(90)
            off.scale_to_length(radius)
            pygame.draw.polygon(canvas, colour, [start - off, start + off, end + off, end - off])
