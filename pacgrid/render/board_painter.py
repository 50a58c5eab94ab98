"""Paints scenes and diagrams as pixels: for windows, films and environments. SDL paints the SVG of
each figure once, and puts it where it belongs; pygame writes the words, cut or broken to the room
there is."""

import re
from dataclasses import replace
from functools import lru_cache, partial
from io import BytesIO
from math import cos, pi, sin
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.maze import HalfPosition, Maze, bits
from pacgrid.render.board_svg import (
    UNIT,
    DisplayList,
    Figure,
    Letters,
    Placed,
    display_list,
    element,
    rim_width,
    wall_elements,
)
from pacgrid.render.diagram_svg import UNIT as DIAGRAM_UNIT
from pacgrid.render.diagram_svg import part_element
from pacgrid.render.sdl import pygame
from pacgrid.session.frame import SMALLEST_LABELLED, Anchor, Diagram, Scene, SmallBoard, Words
from pacgrid.session.themes import DARK, Colour, Theme, colour_of

Bytes = NDArray[np.uint8]
"""A picture, `[height, width, 3]`: red, green and blue."""
DIAGRAM_LETTERS = 1.3
"""The size of pygame's letters by the height of a line of a diagram."""
SMALLEST_WORDS = 6
"""Pixels; letters of lower lines are left out."""
_ALIGN = {Anchor.START: "midleft", Anchor.MIDDLE: "center", Anchor.END: "midright"}
"""Which point of a line of text is at its position."""


class BoardPainter:
    """Paints scenes of one maze, with `cell` pixels for a cell. It keeps what doesn't change.

    Args:
        depth: the bits of a pixel where it paints most: 24 in arrays, 32 in windows. Between the
            two, SDL takes three times as long.

    Raises ValueError for cells of no pixels.
    """

    def __init__(
        self, maze: Maze, cell: int = 24, theme: Theme = DARK, *, depth: Literal[24, 32] = 24
    ) -> None:
        if cell < 1:
            raise ValueError(f"a cell has at least 1 pixel, not {cell}")
        self.maze = maze
        self.cell = cell
        self.theme = theme
        self.size = maze.width * cell, maze.height * cell
        """`(width, height)` in pixels."""
        self._depth = depth
        # The empty board; with tints and trails; and with food.
        in_array = depth == 24
        self._walls = on_array(self._empty()) if in_array else pygame.Surface(self.size, depth=32)
        self._walls.fill(theme.background)
        box = 0, 0, maze.width * UNIT, maze.height * UNIT
        self._walls.blit(painted(wall_elements(maze.walls, theme), box, self.size), (0, 0))
        self._tinted, self._below = self._walls, tuple[Placed, ...]()
        self._ground, self._food = self._walls.copy(), 0

    def __reduce__(self) -> tuple[Any, tuple[Maze, int, Theme]]:
        # A copy starts without what is kept here.
        again = partial(BoardPainter, depth=self._depth)
        return again, (self.maze, self.cell, self.theme)

    def paint(self, scene: Scene) -> Bytes:
        """`scene` as `[height, width, 3]`; a fresh array, the caller's own."""
        picture = self._empty()
        self.paint_on(on_array(picture), scene)
        return picture

    def paint_on(
        self, surface: pygame.Surface, scene: Scene, corner: tuple[int, int] = (0, 0)
    ) -> None:
        """Paint `scene` with the upper left corner of the board at `corner`."""
        drawn = display_list(scene, letters=self.cell >= SMALLEST_LABELLED)
        self._update_ground(drawn)
        surface.blit(self._ground, corner)
        capsules = (Placed(drawn.capsules.figure, cell) for cell in drawn.capsules.cells)
        for placed in (*capsules, *drawn.figures):
            self._put(placed, surface, corner)

    def _update_ground(self, drawn: DisplayList) -> None:
        """Paint tints, trails and food anew where they have changed."""
        if drawn.below != self._below:
            self._below, self._tinted = drawn.below, self._walls.copy()
            for placed in drawn.below:
                self._put(placed, self._tinted)
            self._ground, self._food = self._tinted.copy(), 0
        food = drawn.food.cells.mask
        for number in bits(food ^ self._food):
            position = self.maze.positions[number]
            spot = self._corner(position)
            self._ground.blit(self._tinted, spot, (*spot, self.cell, self.cell))
            if food >> number & 1:
                self._put(Placed(drawn.food.figure, position), self._ground)
        self._food = food

    def _empty(self) -> Bytes:
        return np.empty((self.size[1], self.size[0], 3), np.uint8)

    def _put(
        self, placed: Placed, surface: pygame.Surface, corner: tuple[int, int] = (0, 0)
    ) -> None:
        picture = sprite(placed.figure, self.cell, self.theme)
        picture.set_alpha(round(255 * placed.opacity))
        left, top, *_ = placed.figure.cells
        x, y = self._corner(placed.position)
        surface.blit(picture, (corner[0] + x + left * self.cell, corner[1] + y + top * self.cell))

    def _corner(self, position: HalfPosition) -> tuple[int, int]:
        """How many pixels are to the left of a cell and above it."""
        x, y = position
        return round(x * self.cell), round((self.maze.height - 1 - y) * self.cell)


@lru_cache(maxsize=2048)
def sprite(figure: Figure, cell: int, theme: Theme) -> pygame.Surface:
    """A figure in the cells that it reaches into, where a cell has `cell` pixels."""
    left, top, width, height = figure.cells
    box = (left - 0.5) * UNIT, (top - 0.5) * UNIT, width * UNIT, height * UNIT
    size = width * cell, height * cell
    # SDL paints no words: those are written on top.
    parts = [*figure.parts_in(theme)]
    shapes = (element(part, theme) for part in parts if not isinstance(part, Letters))
    picture = painted("".join(shapes), box, size)
    for part in parts:
        if isinstance(part, Letters):
            _write(part, picture, (0.5 - left) * cell, (0.5 - top) * cell, cell / UNIT, theme)
    return picture


def painted(
    elements: str, box: tuple[float, float, float, float], size: tuple[int, int]
) -> pygame.Surface:
    """Elements of SVG as pixels: what is in a box, given by its corner and its size."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box[2]:g}" height="{box[3]:g}"'
        f' viewBox="{" ".join(f"{side:g}" for side in box)}">{elements}</svg>'
    )
    return pygame.image.load_sized_svg(BytesIO(text.encode()), size)


def on_array(picture: Bytes) -> pygame.Surface:
    """A surface whose pixels are those of an array: what is painted on it is in the array."""
    height, width, _ = picture.shape
    return pygame.image.frombuffer(picture.data, (width, height), "RGB")


def pixels_of(surface: pygame.Surface) -> Bytes:
    """What is on a surface, as `[height, width, 3]`; the caller's own."""
    return np.ascontiguousarray(pygame.surfarray.pixels3d(surface).swapaxes(0, 1))


def _write(
    letters: Letters, surface: pygame.Surface, x: float, y: float, unit: float, theme: Theme
) -> None:
    """Write letters around a point, `unit` pixels for a 200th of a cell."""
    size = round(letters.size * unit * FONT_SIZE)

    def write(ink: str, dx: float, dy: float) -> None:
        line = words(letters.text, size, colour_of(theme, ink))
        left, top = x - line.get_width() / 2, y + letters.baseline * unit - baseline(size)
        surface.blit(line, (round(left + dx), round(top + dy)))

    if letters.rim:
        rim = max(round(rim_width(letters) * unit / 2), 1)
        for dx in range(-rim, rim + 1):
            for dy in range(-rim, rim + 1):
                if dx * dx + dy * dy <= rim * rim + 1:
                    write(letters.rim, dx, dy)
    write(letters.ink, 0, 0)


class DiagramScale(NamedTuple):
    """How units become pixels."""

    unit: float
    left: float
    top: float
    """Where the diagram's upper left corner is, in pixels from that of the area; negative if the
    diagram begins outside."""


def view_of(diagram: Diagram, width: float, height: float, scale: float = 1) -> DiagramScale:
    """The whole diagram in the middle of an area of so many pixels; or at `least_unit` what fits,
    with `focus` in the middle as far as the diagram goes.

    Args:
        scale: how much larger than usual everything is.
    """
    least = diagram.least_unit * scale
    unit = max(min(width / diagram.width, height / diagram.height), least)
    x, y = diagram.focus or (diagram.width / 2, diagram.height / 2)
    return DiagramScale(
        unit,
        _start(width, diagram.width * unit, x * unit),
        _start(height, diagram.height * unit, y * unit),
    )


def diagram_surface(
    diagram: Diagram, size: tuple[int, int], theme: Theme, scale: float = 1
) -> pygame.Surface:
    """A diagram in an area of so many pixels; `scale`: how much larger than usual all is."""
    unit, left, top = view_of(diagram, *size, scale=scale)

    shapes = [
        part
        if isinstance(part, SmallBoard)
        else replace(part, width=max(part.width, 1 / unit))  # thinner lines would be hard to see
        for part in diagram.parts
        if not isinstance(part, Words)
    ]
    svg = "".join(part_element(part, theme) for part in shapes)
    x, y, width, height = (round(DIAGRAM_UNIT * side / unit, 3) for side in (-left, -top, *size))
    surface = pygame.Surface(size, depth=24)
    surface.fill(theme.background)
    surface.blit(painted(svg, (x, y, width, height), size), (0, 0))
    for part in diagram.parts:
        if isinstance(part, Words) and part.size * unit >= SMALLEST_WORDS:
            colour = getattr(theme, part.ink) if part.agent is None else theme.agent(part.agent)
            line = words(part.text, round(part.size * unit * DIAGRAM_LETTERS), colour)
            x, y = part.at
            at = left + x * unit, top + y * unit
            surface.blit(line, line.get_rect(**{_ALIGN[part.anchor]: at}))
    return surface


def _start(room: float, size: float, focus: float) -> float:
    if size <= room:
        return (room - size) / 2
    return -min(max(focus - room / 2, 0), size - room)


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
    """`text` in lines of at most `room` pixels, broken between words, or where spaces are wide."""
    if width(text, size) <= room:
        return [text] if text else []
    lines, parts, space = [""], text.split("   "), "   "
    if any(width(part, size) > room for part in parts):
        parts, space = text.split(), " "
    for word in parts:
        longer = f"{lines[-1]}{space}{word}".strip()
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
