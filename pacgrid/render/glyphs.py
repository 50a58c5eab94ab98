"""Digits and the other letters of labels, as lines: they look the same on every machine."""

import math
from functools import partial
from typing import NamedTuple

from pacgrid.render.curves import Point, arc


class Glyph(NamedTuple):
    """A letter. Capitals are 1 high; `y` counts from their upper edge, `x` from the middle."""

    width: float
    """A digit is 2 wide."""
    lines: tuple[tuple[Point, ...], ...]


_curve = partial(arc, steps=24)
_SIX = ((0.5, 0.0), (-0.75, 0.48), *_curve((0, 0.69), 1, 0.31, 150, 360))
DIGITS: tuple[tuple[Point, ...], ...] = (
    (*_curve((0, 0.5), 0.95, 0.5, 90, 360),),
    ((-0.55, 0.25), (0.2, 0), (0.2, 1)),
    (*_curve((0, 0.27), 0.9, 0.27, 165, -205), (-0.95, 1), (1, 1)),
    (*_curve((0, 0.24), 0.85, 0.24, 160, -250), *_curve((0, 0.74), 0.95, 0.26, 90, -250)),
    ((0.5, 1), (0.5, 0), (-1, 0.7), (1, 0.7)),
    ((0.85, 0), (-0.65, 0), (-0.75, 0.45), *_curve((0, 0.68), 0.95, 0.32, 130, -280)),
    _SIX,
    ((-0.95, 0), (0.95, 0), (-0.25, 1)),
    (*_curve((0, 0.23), 0.8, 0.23, -90, 360), *_curve((0, 0.73), 1, 0.27, 90, 360)),
    tuple((-x, 1 - y) for x, y in _SIX),
)
"""From 0 to 9."""

_EIGHT_TURNS = (2 * math.pi * step / 32 for step in range(33))
_GLYPHS = {
    **{str(number): Glyph(2, (line,)) for number, line in enumerate(DIGITS)},
    "-": Glyph(1.2, (((-0.6, 0.55), (0.6, 0.55)),)),
    "+": Glyph(1.4, (((-0.7, 0.55), (0.7, 0.55)), ((0, 0.2), (0, 0.9)))),
    ".": Glyph(0.3, (((-0.1, 0.98), (0.1, 0.98)),)),
    "k": Glyph(
        1.6,
        (((-0.8, 0), (-0.8, 1)), ((0.7, 0.4), (-0.8, 0.76)), ((-0.1, 0.6), (0.8, 1))),
    ),
    "M": Glyph(2.4, (((-1.2, 1), (-1.2, 0), (0, 0.75), (1.2, 0), (1.2, 1)),)),
    "G": Glyph(2, ((*_curve((0, 0.5), 1, 0.5, 40, 320), (0.1, 0.5)),)),
    "b": Glyph(1.8, (((-0.9, 0), *_curve((0, 0.69), 0.9, 0.31, 180, 360), (-0.9, 1)),)),
    "i": Glyph(0.3, (((0, 0.4), (0, 1)), ((0, 0.06), (0, 0.08)))),
    "g": Glyph(
        1.8,
        ((*_curve((0, 0.69), 0.9, 0.31, 0, 360), *_curve((0, 1.05), 0.9, 0.27, 0, -150)),),
    ),
    "∞": Glyph(
        2.6, (tuple((1.3 * math.cos(a), 0.55 + 0.22 * math.sin(2 * a)) for a in _EIGHT_TURNS),)
    ),
}
"""All that `amounts.short` writes."""
_UNKNOWN = Glyph(1.6, (((-0.8, 0), (0.8, 0), (0.8, 1), (-0.8, 1), (-0.8, 0)),))


def glyph(letter: str) -> Glyph:
    """The shape of `letter`: a box for one that no label has."""
    return _GLYPHS.get(letter, _UNKNOWN)
