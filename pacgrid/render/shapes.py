"""Pac-Man, the ghosts, the dots and the marks as shapes, the same for every painter.

The points of shapes are in cells from the middle of the figure's own cell, x to the right and y
*downwards*, as pixels go.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise

from pacgrid.action import Action
from pacgrid.maze import HalfPosition
from pacgrid.render.curves import Line, Point, arc
from pacgrid.render.glyphs import DIGITS, glyph
from pacgrid.session.scene import LABEL_RIM, Mood
from pacgrid.session.themes import DARK, Colour, Ink, Theme, ink_on, letters_in

FOOD_SIZE = 20
"""The diameter of food, in hundredths of a cell."""
TRAIL_WIDTH = 0.12
"""In cells."""
TINT_OPACITY, TRAIL_OPACITY, ARROW_OPACITY = 0.55, 0.6, 0.85
"""Of the strongest tint, and of all trails and arrows: what is below shines through."""
_ASIDE = (0.0, 0.14, -0.14, 0.25, -0.25)
"""How far, in cells, the trails of agents are moved to the lower right."""
_ARROW_HEAD = ((0.15, 0), (-0.15, 0.2), (-0.15, -0.2))
"""How far ahead of the trail's last point, and how far beside it."""
_LETTER_WIDTH, _LETTER_HEIGHT, _LETTER_GAP, _LETTER_BRUSH = 0.074, 0.3, 0.083, 0.06
"""In cells: half a digit's width, the height of letters, what is between them, their brush."""
_POINTS_SIZE = 1.3
"""How much larger the letters of points are than those of labels."""
_ANGLES = {Action.NORTH: 90, Action.EAST: 0, Action.SOUTH: 270, Action.WEST: 180, Action.STOP: 0}


@dataclass(frozen=True)
class Shape:
    """Lines drawn with a round brush, or the area inside them."""

    colour: Colour
    lines: tuple[Line, ...]
    brush: float = 0
    """The diameter of the brush, in cells; 0 fills the area. Of a line of one point it makes a
    disc."""


class Figure(tuple[Shape, ...]):
    """A few shapes, painted one over the other. Its hash is computed once: painters and pages
    keep figures by it."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()


@lru_cache(maxsize=4096)
def cells_of(figure: Figure) -> tuple[int, int, int, int]:
    """The cells that a figure reaches into: how many to the left of its own one and above it, as
    negative numbers, and how many they are from left to right and from top to bottom."""
    left = top = right = bottom = 0
    for shape in figure:
        off = shape.brush / 2 - 0.5
        columns, rows = zip(*chain(*shape.lines), strict=True)
        left = max(left, math.ceil(off - min(columns)))
        top = max(top, math.ceil(off - min(rows)))
        right = max(right, math.ceil(off + max(columns)))
        bottom = max(bottom, math.ceil(off + max(rows)))
    return -left, -top, left + 1 + right, top + 1 + bottom


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
        return Figure()
    angle = _ANGLES[facing]
    hinge = arc((0, 0), 0.06, 0.06, angle + 180, 0, steps=0)
    lips = arc((0, 0), 0.43, 0.43, angle + mouth, 360 - 2 * mouth)
    return Figure([Shape(theme.pacman, ((*hinge, *lips),))])


def ghost(number: int, looking: Action, mood: Mood, wave: int, theme: Theme = DARK) -> Figure:
    """A ghost; its hem has two shapes, `wave` 0 and 1."""
    if mood is Mood.EATEN:
        return Figure(_eyes(looking, theme, rim=0.03 if theme.light else 0))
    if mood is Mood.ACTIVE:
        colour = theme.ghost(number)
        number_ = [Shape(ink_on(colour), (digit(number),), 0.072)] if theme.numbered else []
        return Figure([Shape(colour, (_ghost_outline(wave),)), *_eyes(looking, theme), *number_])
    scared = mood is Mood.SCARED
    body, face = (theme.scared, theme.eye) if scared else (theme.flashing, theme.scared)
    return Figure([Shape(body, (_ghost_outline(wave),)), *_frightened_face(face)])


def symbol(agent: int, text: str, theme: Theme = DARK) -> Figure:
    """What stands for an agent of another game: a letter on a disc of its colour."""
    colour = theme.agent(agent)
    disc = Shape(colour, (((0.0, 0.0),),), 0.9)
    lines = [[(0.16 * x, 0.44 * (y - 0.5)) for x, y in line] for line in glyph(text[:1]).lines]
    return Figure([disc, Shape(ink_on(colour), tuple(map(tuple, lines)), 0.1)])


def tint(ink: Ink, theme: Theme = DARK) -> Figure:
    """What a tinted cell is covered with."""
    return tile(getattr(theme, ink))


def tile(colour: Colour) -> Figure:
    """A coloured cell with round corners."""
    side, radius = 0.485, 0.12
    inner = side - radius
    corners = ((inner, -inner, 0), (-inner, -inner, 90), (-inner, inner, 180), (inner, inner, 270))
    arcs = (arc((x, y), radius, radius, start, 90, steps=12) for x, y, start in corners)
    return Figure([Shape(colour, (tuple(chain(*arcs)),))])


def trail(agent: int, points: tuple[HalfPosition, ...], theme: Theme = DARK) -> Figure:
    """A trail, around the cell that it starts in. Trails of different agents run side by side;
    where an agent jumps, its trail has a gap."""
    colour, aside = theme.agent(agent), _ASIDE[agent % len(_ASIDE)]
    start_x, start_y = points[0]
    way = [(x - start_x + aside, start_y - y + aside) for x, y in points]
    runs = [[way[0]]]
    for before, after in pairwise(way):
        if math.dist(before, after) > 1.01:
            runs.append([])
        runs[-1].append(after)
    runs[-1][-1], head = _arrow_head(*way[-2:])
    return Figure([Shape(colour, tuple(map(tuple, runs)), TRAIL_WIDTH), Shape(colour, (head,))])


def arrow(dx: float, dy: float, colour: Colour) -> Figure:
    """An arrow to the cell so many cells to the right and *up*; a ring if that is the same one."""
    if not dx and not dy:
        return Figure([Shape(colour, (arc((0, 0), 0.42, 0.42, 0, 360),), TRAIL_WIDTH)])
    end, head = _arrow_head((0, 0), (dx, -dy))
    return Figure([Shape(colour, (((0, 0), end),), TRAIL_WIDTH), Shape(colour, (head,))])


def label(text: str, ink: Ink, theme: Theme = DARK) -> Figure:
    """`text` in the middle of a cell, with a rim that sets it off. Letters always have the size
    in which four of them fit."""
    return _letters(text, letters_in(theme, ink), theme, size=1, room=1)


def points(text: str, theme: Theme = DARK) -> Figure:
    """Points that rise from where they were earned."""
    return _letters(text, theme.text, theme, size=_POINTS_SIZE, room=2)


def digit(number: int) -> tuple[Point, ...]:
    """The line that writes a digit from 1 to 9 on a ghost."""
    return tuple((0.1 * x, 0.05 + 0.21 * y) for x, y in DIGITS[number])


def wave_at(position: HalfPosition) -> int:
    """Which shape a ghost's hem has there: it swings as the ghost goes."""
    x, y = position
    return int(2 * (x + y)) % 2


def _letters(text: str, colour: Colour, theme: Theme, *, size: float, room: float) -> Figure:
    """`text` with a rim, `size` times as large as in a label, at most `room` cells wide."""
    glyphs = [glyph(letter) for letter in text]
    width = sum(each.width for each in glyphs) * _LETTER_WIDTH + _LETTER_GAP * (len(glyphs) - 1)
    squeeze = min(size, (room - 0.01 - 2 * LABEL_RIM - _LETTER_BRUSH) / max(width, 0.1))
    lines: list[Line] = []
    left = -width / 2
    for each in glyphs:
        middle = left + each.width * _LETTER_WIDTH / 2
        left += each.width * _LETTER_WIDTH + _LETTER_GAP
        for line in each.lines:
            points = (
                (squeeze * (middle + x * _LETTER_WIDTH), size * (y - 0.5) * _LETTER_HEIGHT)
                for x, y in line
            )
            lines.append(tuple(points))
    if not lines:
        return Figure()
    brush = size * _LETTER_BRUSH
    rim = Shape(theme.background, tuple(lines), brush + 2 * LABEL_RIM)
    return Figure([rim, Shape(colour, tuple(lines), brush)])


def _dot(diameter: int, colour: Colour) -> Figure:
    return Figure([Shape(colour, (((0, 0),),), diameter / 100)])


def _arrow_head(start: Point, tip: Point) -> tuple[Point, tuple[Point, ...]]:
    """Where an arrow's line ends, covered by its head; and the outline of the head."""
    (bx, by), (ax, ay) = start, tip
    length = math.dist(start, tip) or 1
    dx, dy = (ax - bx) / length, (ay - by) / length
    head = ((ax + along * dx - off * dy, ay + along * dy + off * dx) for along, off in _ARROW_HEAD)
    return (ax - 0.1 * dx, ay - 0.1 * dy), tuple(head)


def _ghost_outline(wave: int) -> tuple[Point, ...]:
    radius, hem = 0.41, 0.42
    waves, height = 3, 0.055
    ripples = []
    for step in range(49):
        along = step / 48
        dip = math.cos(2 * math.pi * (waves * along + wave / 2))
        ripples.append((radius * (1 - 2 * along), hem - height * (1 - dip)))
    return *arc((0, -0.02), radius, radius, 180, -180, steps=36), *ripples


def _eyes(looking: Action, theme: Theme, *, rim: float = 0) -> Iterator[Shape]:
    """A ghost's eyes; with a `rim` they stand out from light ground."""
    dx, dy = looking.vector
    height = -0.18 if theme.numbered else -0.08  # room for the number below
    middles = [(0.165 * side + 0.05 * dx, height - 0.05 * dy) for side in (-1, 1)]
    if rim:
        rims = (arc(middle, 0.115 + rim, 0.145 + rim, 0, 360) for middle in middles)
        yield Shape(theme.pupil, tuple(rims))
    eyes = (arc(middle, 0.115, 0.145, 0, 360, steps=36) for middle in middles)
    yield Shape(theme.eye, tuple(eyes))
    pupils = (((x + 0.055 * dx, y - 0.075 * dy),) for x, y in middles)
    yield Shape(theme.pupil, tuple(pupils), 0.132)


def _frightened_face(colour: Colour) -> Iterator[Shape]:
    yield Shape(colour, (((-0.14, -0.1),), ((0.14, -0.1),)), 0.124)
    path = (step / 24 - 1 for step in range(49))
    mouth = ((0.25 * along, 0.15 + 0.035 * math.cos(3.5 * math.pi * along)) for along in path)
    yield Shape(colour, (tuple(mouth),), 0.048)
