"""Paints a diagram as pixels: for windows, films and sheets."""

from itertools import pairwise
from math import dist
from typing import NamedTuple

import numpy as np

from pacgrid.render.board_painter import Bytes
from pacgrid.render.diagram_view import view_of
from pacgrid.render.sdl import pygame
from pacgrid.render.text import words
from pacgrid.session.diagram import Anchor, Diagram, Disc, Point, Polygon, Stroke, Words
from pacgrid.session.themes import Colour, Ink, Theme, mixed

FINER = 2
"""Shapes are painted so many times larger, and then made smaller: their edges are smooth."""
LETTERS = 1.3
"""The size of pygame's letters by the height of a line."""
SMALLEST_WORDS = 6
"""Pixels; letters of lower lines are left out."""
DASH = 3
"""The length of dashes, and of what is between them, in widths of the brush."""
_ALIGN = {Anchor.START: "midleft", Anchor.MIDDLE: "center", Anchor.END: "midright"}
"""Which point of a line of text is at its position."""


class DiagramPainter:
    """Paints diagrams in pictures of one size, with `cell` pixels for a unit of a diagram of so
    many units; larger diagrams are made smaller."""

    def __init__(self, width: float, height: float, cell: int, theme: Theme) -> None:
        self.size = round(width * cell), round(height * cell)
        """`(width, height)` in pixels."""
        self._theme = theme

    def paint(self, diagram: Diagram) -> Bytes:
        """The diagram, `[height, width, 3]`."""
        surface = diagram_surface(diagram, self.size, self._theme)
        return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def diagram_surface(
    diagram: Diagram, size: tuple[int, int], theme: Theme, scale: float = 1
) -> pygame.Surface:
    """A diagram in an area of so many pixels; `scale`: how much larger than usual all is."""
    unit, left, top = view_of(diagram, *size, scale=scale)
    fine = pygame.Surface((size[0] * FINER, size[1] * FINER), depth=24)
    fine.fill(theme.background)
    pen = _Pen(fine, theme, unit * FINER, left * FINER, top * FINER)
    for part in diagram.parts:
        if not isinstance(part, Words):
            pen.draw(part)
    surface = pygame.transform.smoothscale(fine, size)
    pen = _Pen(surface, theme, unit, left, top)
    for part in diagram.parts:
        if isinstance(part, Words):
            pen.write(part)
    return surface


class _Pen(NamedTuple):
    """Draws parts of a diagram on a surface."""

    surface: pygame.Surface
    theme: Theme
    unit: float
    """Pixels."""
    left: float
    top: float

    def at(self, point: Point) -> Point:
        return self.left + point[0] * self.unit, self.top + point[1] * self.unit

    def draw(self, part: Stroke | Polygon | Disc) -> None:
        brush = max(part.width * self.unit, 1)
        if isinstance(part, Stroke):
            points = [*map(self.at, part.points)]
            self._line(_dashes(points, DASH * brush) if part.dashed else [points], part.ink, brush)
            return
        fill = self._fill(part)
        if isinstance(part, Disc):
            center, radius = self.at(part.center), part.radius * self.unit
            if fill:
                pygame.draw.circle(self.surface, fill, center, radius)
            if part.outline:
                colour = self._colour(part.outline)
                pygame.draw.circle(
                    self.surface, colour, center, radius + brush / 2, max(round(brush), 1)
                )
            return
        points = [*map(self.at, part.points)]
        if fill:
            pygame.draw.polygon(self.surface, fill, points)
        if part.outline:
            self._line([[*points, points[0]]], part.outline, brush)

    def write(self, part: Words) -> None:
        if part.size * self.unit < SMALLEST_WORDS:
            return
        line = words(
            part.text, round(part.size * self.unit * LETTERS), self._colour(part.ink, part.agent)
        )
        self.surface.blit(line, line.get_rect(**{_ALIGN[part.anchor]: self.at(part.at)}))

    def _line(self, lines: list[list[Point]], ink: Ink, brush: float) -> None:
        """Lines with round ends and joints."""
        colour = self._colour(ink)
        for line in lines:
            for start, end in pairwise(line):
                along = dist(start, end) or 1
                x, y = ((end[i] - start[i]) * brush / 2 / along for i in (0, 1))
                (ax, ay), (bx, by) = start, end
                sides = (ax - y, ay + x), (ax + y, ay - x), (bx + y, by - x), (bx - y, by + x)
                pygame.draw.polygon(self.surface, colour, sides)
            for point in line:
                pygame.draw.circle(self.surface, colour, point, brush / 2)

    def _fill(self, part: Polygon | Disc) -> Colour | None:
        if part.fill is None and part.agent is None:
            return None
        return mixed(self.theme.background, self._colour(part.fill, part.agent), part.opacity)

    def _colour(self, ink: Ink | None, agent: int | None = None) -> Colour:
        colour: Colour = getattr(self.theme, ink or Ink.TEXT)
        return colour if agent is None else self.theme.agent(agent)


def _dashes(points: list[Point], length: float) -> list[list[Point]]:
    """The parts of a line that are drawn if it is dashed."""
    dashes = []
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(round(dist((ax, ay), (bx, by)) / length) // 2 * 2 + 1, 1)
        ends = [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count + 1)]
        dashes += [[start, end] for start, end in [*pairwise(ends)][::2]]
    return dashes
