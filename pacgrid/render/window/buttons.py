"""Small switches for the overlays, which say which are on; and a button for the help."""

from collections.abc import Collection

from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.words import width, words
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import Theme, ink_on

HELP_KEY = "?"


class Buttons:
    """Paints the switches, and knows which one is where: by the key that does the same."""

    def __init__(self) -> None:
        self._places: list[tuple[pygame.Rect, str]] = []

    def key_at(self, place: tuple[int, int]) -> str | None:
        """The key of the button there, if there is one."""
        return next((key for rect, key in self._places if rect.collidepoint(place)), None)

    def paint(
        self,
        surface: pygame.Surface,
        area: pygame.Rect,
        overlays: Collection[Overlay],
        theme: Theme,
        unit: float,
    ) -> int:
        """Paint them from the right of `area`, with names if there is room; where they begin."""
        size, pad = round(15 * unit), round(7 * unit)
        keys = {overlay.key: overlay in overlays for overlay in Overlay}
        named = {overlay.key: f"{overlay.key} {overlay.label}" for overlay in Overlay}
        plain = {overlay.key: overlay.key for overlay in Overlay}
        named[HELP_KEY], plain[HELP_KEY], keys[HELP_KEY] = "? help", HELP_KEY, False
        for told, share in ((named, 0.62), (plain, 0.5), ({HELP_KEY: HELP_KEY}, 0.3), ({}, 1)):
            wide = sum(width(text, size) + 3 * pad for text in told.values())
            if wide <= area.width * share:
                break
        self._places = []
        left = round(area.right - wide - pad)
        start = left
        for key, text in told.items():
            box = pygame.Rect(left, area.top, round(width(text, size)) + 2 * pad, area.height)
            box = box.inflate(0, -round(14 * unit))
            ground = theme.edge if keys[key] else theme.background
            pygame.draw.rect(surface, ground, box, border_radius=round(6 * unit))
            ink = ink_on(ground) if keys[key] else theme.faint
            line = words(text, size, ink)
            surface.blit(line, line.get_rect(center=box.center))
            self._places.append((box.inflate(pad, round(14 * unit)), key))
            left += box.width + pad
        return start
