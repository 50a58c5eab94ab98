"""Pac-Man, the ghosts and the dots as small pygame pictures with smooth edges."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from pacgrid.render.display_list import figures
from pacgrid.render.sdl import pygame
from pacgrid.render.shapes import Figure, cells_of
from pacgrid.render.sprites import rasterize
from pacgrid.session.themes import Theme


@lru_cache(maxsize=16)
def pictures(cell: int, theme: Theme) -> Callable[..., pygame.Surface]:
    """A function for pictures of one size in one theme: with `draw, *options` it gives the figure
    `draw(*options, theme)` in a cell of `cell` pixels. What it has drawn, it keeps."""

    @lru_cache(maxsize=512)
    def picture(draw: Callable[..., Figure], *options: object) -> pygame.Surface:
        return surface_of(figures(theme)(draw, *options), cell)

    return picture


def surface_of(figure: Figure, cell: int) -> pygame.Surface:
    """`figure` where a cell has `cell` pixels, its colours multiplied by their alpha; as large as
    the cells that it reaches into."""
    first_column, first_row, wide, high = cells_of(figure)
    colour, cover, left, top = rasterize(figure, cell)
    rows, columns = cover.shape
    pixels = np.zeros((high * cell, wide * cell, 4), np.uint8)
    top, left = top - first_row * cell, left - first_column * cell
    part = pixels[top : top + rows, left : left + columns]
    part[..., :3], part[..., 3] = colour.round(), (255 * cover).round()
    return pygame.image.frombytes(pixels.tobytes(), (wide * cell, high * cell), "RGBA")
