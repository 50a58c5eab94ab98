"""What everything in the window is painted with."""

from dataclasses import dataclass
from math import inf

from pacgrid.action import Action
from pacgrid.render.sdl import pygame
from pacgrid.render.shapes import ghost, pacman
from pacgrid.render.text import fitted
from pacgrid.render.window.arrangement import Rect
from pacgrid.render.window.figures import pictures
from pacgrid.session.scene import Mood
from pacgrid.session.themes import Colour, Theme

Point = tuple[int, int]
"""Pixels from the left and from the top."""
_MOUTH = 34
"""Degrees."""
_OPACITY = 248


@dataclass(frozen=True)
class Canvas:
    """A surface, with the colours and the unit of what is painted on it."""

    surface: pygame.Surface
    theme: Theme
    unit: float

    def pixels(self, units: float) -> int:
        """So many units, and at least a pixel."""
        return max(round(units * self.unit), 1)

    def text(
        self, text: str, size: float, colour: Colour, room: float = inf, **anchor: Point
    ) -> Rect:
        """Paint a line of letters of `size` units; smaller ones, or fewer, if it would take more
        than `room` pixels. `anchor` says where, like `midleft=(x, y)`. The area it takes."""
        line = fitted(text, self.pixels(size), colour, room)
        area = line.get_rect(**anchor)
        self.surface.blit(line, area)
        return area

    def figure(self, agent: int, cell: int, center: Point) -> None:
        """Paint an agent as it looks on a board with cells of so many pixels."""
        picture = pictures(max(cell, 4), self.theme)
        if agent == 0:
            figure = picture(pacman, Action.EAST, _MOUTH)
        else:
            figure = picture(ghost, agent, Action.EAST, Mood.ACTIVE, 0)
        area = figure.get_rect(center=center)
        self.surface.blit(figure, area, special_flags=pygame.BLEND_PREMULTIPLIED)

    def rounded(self, area: Rect, colour: Colour, radius: float, line: float = 0) -> None:
        """Fill an area with round corners, or draw a line around it; all but `area` in units."""
        wide = self.pixels(line) if line else 0
        pygame.draw.rect(self.surface, colour, area, wide, self.pixels(radius))

    def box(self, area: Rect) -> None:
        """Paint a box that lets a little of what is below it through."""
        card = Canvas(pygame.Surface(area.size, pygame.SRCALPHA), self.theme, self.unit)
        card.rounded(card.surface.get_rect(), self.theme.bar, 14)
        card.surface.set_alpha(_OPACITY)
        card.rounded(card.surface.get_rect(), self.theme.edge, 14, 2)
        self.surface.blit(card.surface, area)

    def scroll_mark(self, area: Rect, offset: int, high: int) -> None:
        """Show at the right of an area which part it shows of something `high` pixels high."""
        top = area.top + area.height * offset // high
        wide = self.pixels(5)
        mark = Rect(area.right - wide, top, wide, area.height * area.height // high)
        self.rounded(mark, self.theme.faint, 5)
