"""Pac-Man, the ghosts and the dots as small pygame pictures with smooth edges.

pygame draws hard edges; so each figure is drawn several times as large, and then shrunk.
"""

from functools import lru_cache

from pacgrid.action import Action
from pacgrid.view.palette import Colour
from pacgrid.view.scene import Mood
from pacgrid.view.sdl import pygame
from pacgrid.view.shapes import Area, Figure, Point, dot, ghost, pacman

FINER = 4
"""How many times as large figures are drawn at first."""


@lru_cache(maxsize=512)
def pacman_picture(cell: int, facing: Action, mouth: int) -> pygame.Surface:
    """Pac-Man; `mouth` in degrees, see `PacmanFigure`."""
    return _picture(cell, pacman(facing, mouth))


@lru_cache(maxsize=512)
def ghost_picture(cell: int, number: int, looking: Action, mood: Mood, wave: int) -> pygame.Surface:
    """A ghost; its hem has two shapes, `wave` 0 and 1."""
    return _picture(cell, ghost(number, looking, mood, wave))


@lru_cache(maxsize=256)
def dot_picture(cell: int, diameter: int, colour: Colour) -> pygame.Surface:
    """A dot in the middle of a cell; `diameter` in hundredths of the cell."""
    return _picture(cell, dot(diameter, colour))


def _picture(cell: int, figure: Figure) -> pygame.Surface:
    """`figure` in a cell of `cell` pixels."""
    side = cell * FINER
    canvas = pygame.Surface((side, side), pygame.SRCALPHA)

    def pixel(point: Point) -> Point:
        return (point[0] + 0.5) * side, (point[1] + 0.5) * side

    for shape in figure:
        if isinstance(shape, Area):
            pygame.draw.polygon(canvas, shape.colour, [pixel(point) for point in shape.points])
        else:
            for point in shape.points:
                pygame.draw.circle(canvas, shape.colour, pixel(point), shape.radius * side)
    # Shrinking mixes colours of clear pixels in; multiplied by their alpha they weigh nothing.
    return pygame.transform.smoothscale(canvas.premul_alpha(), (cell, cell))
