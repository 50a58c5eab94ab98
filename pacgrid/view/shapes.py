"""Pac-Man, the ghosts and the dots as shapes, the same for every painter.

A figure is a few shapes, painted one over the other. Their points are in cells from the middle of
the figure's own cell, x to the right and y *downwards*, as pixels go.
"""

import math
from dataclasses import dataclass

from pacgrid.action import Action
from pacgrid.maze import HalfPosition
from pacgrid.view.palette import EYE, FLASHING, PACMAN, PUPIL, SCARED, Colour, ghost_colour
from pacgrid.view.scene import Mood

Point = tuple[float, float]

FOOD_SIZE = 20
"""The diameter of food, in hundredths of a cell."""
_ANGLES = {Action.NORTH: 90, Action.EAST: 0, Action.SOUTH: 270, Action.WEST: 180, Action.STOP: 0}


@dataclass(frozen=True)
class Area:
    """All that is inside an outline."""

    colour: Colour
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Stroke:
    """A line drawn with a round brush; a disc, if it has one point only.

    The points are closer together than the brush is wide.
    """

    colour: Colour
    points: tuple[Point, ...]
    radius: float


Figure = tuple[Area | Stroke, ...]


def dot(diameter: int, colour: Colour) -> Figure:
    """A dot; `diameter` in hundredths of a cell."""
    return (Stroke(colour, ((0, 0),), diameter / 200),)


def capsule_size(pulse: float) -> int:
    """The diameter of a capsule, in hundredths of a cell; `pulse` from 0 to 1, see `Scene`."""
    return round(46 + 12 * pulse)


def pacman(facing: Action, mouth: int) -> Figure:
    """Pac-Man; `mouth` in degrees, see `PacmanFigure`."""
    if mouth >= 180:
        return ()
    angle = _ANGLES[facing]
    hinge = _arc((0, 0), 0.06, 0.06, angle + 180, 0, steps=0)
    return (Area(PACMAN, (*hinge, *_arc((0, 0), 0.43, 0.43, angle + mouth, 360 - 2 * mouth))),)


def ghost(number: int, looking: Action, mood: Mood, wave: int) -> Figure:
    """A ghost; its hem has two shapes, `wave` 0 and 1."""
    if mood is Mood.EATEN:
        return _eyes(looking)
    if mood is Mood.ACTIVE:
        return Area(ghost_colour(number), _ghost_outline(wave)), *_eyes(looking)
    body, face = (SCARED, EYE) if mood is Mood.SCARED else (FLASHING, SCARED)
    return Area(body, _ghost_outline(wave)), *_frightened_face(face)


def wave_at(position: HalfPosition) -> int:
    """Which shape a ghost's hem has there: it swings as the ghost goes."""
    x, y = position
    return int(2 * (x + y)) % 2


def _ghost_outline(wave: int) -> tuple[Point, ...]:
    radius, hem = 0.41, 0.42
    waves, height = 3, 0.055
    ripples = []
    for step in range(49):
        along = step / 48
        dip = math.cos(2 * math.pi * (waves * along + wave / 2))
        ripples.append((radius * (1 - 2 * along), hem - height * (1 - dip)))
    return *_arc((0, -0.02), radius, radius, 180, -180, steps=36), *ripples


def _eyes(looking: Action) -> Figure:
    dx, dy = looking.vector
    shapes: list[Area | Stroke] = []
    for side in (-1, 1):
        x, y = 0.165 * side + 0.05 * dx, -0.08 - 0.05 * dy
        shapes.append(Area(EYE, _arc((x, y), 0.115, 0.145, 0, 360, steps=36)))
        shapes.append(Stroke(PUPIL, ((x + 0.055 * dx, y - 0.075 * dy),), 0.066))
    return tuple(shapes)


def _frightened_face(colour: Colour) -> Figure:
    eyes = (Stroke(colour, ((0.14 * side, -0.1),), 0.062) for side in (-1, 1))
    path = (step / 24 - 1 for step in range(49))
    mouth = ((0.25 * along, 0.15 + 0.035 * math.cos(3.5 * math.pi * along)) for along in path)
    return *eyes, Stroke(colour, tuple(mouth), 0.024)


def _arc(
    centre: Point, wide: float, high: float, start: float, sweep: float, *, steps: int = 72
) -> tuple[Point, ...]:
    """Points on an ellipse, from `start` degrees on (0 is east, 90 is up)."""
    x, y = centre
    turns = (math.radians(start + sweep * step / max(steps, 1)) for step in range(steps + 1))
    return tuple((x + wide * math.cos(a), y - high * math.sin(a)) for a in turns)
