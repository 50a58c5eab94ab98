"""The menu over the board: who takes over, and in whose place."""

from pacgrid.render.window.bars import paint_box
from pacgrid.render.window.panel import put_figure
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.words import fitted, words, wrapped
from pacgrid.session.offer import Offer
from pacgrid.session.player import Player
from pacgrid.session.themes import Theme, ink_on

ROW, SEAT = 30, 52
"""The heights of a name and of the agents' figures, in units."""


class Chooser(Offer):
    """The offer as a menu for the mouse, too."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self._places: list[tuple[pygame.Rect, str, int]] = []

    def click(self, place: tuple[int, int]) -> bool:
        """Hear a click: on an agent, or on a name, which takes at once; False as `press`."""
        hit = next((each for each in self._places if each[0].collidepoint(place)), None)
        if hit is None:
            return True
        _, kind, number = hit
        if kind == "seat":
            self.choose_place(number)
            return True
        self.row = number
        return self.press("enter")

    def paint(self, surface: pygame.Surface, theme: Theme, unit: float) -> None:
        """Paint the menu in the middle of the window."""
        area = surface.get_rect()
        self._places = []
        pad, row, seats = (round(units * unit) for units in (16, ROW, SEAT))
        wide = min(round(460 * unit), area.width)
        frame = 2 * pad + seats + 4 * row
        shown = max(min(len(self.names), (area.height - frame) // row, 12), 1)
        box = pygame.Rect(0, 0, wide, min(frame + shown * row, area.height))
        box.center = area.center
        paint_box(surface, box, theme, unit)
        room = box.width - 2 * pad
        number, seat = self.seats[self.place]
        ply = self.player.after
        head = fitted(f"Take over from ply {ply} on", round(24 * unit), theme.text, room)
        surface.blit(head, head.get_rect(midtop=(box.centerx, box.top + pad)))
        top = box.top + pad + row + row // 4
        self._paint_seats(surface, pygame.Rect(box.left + pad, top, room, seats), theme)
        top += seats
        who = "Pac-Man" if seat == 0 else f"Ghost {seat}"
        game = f" of game {number + 1}" if len(self.player.shows) > 1 else ""
        told = f"{who}{game} is {self.show.agents[seat]}; replace it with"
        line = fitted(told, round(17 * unit), theme.faint, room)
        surface.blit(line, line.get_rect(midtop=(box.centerx, top)))
        top += row
        self._paint_names(surface, pygame.Rect(box.left + pad, top, room, shown * row), row, theme)
        hint = "arrows, digits or letters: choose   Enter: take over   Esc: cancel"
        colour, bottom = theme.bad if self.trouble else theme.faint, box.bottom - pad
        for told in reversed(wrapped(self.trouble or hint, round(16 * unit), room)):
            line = words(told, round(16 * unit), colour)
            bottom = surface.blit(line, line.get_rect(midbottom=(box.centerx, bottom))).top

    def _paint_seats(self, surface: pygame.Surface, area: pygame.Rect, theme: Theme) -> None:
        gaps = len(self.player.shows) - 1
        cell = min(area.height * 3 // 4, area.width // (len(self.seats) + gaps))
        left = area.centerx - cell * (len(self.seats) + gaps) // 2
        for place, (number, seat) in enumerate(self.seats):
            spot = pygame.Rect(left + (place + number) * cell, area.top, cell, cell)
            if place == self.place:
                pygame.draw.rect(surface, theme.wall, spot, border_radius=cell // 5)
                pygame.draw.rect(surface, theme.text, spot, width=2, border_radius=cell // 5)
            put_figure(surface, seat, spot.center, cell * 3 // 4, theme)
            self._places.append((spot, "seat", place))

    def _paint_names(
        self, surface: pygame.Surface, area: pygame.Rect, row: int, theme: Theme
    ) -> None:
        names, shown = self.names, area.height // row
        first = max(min(self.row - shown // 2, len(names) - shown), 0)
        for line, name in enumerate(names[first : first + shown]):
            place = first + line
            spot = pygame.Rect(area.left, area.top + line * row, area.width, row)
            ink = theme.text
            if place == self.row:
                pygame.draw.rect(surface, theme.edge, spot, border_radius=row // 4)
                ink = ink_on(theme.edge)
            if place < 9:
                digit = words(str(place + 1), row // 2, ink)
                surface.blit(digit, digit.get_rect(center=(spot.left + row // 2, spot.centery)))
            told = fitted(name, row * 2 // 3, ink, spot.width - row * 3 // 2)
            surface.blit(told, told.get_rect(midleft=(spot.left + row, spot.centery)))
            self._places.append((spot, "name", place))
