"""Words painted with pygame: lines of any size, cut or broken to the room there is."""

import re
from functools import lru_cache

from pacgrid.action import Action
from pacgrid.render.sdl import pygame
from pacgrid.session.themes import Colour

SMALLEST = 9
"""Pixels; nobody reads smaller letters."""
ARROWS: dict[Action, str] = {
    Action.NORTH: "↑",
    Action.EAST: "→",
    Action.SOUTH: "↓",
    Action.WEST: "←",
    Action.STOP: "•",
}
"""The sign of each action."""

Points = tuple[tuple[float, float], ...]


def _turned(points: Points) -> Points:
    """A quarter to the right, around (0.5, 0.54)."""
    return tuple((1.04 - y, x + 0.04) for x, y in points)


_EAST: Points = (
    (0.06, 0.46),
    (0.5, 0.46),
    (0.5, 0.22),
    (0.94, 0.54),
    (0.5, 0.86),
    (0.5, 0.62),
    (0.06, 0.62),
)
_SOUTH = _turned(_EAST)
_WEST = _turned(_SOUTH)
_POINTS = {"→": _EAST, "↓": _SOUTH, "←": _WEST, "↑": _turned(_WEST)}
"""Arrows, which pygame's own font lacks: in a square as high as letters with some air."""
_ARROW = re.compile("([←↑→↓])")


def words(text: str, size: int, colour: Colour) -> pygame.Surface:
    """`text` in one line of letters of `size` pixels."""
    return _words(text, max(size, SMALLEST), colour)


def width(text: str, size: int) -> float:
    """How many pixels wide that line is."""
    size = max(size, SMALLEST)
    finer = _finer(size)
    return sum(_piece_width(piece, size * finer) for piece in _pieces(text)) / finer


def fitted(text: str, size: int, colour: Colour, room: float) -> pygame.Surface:
    """`text` as large as fits into `room` pixels; cut short before it gets too small to read."""
    smallest = max(size * 2 // 3, SMALLEST)
    while size > smallest and width(text, size) > room:
        size -= 1
    return words(cut(text, size, room), size, colour)


def cut(text: str, size: int, room: float) -> str:
    """`text`, or as many of its letters as there is room for, and `...`."""
    if width(text, size) <= room:
        return text
    while text and width(text + "...", size) > room:
        text = text[:-1]
    return text + "..." if text else ""


def wrapped(text: str, size: int, room: float) -> list[str]:
    """`text` in lines of at most `room` pixels, broken between words."""
    if width(text, size) <= room:
        return [text] if text else []
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@lru_cache(maxsize=8)
def _font(size: int) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(None, size)


@lru_cache(maxsize=1024)
def _words(text: str, size: int, colour: Colour) -> pygame.Surface:
    """Drawn large and shrunk: small letters keep their distances so."""
    finer = _finer(size)
    drawn = _drawn(_pieces(text), size * finer, colour)
    wide, high = drawn.get_size()
    if not wide:  # of nothing at all
        return drawn
    return pygame.transform.smoothscale(drawn, (max(wide // finer, 1), max(high // finer, 1)))


def _finer(size: int) -> int:
    return 4 if size < 40 else 2


@lru_cache(maxsize=512)
def _pieces(text: str) -> tuple[str, ...]:
    """Arrows, and what is between them; without what fonts can't draw."""
    return tuple(filter(None, _ARROW.split(text.replace("\0", "").replace("∞", "inf"))))


@lru_cache(maxsize=2048)
def _piece_width(piece: str, size: int) -> float:
    return _font(size).get_height() * 0.86 if piece in _POINTS else _font(size).size(piece)[0]


def _drawn(pieces: tuple[str, ...], size: int, colour: Colour) -> pygame.Surface:
    wide = round(sum(_piece_width(piece, size) for piece in pieces))
    if wide and len(pieces) == 1 and pieces[0] not in _POINTS:
        return _font(size).render(pieces[0], True, colour)  # noqa: FBT003
    canvas = pygame.Surface((wide, _font(size).get_height()), pygame.SRCALPHA)
    left = 0.0
    for piece in pieces:
        advance = _piece_width(piece, size)
        if piece in _POINTS:
            points = [(left + x * advance, (y + 0.05) * advance) for x, y in _POINTS[piece]]
            pygame.draw.polygon(canvas, colour, points)
        elif advance:  # there are letters of no width
            canvas.blit(_drawn((piece,), size, colour), (left, 0))
        left += advance
    return canvas
