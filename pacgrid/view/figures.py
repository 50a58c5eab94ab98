"""Pac-Man, the ghosts and the dots as small pictures with smooth edges.

pygame draws hard edges; so each figure is drawn several times as large, and then shrunk.
"""

import math
from collections.abc import Callable
from functools import lru_cache

from pacgrid.action import Action
from pacgrid.view.palette import (
    EYE,
    FLASHING,
    PACMAN,
    PUPIL,
    SCARED,
    Colour,
    ghost_colour,
)
from pacgrid.view.scene import Mood
from pacgrid.view.sdl import pygame

FINER = 4
"""How many times as large figures are drawn at first."""

Point = tuple[float, float]
_ANGLES = {Action.NORTH: 90, Action.EAST: 0, Action.SOUTH: 270, Action.WEST: 180, Action.STOP: 0}


@lru_cache(maxsize=512)
def pacman_picture(cell: int, facing: Action, mouth: int) -> pygame.Surface:
    """Pac-Man; `mouth` in degrees, see `PacmanFigure`."""

    def draw(canvas: pygame.Surface, unit: float, middle: float) -> None:
        if mouth < 180:
            arc = _arc(middle, middle, 0.43 * unit, _ANGLES[facing] + mouth, 360 - 2 * mouth)
            hinge = _arc(middle, middle, 0.06 * unit, _ANGLES[facing] + 180, 0)[:1]
            pygame.draw.polygon(canvas, PACMAN, [*hinge, *arc])

    return _picture(cell, draw)


@lru_cache(maxsize=512)
def ghost_picture(cell: int, number: int, looking: Action, mood: Mood, wave: int) -> pygame.Surface:
    """A ghost; its hem has two shapes, `wave` 0 and 1."""

    def draw(canvas: pygame.Surface, unit: float, middle: float) -> None:
        if mood is not Mood.EATEN:
            colours = {Mood.SCARED: SCARED, Mood.FLASHING: FLASHING}
            colour = colours.get(mood, ghost_colour(number))
            pygame.draw.polygon(canvas, colour, _ghost_outline(unit, middle, wave))
        if mood in (Mood.ACTIVE, Mood.EATEN):
            _draw_eyes(canvas, unit, middle, looking)
        else:
            _draw_frightened_face(canvas, unit, middle, EYE if mood is Mood.SCARED else SCARED)

    return _picture(cell, draw)


@lru_cache(maxsize=256)
def dot_picture(cell: int, diameter: int, colour: Colour) -> pygame.Surface:
    """A dot in the middle of a cell; `diameter` in hundredths of the cell."""

    def draw(canvas: pygame.Surface, unit: float, middle: float) -> None:
        pygame.draw.circle(canvas, colour, (middle, middle), unit * diameter / 200)

    return _picture(cell, draw)


def _ghost_outline(unit: float, middle: float, wave: int) -> list[Point]:
    radius, hem = 0.41 * unit, middle + 0.42 * unit
    waves, height = 3, 0.055 * unit
    dome = _arc(middle, middle - 0.02 * unit, radius, 180, -180)
    ripples = []
    for step in range(61):
        along = step / 60
        dip = math.cos(2 * math.pi * (waves * along + wave / 2))
        ripples.append((middle + radius * (1 - 2 * along), hem - height * (1 - dip)))
    return [*dome, *ripples]


def _draw_eyes(canvas: pygame.Surface, unit: float, middle: float, looking: Action) -> None:
    dx, dy = looking.vector
    for side in (-1, 1):
        x = middle + (0.165 * side + 0.05 * dx) * unit
        y = middle - (0.08 + 0.05 * dy) * unit
        pygame.draw.ellipse(canvas, EYE, _box(x, y, 0.115 * unit, 0.145 * unit))
        pupil = (x + 0.055 * dx * unit, y - 0.075 * dy * unit)
        pygame.draw.circle(canvas, PUPIL, pupil, 0.066 * unit)


def _draw_frightened_face(
    canvas: pygame.Surface, unit: float, middle: float, colour: Colour
) -> None:
    for side in (-1, 1):
        eye = (middle + 0.14 * side * unit, middle - 0.1 * unit)
        pygame.draw.circle(canvas, colour, eye, 0.062 * unit)
    for step in range(121):
        along = step / 60 - 1
        y = middle + (0.15 + 0.035 * math.cos(3.5 * math.pi * along)) * unit
        pygame.draw.circle(canvas, colour, (middle + 0.25 * along * unit, y), 0.024 * unit)


def _arc(x: float, y: float, radius: float, start: float, sweep: float) -> list[Point]:
    """Points on a circle, from `start` degrees on (0 is east, 90 is up)."""
    steps = 72
    angles = (math.radians(start + sweep * step / steps) for step in range(steps + 1))
    return [(x + radius * math.cos(a), y - radius * math.sin(a)) for a in angles]


def _box(x: float, y: float, half_width: float, half_height: float) -> pygame.Rect:
    return pygame.Rect(
        round(x - half_width), round(y - half_height), round(2 * half_width), round(2 * half_height)
    )


def _picture(cell: int, draw: Callable[[pygame.Surface, float, float], None]) -> pygame.Surface:
    """What `draw(canvas, unit, middle)` draws, shrunk to a cell of `cell` pixels."""
    side = cell * FINER
    canvas = pygame.Surface((side, side), pygame.SRCALPHA)
    draw(canvas, float(side), side / 2)
    # Shrinking mixes colours of clear pixels in; multiplied by their alpha they weigh nothing.
    return pygame.transform.smoothscale(canvas.premul_alpha(), (cell, cell))
