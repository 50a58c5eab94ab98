"""Pac-Man, the ghosts, the dots and the marks as paths of SVG: drawings, pages and windows all show
these.

Lengths are in 200ths of a cell, x to the right and y downwards, from the middle of a figure's own
cell.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.maze import HalfPosition
from pacgrid.session.scene import LABEL_RIM, Mood
from pacgrid.session.themes import DARK, Colour, Ink, Theme, ink_on, letters_in

UNIT = 200
"""A cell."""
FOOD_SIZE = 20
"""The diameter of food, in hundredths of a cell."""
TINT_OPACITY, TRAIL_OPACITY, ARROW_OPACITY = 0.55, 0.6, 0.85
"""Of the strongest tint, and of all trails and arrows: what is below shines through."""
CAPITALS = 0.72
"""How high capital letters and digits are, by the size of a font."""
_TRAIL, _HEAD_SIDE = 24, 40
"""How wide trails are, and how far the head of an arrow reaches beside it."""
_ASIDE = (0, 28, -28, 50, -50)
"""How far the trails of agents are moved to the lower right, so that they run side by side."""
_LABEL_SIZE, _POINTS_SIZE = 84, 108
"""The sizes of letters: four digits of a label are about as wide as a cell; points are larger."""
_ANGLES = {Action.NORTH: 90, Action.EAST: 0, Action.SOUTH: 270, Action.WEST: 180, Action.STOP: 0}

Point = tuple[float, float]


class Shape(NamedTuple):
    """A path, filled or drawn with a round brush."""

    colour: Colour
    path: str
    brush: float = 0
    """The width of the brush; 0 fills the path."""


class Letters(NamedTuple):
    """A text, in the middle from left to right."""

    colour: Colour
    text: str
    size: float
    """That of the font."""
    baseline: float
    rim: Colour | None = None
    """The colour of a rim that sets the letters off from what is below them."""


class Figure(NamedTuple):
    """Shapes and letters, one over the other."""

    parts: tuple[Shape | Letters, ...]
    cells: tuple[int, int, int, int] = (0, 0, 1, 1)
    """The cells that it reaches into: how many to the right of its own one the first is and how
    many below it, and how many they are from left to right and from top to bottom."""


def food(theme: Theme = DARK) -> Figure:
    """A dot to eat."""
    return _dot(FOOD_SIZE, theme.food)


def capsule(diameter: int, theme: Theme = DARK) -> Figure:
    """A large dot; `diameter` in hundredths of a cell, see `capsule_size`."""
    return _dot(diameter, theme.capsule)


def capsule_size(pulse: float) -> int:
    """The diameter of a capsule, in hundredths of a cell; `pulse` from 0 to 1, see `Scene`."""
    return round(46 + 12 * pulse)


def pacman(facing: Action, mouth: int, theme: Theme = DARK) -> Figure:
    """Pac-Man; `mouth` in degrees, see `PacmanFigure`."""
    if mouth >= 180:
        return Figure(())
    # An arc needs two ends: a shut mouth is open by a hair.
    angle, lip = _ANGLES[facing], max(mouth, 0.1)
    hinge, upper, lower = _at(12, angle + 180), _at(86, angle + lip), _at(86, angle - lip)
    far = int(lip < 90)
    path = f"M{_pair(hinge)}L{_pair(upper)}A86 86 0 {far} 0 {_pair(lower)}z"
    return Figure((Shape(theme.pacman, path),))


def ghost(number: int, looking: Action, mood: Mood, wave: int, theme: Theme = DARK) -> Figure:
    """A ghost; its hem has two shapes, `wave` 0 and 1."""
    eyes = [*_eyes(looking, theme, rimmed=mood is Mood.EATEN and theme.light)]
    if mood is Mood.EATEN:
        return Figure((*eyes,))
    if mood is Mood.ACTIVE:
        colour = theme.ghost(number)
        worn = [Letters(ink_on(colour), str(number), 74, 58)] if theme.numbered else []
        return Figure((Shape(colour, _ghost_body(wave)), *eyes, *worn))
    scared = mood is Mood.SCARED
    body, face = (theme.scared, theme.eye) if scared else (theme.flashing, theme.scared)
    pupils = _ellipse(-28, -20, 12.5, 12.5) + _ellipse(28, -20, 12.5, 12.5)
    mouth = Shape(face, f"M-48 23{_waves(6, 16, 14)}", 10)
    return Figure((Shape(body, _ghost_body(wave)), Shape(face, pupils), mouth))


def symbol(agent: int, text: str, theme: Theme = DARK) -> Figure:
    """What stands for an agent of another game: a letter on a disc of its colour."""
    colour = theme.agent(agent)
    letter = Letters(ink_on(colour), text[:1], 122, 122 * CAPITALS / 2)
    return Figure((*_dot(90, colour).parts, letter))


def tint(ink: Ink, theme: Theme = DARK) -> Figure:
    """What a tinted cell is covered with."""
    return tile(getattr(theme, ink))


def tile(colour: Colour) -> Figure:
    """A coloured cell with round corners."""
    corner = "a24 24 0 0 1"
    sides = f"h146{corner} 24 24v146{corner} -24 24h-146{corner} -24 -24v-146{corner} 24 -24z"
    return Figure((Shape(colour, f"M-73 -97{sides}"),))


def trail(agent: int, points: tuple[HalfPosition, ...], theme: Theme = DARK) -> Figure:
    """A trail, around the cell that it starts in; where an agent jumps, it has a gap."""
    colour, aside = theme.agent(agent), _ASIDE[agent % len(_ASIDE)]
    start_x, start_y = points[0]
    way = [(UNIT * (x - start_x) + aside, UNIT * (start_y - y) + aside) for x, y in points]
    end, head = _arrow_head(*way[-2:])
    runs = ["M" + _pair(way[0])]
    for before, after in pairwise([*way[:-1], end]):
        runs.append("ML"[math.dist(before, after) < 1.01 * UNIT] + _pair(after))
    return Figure((Shape(colour, "".join(runs), _TRAIL), Shape(colour, head)), _cells_around(way))


def arrow(dx: float, dy: float, colour: Colour) -> Figure:
    """An arrow to the cell so many cells to the right and *up*; a ring if that is the same one."""
    if not dx and not dy:
        return Figure((Shape(colour, _ellipse(0, 0, 84, 84), _TRAIL),))
    tip = UNIT * dx, -UNIT * dy
    end, head = _arrow_head((0, 0), tip)
    line = Shape(colour, f"M0 0L{_pair(end)}", _TRAIL)
    return Figure((line, Shape(colour, head)), _cells_around([(0, 0), tip]))


def label(text: str, ink: Ink, theme: Theme = DARK) -> Figure:
    """`text` in the middle of a cell. A short one has letters of the size in which four fit."""
    size = min(_LABEL_SIZE, 4 * _LABEL_SIZE / max(len(text), 1))
    return _lettering(text, letters_in(theme, ink), theme, size)


def points(text: str, theme: Theme = DARK) -> Figure:
    """Points that rise from where they were earned."""
    return _lettering(text, theme.text, theme, _POINTS_SIZE)


def wave_at(position: HalfPosition) -> int:
    """Which shape a ghost's hem has there: it swings as the ghost goes."""
    x, y = position
    return int(2 * (x + y)) % 2


def hexed(colour: Colour) -> str:
    """A colour as HTML and SVG write it.

    >>> hexed((255, 212, 20))
    '#ffd414'
    """
    return "#" + bytes(colour).hex()


def rim_width(letters: Letters) -> float:
    """The width of the brush that draws the rim of letters."""
    return 2 * LABEL_RIM * UNIT * letters.size / _LABEL_SIZE


def _lettering(text: str, colour: Colour, theme: Theme, size: float) -> Figure:
    letters = Letters(colour, text, round(size, 1), round(size * CAPITALS / 2, 1), theme.background)
    return Figure((letters,) if text else (), (-1, 0, 3, 1))


def _dot(diameter: int, colour: Colour) -> Figure:
    """A disc; `diameter` in hundredths of a cell."""
    return Figure((Shape(colour, _ellipse(0, 0, diameter, diameter)),))


def _ellipse(x: float, y: float, width: float, height: float) -> str:
    """An ellipse with these radii."""
    half = f"a{width:g} {height:g} 0 1 0"
    return f"M{x - width:g} {y:g}{half} {2 * width:g} 0{half} {-2 * width:g} 0z"


def _waves(count: int, along: float, height: float) -> str:
    """Half waves to one side, first `height` downwards, then back up. A third of the way to the
    control points makes cubic curves nearly cosines."""
    near, far = round(0.3642 * along, 1), round(0.6358 * along, 1)
    steps = (height * (-1) ** step for step in range(count))
    return "".join(f"c{near:g} 0 {far:g} {dy:g} {along:g} {dy:g}" for dy in steps)


def _ghost_body(wave: int) -> str:
    hem, height = (62, 22) if wave else (84, -22)
    return f"M-82 -4A82 82 0 0 1 82 -4V{hem}{_waves(6, -27.3, height)}z"


def _eyes(looking: Action, theme: Theme, *, rimmed: bool) -> Iterator[Shape]:
    """A ghost's eyes; with rims they stand out from light ground."""
    dx, dy = looking.vector
    height = -36 if theme.numbered else -16  # room for the number below
    middles = [(33 * side + 10 * dx, height - 10 * dy) for side in (-1, 1)]
    if rimmed:
        yield Shape(theme.pupil, _ellipses(middles, 29, 35))
    yield Shape(theme.eye, _ellipses(middles, 23, 29))
    yield Shape(theme.pupil, _ellipses(((x + 11 * dx, y - 15 * dy) for x, y in middles), 13, 13))


def _ellipses(middles: Iterable[Point], width: float, height: float) -> str:
    return "".join(_ellipse(x, y, width, height) for x, y in middles)


def _arrow_head(start: Point, tip: Point) -> tuple[Point, str]:
    """Where an arrow's line ends, covered by its head; and the outline of the head."""
    (bx, by), (ax, ay) = start, tip
    length = math.dist(start, tip) or 1
    dx, dy = (ax - bx) / length, (ay - by) / length
    corners = (
        (ax + along * dx - off * dy, ay + along * dy + off * dx)
        for along, off in ((30, 0), (-30, _HEAD_SIDE), (-30, -_HEAD_SIDE))
    )
    return (ax - 20 * dx, ay - 20 * dy), f"M{'L'.join(map(_pair, corners))}z"


def _cells_around(way: Iterable[Point]) -> tuple[int, int, int, int]:
    """The cells that an arrow along these points reaches into."""
    columns, rows = zip(*way, strict=True)
    left, top, right, bottom = (
        math.floor((side + margin) / UNIT + 0.5)
        for side, margin in zip(
            (min(columns), min(rows), max(columns), max(rows)),
            (-_HEAD_SIDE, -_HEAD_SIDE, _HEAD_SIDE, _HEAD_SIDE),
            strict=True,
        )
    )
    return left, top, right + 1 - left, bottom + 1 - top


def _at(distance: float, degrees: float) -> Point:
    """A point around the middle: 0 is east, 90 is up."""
    turn = math.radians(degrees)
    return distance * math.cos(turn), -distance * math.sin(turn)


def _pair(point: Point) -> str:
    x, y = (round(value, 1) + 0 for value in point)
    return f"{x:g} {y:g}"
