"""Words painted with pygame: lines of any size, cut or broken to the room there is."""

import re
from functools import lru_cache
from math import cos, pi, sin

from pacgrid.render.sdl import pygame
from pacgrid.session.themes import Colour

SMALLEST = 9
"""Pixels; nobody reads smaller letters."""
FONT_SIZE = 1.45
"""The size of a font in pygame, by its size in SVG."""
_ARROWS = "→↓←↑"
"""pygame's own font lacks them. Each is turned from the one before by a quarter to the right."""
_ARROW_POINTS = (
    0.06 + 0.46j,
    0.5 + 0.46j,
    0.5 + 0.22j,
    0.94 + 0.54j,
    0.5 + 0.86j,
    0.5 + 0.62j,
    0.06 + 0.62j,
)
"""The first one, in a square as high as letters with some air."""
_ARROW_MIDDLE = 0.5 + 0.54j
_INFINITY = "∞"
_INFINITY_POINTS = tuple(
    (0.5 + 0.4 * cos(pi * step / 24), 0.54 + 0.17 * sin(pi * step / 12)) for step in range(49)
)
"""A sign that the font lacks, too, in the same square."""


@lru_cache(maxsize=1024)
def words(text: str, size: int, colour: Colour) -> pygame.Surface:
    """`text` in one line of letters of `size` pixels."""
    finer, font = _fine_font(size)
    advances = [(piece, _advance(piece, font)) for piece in _pieces(text)]
    width, height = round(sum(advance for _, advance in advances)), font.get_linesize()
    line = pygame.Surface((width, height), pygame.SRCALPHA)
    left = 0.0
    for piece, advance in advances:
        if piece in _ARROWS:
            turn = 1j ** _ARROWS.index(piece)
            turned = [_ARROW_MIDDLE + turn * (point - _ARROW_MIDDLE) for point in _ARROW_POINTS]
            points = [(left + p.real * advance, (p.imag + 0.05) * advance) for p in turned]
            pygame.draw.polygon(line, colour, points)
        elif piece == _INFINITY:
            points = [(left + x * advance, (y + 0.05) * advance) for x, y in _INFINITY_POINTS]
            for point in points:
                pygame.draw.circle(line, colour, point, 0.065 * advance)
            pygame.draw.lines(line, colour, False, points, round(0.13 * advance))  # noqa: FBT003
        elif advance:  # there are letters of no width
            line.blit(font.render(piece, True, colour), (left, 0))  # noqa: FBT003
        left += advance
    if not width:
        return line
    return pygame.transform.smoothscale(line, (max(width // finer, 1), max(height // finer, 1)))


@lru_cache(maxsize=4096)
def width(text: str, size: int) -> float:
    """How many pixels wide that line is."""
    finer, font = _fine_font(size)
    return sum(_advance(piece, font) for piece in _pieces(text)) / finer


def baseline(size: int) -> float:
    """How many pixels below the top of a line its letters stand."""
    finer, font = _fine_font(size)
    return font.get_ascent() / finer


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


def _fine_font(size: int) -> tuple[int, pygame.font.Font]:
    """A font some times larger than `size`: shrunk, small letters keep their distances."""
    finer = 4 if size < 40 else 2
    return finer, _font(finer * max(size, SMALLEST))


@lru_cache(maxsize=64)
def _font(size: int) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(None, size)


@lru_cache(maxsize=512)
def _pieces(text: str) -> tuple[str, ...]:
    """Signs that the font lacks, and what is between them."""
    return tuple(filter(None, re.split(f"([{_ARROWS}{_INFINITY}])", text.replace("\0", ""))))


@lru_cache(maxsize=2048)
def _advance(piece: str, font: pygame.font.Font) -> float:
    return font.get_height() * 0.86 if piece in _ARROWS + _INFINITY else font.size(piece)[0]
