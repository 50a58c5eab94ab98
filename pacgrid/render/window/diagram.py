"""Paints diagrams."""

from itertools import pairwise
from math import dist
from typing import NamedTuple

from pacgrid.render.diagram_view import view_of
from pacgrid.render.sdl import pygame
from pacgrid.render.text import words
from pacgrid.render.window.arrangement import Rect, Size
from pacgrid.render.window.canvas import Canvas
from pacgrid.session.diagram import (
    Anchor,
    Diagram,
    Disc,
    Point,
    Polygon,
    Stroke,
    Target,
    Words,
)
from pacgrid.session.marks import Ink
from pacgrid.session.themes import Colour, Theme, mixed

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


def diagram_picture(canvas: Canvas, size: Size, diagram: Diagram) -> Canvas:
    """A diagram in an area of that size; its targets can be clicked."""
    picture = canvas.empty(size, canvas.theme.background)
    unit, left, top = view_of(diagram, *size, scale=max(canvas.unit, 1))
    fine = pygame.Surface((size[0] * FINER, size[1] * FINER))
    fine.fill(canvas.theme.background)
    pen = _Pen(fine, canvas.theme, unit * FINER, left * FINER, top * FINER)
    for part in diagram.parts:
        if not isinstance(part, Words):
            pen.draw(part)
    pygame.transform.smoothscale(fine, size, picture.surface)
    pen = _Pen(picture.surface, canvas.theme, unit, left, top)
    for part in diagram.parts:
        if isinstance(part, Words):
            pen.write(part)
    for target in diagram.targets:
        _add_target(picture, pen, target)
    return picture


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


def _add_target(picture: Canvas, pen: _Pen, target: Target) -> None:
    corner, size = pen.at(target.corner), (target.size[0] * pen.unit, target.size[1] * pen.unit)
    area = pygame.FRect(corner, size).clip(pygame.FRect(picture.area))
    picture.on_click(
        Rect(round(area.left), round(area.top), round(area.width), round(area.height)),
        lambda session, _: session.choose_target(target.number),
    )
