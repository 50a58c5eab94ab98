"""The menu over the board: who takes over, and in whose place."""

from pacgrid.loading import AgentError
from pacgrid.view.player import Player
from pacgrid.view.takeover import candidates, take_over
from pacgrid.view.themes import Theme, ink_on
from pacgrid.view.window.bars import paint_box
from pacgrid.view.window.panel import put_figure
from pacgrid.view.window.sdl import pygame
from pacgrid.view.window.words import fitted, words, wrapped

ROW, SEAT = 30, 52
"""The heights of a name and of the agents' figures, in units."""


class Chooser:
    """Arrows, digits, letters and the mouse choose, Enter takes, Escape leaves it as it was."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._seats = [
            (number, seat)
            for number, show in enumerate(player.shows)
            for seat in range(len(show.agents))
        ]
        self._seat, self._name = 0, 0
        self.names = self._found_names()
        """Who could play on in the chosen place."""
        self._places: list[tuple[pygame.Rect, str, int]] = []
        self.trouble = ""
        """Why it couldn't be."""
        self.taken = False
        """Whether somebody has taken over."""

    @property
    def name(self) -> str:
        """Who is chosen."""
        return self.names[self._name]

    @property
    def seat(self) -> int:
        """The agent whose place is chosen."""
        return self._seats[self._seat][1]

    def press(self, key: str) -> bool:
        """Hear a key; False if the menu is to go away."""
        self.trouble = ""
        match key:
            case "escape" | "q" | "t":
                return False
            case "enter":
                return not self._take()
            case "up" | "down":
                step = 1 if key == "down" else -1
                self._name = (self._name + step) % len(self.names)
            case "left" | "right" | "tab":
                self._choose_seat((self._seat + (-1 if key == "left" else 1)) % len(self._seats))
            case _ if key.isdecimal() and 1 <= int(key) <= len(self.names):
                self._name = int(key) - 1
            case _ if len(key) == 1:
                self._search(key)
        return True

    def click(self, place: tuple[int, int]) -> bool:
        """Hear a click: on an agent, or on a name, which takes at once; False as `press`."""
        hit = next((each for each in self._places if each[0].collidepoint(place)), None)
        if hit is None:
            return True
        _, kind, number = hit
        if kind == "seat":
            self._choose_seat(number)
            return True
        self._name = number
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
        number, seat = self._seats[self._seat]
        show = self._player.shows[number]
        ply = self._player.after
        head = fitted(f"Take over from ply {ply} on", round(24 * unit), theme.text, room)
        surface.blit(head, head.get_rect(midtop=(box.centerx, box.top + pad)))
        top = box.top + pad + row + row // 4
        self._paint_seats(surface, pygame.Rect(box.left + pad, top, room, seats), theme)
        top += seats
        who = "Pac-Man" if seat == 0 else f"Ghost {seat}"
        game = f" of game {number + 1}" if len(self._player.shows) > 1 else ""
        told = f"{who}{game} is {show.agents[seat]}; from now on it is"
        line = fitted(told, round(17 * unit), theme.faint, room)
        surface.blit(line, line.get_rect(midtop=(box.centerx, top)))
        top += row
        self._paint_names(surface, pygame.Rect(box.left + pad, top, room, shown * row), row, theme)
        hint = "arrows, digits or letters choose   Enter takes   Esc leaves it"
        colour, bottom = theme.bad if self.trouble else theme.faint, box.bottom - pad
        for told in reversed(wrapped(self.trouble or hint, round(16 * unit), room)):
            line = words(told, round(16 * unit), colour)
            bottom = surface.blit(line, line.get_rect(midbottom=(box.centerx, bottom))).top

    def _paint_seats(self, surface: pygame.Surface, area: pygame.Rect, theme: Theme) -> None:
        gaps = len(self._player.shows) - 1
        cell = min(area.height * 3 // 4, area.width // (len(self._seats) + gaps))
        left = area.centerx - cell * (len(self._seats) + gaps) // 2
        for place, (number, seat) in enumerate(self._seats):
            spot = pygame.Rect(left + (place + number) * cell, area.top, cell, cell)
            if place == self._seat:
                pygame.draw.rect(surface, theme.wall, spot, border_radius=cell // 5)
                pygame.draw.rect(surface, theme.text, spot, width=2, border_radius=cell // 5)
            put_figure(surface, seat, spot.center, cell * 3 // 4, theme)
            self._places.append((spot, "seat", place))

    def _paint_names(
        self, surface: pygame.Surface, area: pygame.Rect, row: int, theme: Theme
    ) -> None:
        names, shown = self.names, area.height // row
        first = max(min(self._name - shown // 2, len(names) - shown), 0)
        for line, name in enumerate(names[first : first + shown]):
            place = first + line
            spot = pygame.Rect(area.left, area.top + line * row, area.width, row)
            ink = theme.text
            if place == self._name:
                pygame.draw.rect(surface, theme.edge, spot, border_radius=row // 4)
                ink = ink_on(theme.edge)
            if place < 9:
                digit = words(str(place + 1), row // 2, ink)
                surface.blit(digit, digit.get_rect(center=(spot.left + row // 2, spot.centery)))
            told = fitted(name, row * 2 // 3, ink, spot.width - row * 3 // 2)
            surface.blit(told, told.get_rect(midleft=(spot.left + row, spot.centery)))
            self._places.append((spot, "name", place))

    def _choose_seat(self, seat: int) -> None:
        self._seat = seat
        self.names = self._found_names()
        self._name = min(self._name, len(self.names) - 1)

    def _found_names(self) -> list[str]:
        number, seat = self._seats[self._seat]
        return candidates(self._player.shows[number], seat)

    def _search(self, letter: str) -> None:
        """The next name that begins with that letter."""
        names = self.names
        later = [(self._name + step) % len(names) for step in range(1, len(names) + 1)]
        self._name = next((n for n in later if names[n].lower().startswith(letter)), self._name)

    def _take(self) -> bool:
        """Whether it could be done."""
        number, seat = self._seats[self._seat]
        if self._player.state(number).is_terminal:
            self.trouble = "the game is over here: go back first"
            return False
        show = self._player.shows[number]
        try:
            branch = take_over(show, self._player.after, seat, self.name)
        except AgentError as error:
            self.trouble = str(error)
            return False
        self._player.replace(number, branch)
        self._player.paused = True
        self.taken = True
        return True
