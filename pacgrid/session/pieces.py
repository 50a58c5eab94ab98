"""Pawns, other pieces of chess, and discs, as parts of a diagram."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from pacgrid.session.diagram import Disc, Part, Point, Polygon, Stroke
from pacgrid.session.marks import Ink

_FOOT = ((0.28, 0.27), (0.28, 0.36))
_PAWN_HEAD = [
    (0.15 * sin(angle), -0.17 + 0.15 * cos(angle))
    for angle in (pi * (1 - 0.78 * step / 8) for step in range(9))
]
_RIGHT_HALVES: dict[str, Sequence[Point]] = {
    "♟": (*_PAWN_HEAD, (0.11, 0.12), (0.25, 0.24), (0.25, 0.36)),
    "♜": (
        *((0, -0.24), (0.06, -0.24), (0.06, -0.32), (0.15, -0.32), (0.15, -0.24), (0.19, -0.24)),
        *((0.19, -0.32), (0.28, -0.32), (0.28, -0.13), (0.17, -0.05), (0.19, 0.19), *_FOOT),
    ),
    "♝": (
        *((0, -0.3), (0.09, -0.22), (0.16, -0.08), (0.15, 0.02), (0.08, 0.09), (0.12, 0.2)),
        *_FOOT,
    ),
    "♛": (
        *((0, -0.3), (0.07, -0.04), (0.17, -0.29), (0.19, -0.02), (0.33, -0.22), (0.21, 0.14)),
        *((0.2, 0.2), *_FOOT),
    ),
    "♚": (
        *((0, -0.12), (0.1, -0.23), (0.24, -0.2), (0.3, -0.06), (0.2, 0.13), (0.2, 0.2), *_FOOT),
    ),
}
"""The outlines of the right halves, from the top down, around the middle of a square."""
_KNIGHT: Sequence[Point] = (
    *((-0.24, 0.36), (-0.24, 0.27), (-0.15, 0.2), (0, 0.02), (-0.13, 0.04), (-0.21, 0.1)),
    *((-0.3, 0.06), (-0.29, -0.02), (-0.17, -0.2), (-0.12, -0.36), (-0.03, -0.28)),
    *((0.1, -0.26), (0.2, -0.14), (0.25, 0.03), (0.22, 0.2), *_FOOT),
)
_DISC_RADIUS = 0.36
AGENTS = {
    **dict.fromkeys("♙♘♗♖♕♔", 0),
    **dict.fromkeys("♟♞♝♜♛♚", 1),
    "●": 0,
    "○": 1,
}
"""Whose piece each text is."""


def piece(text: str, middle: Point) -> Iterator[Part]:
    """The parts that draw one of `AGENTS` in a square around `middle`."""
    agent = AGENTS[text]
    if text in "●○":
        yield Disc(middle, _DISC_RADIUS, agent=agent, width=0.03)
        return
    kind = text.translate(str.maketrans("♙♘♗♖♕♔", "♟♞♝♜♛♚"))
    yield Polygon(_around(middle, _outline(kind)), agent=agent, width=0.03)
    for points in _LINES.get(kind, ()):
        yield Stroke(_around(middle, points), width=0.035)
    for center, radius in _BALLS.get(kind, ()):
        (at,) = _around(middle, [center])
        fill = Ink.TEXT if kind == "♞" else None
        yield Disc(at, radius, fill, agent=None if fill else agent, width=0.03)


_LINES: dict[str, Sequence[Sequence[Point]]] = {
    "♚": (((0, -0.42), (0, -0.12)), ((-0.08, -0.34), (0.08, -0.34)), ((-0.2, 0.18), (0.2, 0.18))),
    "♛": (((-0.2, 0.18), (0.2, 0.18)),),
    "♝": (((0, -0.16), (0, 0)), ((-0.06, -0.09), (0.06, -0.09))),
}
_BALLS: dict[str, Sequence[tuple[Point, float]]] = {
    "♛": tuple(
        ((x, y), 0.045)
        for x, y in ((-0.33, -0.24), (-0.17, -0.31), (0, -0.33), (0.17, -0.31), (0.33, -0.24))
    ),
    "♝": (((0, -0.33), 0.05),),
    "♞": (((-0.1, -0.16), 0.03),),
}


def _outline(kind: str) -> Sequence[Point]:
    if kind == "♞":
        return _KNIGHT
    right = _RIGHT_HALVES[kind]
    return (*right, *((-x, y) for x, y in reversed(right)))


def _around(middle: Point, points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((middle[0] + x, middle[1] + y) for x, y in points)
