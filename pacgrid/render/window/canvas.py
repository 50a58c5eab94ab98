"""The canvas that everything in the window is painted on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.render.board_painter import sprite
from pacgrid.render.board_svg import figures
from pacgrid.render.figures import Figure, ghost, pacman, symbol
from pacgrid.render.sdl import pygame
from pacgrid.render.text import fitted
from pacgrid.render.window.arrangement import MARGIN, Rect, Size
from pacgrid.session.scene import Mood
from pacgrid.session.session import Session
from pacgrid.session.themes import Colour, Theme

Point = tuple[int, int]
"""Pixels from the left and from the top."""
Words = tuple[str, float, Colour]
"""A text, the size of its letters in units, and their colour."""
MOUTH, SMALLEST_FIGURE = 34, 4
"""Degrees, and pixels."""
MOST_RIGHT = 0.4
"""The part of a line that the words at its right end may take."""


Click = Callable[[Session, Point], object]


class ClickArea(NamedTuple):
    """An area that can be clicked."""

    area: Rect
    click: Click
    drag: bool = False
    """Whether moving the mouse with the button down clicks again."""


@dataclass(frozen=True)
class Canvas:
    """A surface, the colours and the unit of what is painted on it, and what can be clicked."""

    surface: pygame.Surface
    theme: Theme
    unit: float
    targets: list[ClickArea] = field(default_factory=list)

    @property
    def area(self) -> Rect:
        return self.surface.get_rect()

    @property
    def margin(self) -> int:
        return self.pixels(MARGIN)

    def pixels(self, units: float) -> int:
        """So many units, and at least a pixel."""
        return max(round(units * self.unit), 1)

    def empty(self, size: Size, colour: Colour) -> "Canvas":
        """Another canvas with the same theme and unit, filled with one colour."""
        surface = pygame.Surface(size)
        surface.fill(colour)
        return Canvas(surface, self.theme, self.unit)

    def paste(self, part: "Canvas", corner: Point) -> None:
        """Paint what is on `part`, with its upper left corner at `corner`; it can be clicked."""
        self.surface.blit(part.surface, corner)
        for target in part.targets:
            self.targets.append(target._replace(area=target.area.move(corner)))

    def on_click(self, area: Rect, click: Click) -> None:
        """Have a click in `area` call that."""
        self.targets.append(ClickArea(area, click))

    def button(self, area: Rect, key: str) -> None:
        """Have a click in `area` press a key."""
        self.on_click(area, lambda session, _: session.press(key))

    def text(
        self, text: str, size: float, colour: Colour, area: Rect, align: str = "midleft"
    ) -> Rect:
        """Paint a line of text at that point of an area; smaller or cut if it is too wide.

        Returns the area of the letters.
        """
        line = fitted(text, self.pixels(size), colour, area.width)
        letters = line.get_rect(**{align: getattr(area, align)})
        self.surface.blit(line, letters)
        return letters

    def lines(
        self, lines: Iterable[str], size: float, colour: Colour, area: Rect, align: str = "midleft"
    ) -> Rect:
        """Paint the first line in `area`, and the others below it. The area of the next line."""
        for line in lines:
            self.text(line, size, colour, area, align)
            area = area.move(0, area.height)
        return area

    def ends(self, area: Rect, left: Words, right: Words) -> None:
        """Paint words at both ends of an area; those at the left are cut first."""
        most = round(area.width * MOST_RIGHT)
        end = self.text(*right, Rect(area.right - most, area.top, most, area.height), "midright")
        room = end.left - self.pixels(8) - area.left
        self.text(*left, Rect(area.left, area.top, room, area.height))

    def agent(self, agent: int, cell: int, center: Point, symbols: Sequence[str] = ()) -> None:
        """Paint an agent as on a board with cells of so many pixels; see `Board.symbols`."""
        figure = figures(self.theme)
        if symbols:
            self.figure(figure(symbol, agent, symbols[agent]), cell, center)
        elif agent == 0:
            self.figure(figure(pacman, Action.EAST, MOUTH), cell, center)
        else:
            self.figure(figure(ghost, agent, Action.EAST, Mood.ACTIVE, 0), cell, center)

    def figure(self, figure: Figure, cell: int, center: Point) -> None:
        cell = max(cell, SMALLEST_FIGURE)
        picture = sprite(figure, cell)
        picture.set_alpha(255)
        self.surface.blit(picture, (center[0] - cell // 2, center[1] - cell // 2))

    def rounded(self, area: Rect, colour: Colour, radius: float, line: float = 0) -> None:
        """Fill an area with round corners, or draw a line around it; sizes are in units."""
        width = self.pixels(line) if line else 0
        pygame.draw.rect(self.surface, colour, area, width, self.pixels(radius))

    def box(self, area: Rect) -> None:
        """Paint the box of a sheet or a banner."""
        self.rounded(area, self.theme.bar, 14)
        self.rounded(area, self.theme.edge, 14, 2)

    def scroll_mark(self, area: Rect, offset: int, height: int) -> None:
        """Show at the right of an area which part it shows of something `height` pixels high."""
        top = area.top + area.height * offset // height
        width = self.pixels(5)
        mark = Rect(area.right - width, top, width, area.height * area.height // height)
        self.rounded(mark, self.theme.faint, 5)
