"""Paints a diagram as pixels, for windows and films: SDL paints its SVG, and pygame its words."""

from dataclasses import replace
from typing import NamedTuple

from pacgrid.render.board_painter import Bytes, painted, pixels_of
from pacgrid.render.diagram_svg import UNIT, element
from pacgrid.render.figures import hexed
from pacgrid.render.sdl import pygame
from pacgrid.render.text import words
from pacgrid.session.diagram import Anchor, Diagram, Words
from pacgrid.session.themes import Colour, Theme

LETTERS = 1.3
"""The size of pygame's letters by the height of a line."""
SMALLEST_WORDS = 6
"""Pixels; letters of lower lines are left out."""
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
        return pixels_of(diagram_surface(diagram, self.size, self._theme))


class DiagramScale(NamedTuple):
    """How units become pixels."""

    unit: float
    """Pixels."""
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

    def colour(ink: str) -> Colour:
        if ink.startswith("agent-"):
            return theme.agent(int(ink.removeprefix("agent-")))
        found: Colour = getattr(theme, ink)
        return found

    shapes = [
        replace(part, width=max(part.width, 1 / unit))  # thinner lines would be hard to see
        for part in diagram.parts
        if not isinstance(part, Words)
    ]
    svg = "".join(element(part, lambda ink: hexed(colour(ink))).svg() for part in shapes)
    x, y, width, height = (round(UNIT * side / unit, 3) for side in (-left, -top, *size))
    surface = pygame.Surface(size, depth=24)
    surface.fill(theme.background)
    surface.blit(painted(svg, (x, y, width, height), size), (0, 0))
    for part in diagram.parts:
        if isinstance(part, Words) and part.size * unit >= SMALLEST_WORDS:
            ink = part.ink if part.agent is None else f"agent-{part.agent}"
            line = words(part.text, round(part.size * unit * LETTERS), colour(ink))
            x, y = part.at
            at = left + x * unit, top + y * unit
            surface.blit(line, line.get_rect(**{_ALIGN[part.anchor]: at}))
    return surface


def _start(room: float, size: float, focus: float) -> float:
    if size <= room:
        return (room - size) / 2
    return -min(max(focus - room / 2, 0), size - room)
