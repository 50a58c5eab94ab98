"""The time line: what happened when, where we are, and a way to go elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.render.shapes import capsule
from pacgrid.render.window.figures import pictures
from pacgrid.render.window.panel import put_figure
from pacgrid.render.window.sdl import pygame
from pacgrid.render.window.words import words
from pacgrid.session.events import Event, EventKind, Events
from pacgrid.session.game_source import GameSource
from pacgrid.session.themes import Theme

SHORTEST = 40
"""A game that isn't over has room for so many plies at least, and always for a few more."""


@dataclass(frozen=True)
class _Look:
    """All that the picture of the games depends on."""

    size: tuple[int, int]
    theme: Theme
    unit: float
    known: tuple[int, ...]
    over: tuple[bool, ...]


class Timeline:
    """Paints the time line of one game, or of several below each other."""

    def __init__(self, shows: Sequence[GameSource]) -> None:
        self.shows = tuple(shows)
        self._events = [Events(show.states) for show in shows]
        self._look: _Look | None = None
        self._picture: pygame.Surface | None = None
        self._track = pygame.Rect(0, 0, 1, 1)
        self.area = pygame.Rect(0, 0, 0, 0)
        """Where it was painted last."""

    @property
    def span(self) -> int:
        """The ply at its right end."""
        last = max(len(show.states) for show in self.shows) - 1
        if all(show.over for show in self.shows):
            return max(last, 1)
        span = SHORTEST
        while span * 0.9 < last:
            span = span * 3 // 2
        return span

    def ply_at(self, x: int) -> int:
        """The ply at that pixel of the window, counted from the left."""
        along = (x - self._track.left) / max(self._track.width, 1)
        return round(min(max(along, 0), 1) * self.span)

    def paint(
        self, surface: pygame.Surface, area: pygame.Rect, ply: float, theme: Theme, unit: float
    ) -> None:
        """Paint it into `area`, with the hand at `ply`, which may be between two."""
        self.area = area
        if area.height < 4:
            return
        pad = round(16 * unit)
        self._track = pygame.Rect(
            area.left + pad, area.top, max(area.width - 2 * pad, 1), area.height
        )
        known = tuple(len(show.states) - 1 for show in self.shows)
        over = tuple(show.over for show in self.shows)
        look = _Look(area.size, theme, unit, known, over)
        if look != self._look or self._picture is None:
            self._look, self._picture = look, self._painted(look)
        surface.blit(self._picture, area)
        self._paint_hand(surface, ply, theme, unit)

    def _paint_hand(self, surface: pygame.Surface, ply: float, theme: Theme, unit: float) -> None:
        """The line where we are; what comes after it is paler."""
        track = self._track
        here = self._x(ply)
        ahead = pygame.Rect(here, track.top, track.right - here + round(8 * unit), track.height)
        if ahead.width > 0:
            veil = pygame.Surface(ahead.size, pygame.SRCALPHA)
            veil.fill((*theme.bar, 130))
            surface.blit(veil, ahead)
        top, bottom = track.top + round(5 * unit), track.bottom - round(5 * unit)
        wide = max(round(2 * unit), 1)
        surface.fill(theme.text, (here - wide // 2, top, wide, bottom - top))
        knob = max(round(5 * unit), 2)
        pygame.draw.circle(surface, theme.text, (here, top + knob // 2), knob)

    def _painted(self, look: _Look) -> pygame.Surface:
        surface = pygame.Surface(look.size)
        surface.fill(look.theme.bar)
        row = (look.size[1] - round(12 * look.unit)) // len(self.shows)
        for number, show in enumerate(self.shows):
            area = pygame.Rect(
                self._track.left - self.area.left,
                round(6 * look.unit) + number * row,
                self._track.width,
                row,
            )
            self._paint_row(surface, area.inflate(0, -round(6 * look.unit)), number, show, look)
        return surface

    def _paint_row(
        self, surface: pygame.Surface, area: pygame.Rect, number: int, show: GameSource, look: _Look
    ) -> None:
        theme, unit = look.theme, look.unit
        floor = area.bottom - round(5 * unit)
        wide = max(area.width * look.known[number] // self.span, 1)
        thick = max(round(2 * unit), 1)
        surface.fill(_mixed(theme.faint, theme.bar, 0.35), (area.left, floor, area.width, thick))
        surface.fill(theme.faint, (area.left, floor, wide, thick))
        self._paint_curve(
            surface, pygame.Rect(area.left, area.top, wide, floor - area.top), show, theme
        )
        lasting = round(area.height * 0.5)
        for event in self._events[number].now():
            at = area.left + area.width * event.ply // self.span
            self._paint_event(surface, event, (at, floor), lasting, look)
        if show.taken_over:
            at = area.left + area.width * show.taken_over // self.span
            step = max(round(3 * unit), 2)
            for top in range(area.top, floor, 2 * step):
                surface.fill(theme.text, (at - thick // 2, top, thick, step))
            sign = words("T", round(14 * unit), theme.text)
            surface.blit(sign, (at + round(4 * unit), area.top))

    def _paint_curve(
        self, surface: pygame.Surface, area: pygame.Rect, show: GameSource, theme: Theme
    ) -> None:
        """The score: the higher, the more points."""
        last = len(show.states) - 1
        if last < 1 or area.width < 2:
            return
        plies = [last * step // area.width for step in range(area.width + 1)]
        scores = [show.states[ply].score for ply in plies]
        low, high = min(*scores, 0), max(*scores, 50)
        points = [
            (
                area.left + step,
                area.bottom - round((area.height - 2) * (score - low) / (high - low)),
            )
            for step, score in enumerate(scores)
        ]
        ground = [(area.left, area.bottom), *points, (area.left + area.width, area.bottom)]
        pygame.draw.polygon(surface, _mixed(theme.edge, theme.bar, 0.3), ground)
        pygame.draw.lines(surface, _mixed(theme.edge, theme.bar, 0.75), False, points)  # noqa: FBT003

    def _paint_event(
        self,
        surface: pygame.Surface,
        event: Event,
        foot: tuple[int, int],
        high: int,
        look: _Look,
    ) -> None:
        """A sign above the line for what happened there."""
        theme, unit = look.theme, look.unit
        left, floor = foot
        if event.kind is EventKind.FOOD:
            tick = max(round(3 * unit), 2)
            surface.fill(theme.food, (left, floor - tick, max(round(unit), 1), tick))
        elif event.kind is EventKind.GHOST:
            put_figure(surface, event.ghost, (left, floor - high // 2 - 2), high, theme)
        elif event.kind is EventKind.CAPSULE:
            dot = pictures(high, theme)(capsule, 46)
            place = dot.get_rect(center=(left, floor - high // 2))
            surface.blit(dot, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        else:
            colour = theme.good if event.kind is EventKind.WON else theme.bad
            radius = max(round(6 * unit), 3)
            pygame.draw.circle(surface, colour, (left, floor), radius)
            pygame.draw.circle(surface, theme.bar, (left, floor), max(radius // 2, 1))

    def _x(self, ply: float) -> int:
        return self._track.left + round(self._track.width * min(ply / self.span, 1))


def _mixed(
    colour: tuple[int, int, int], ground: tuple[int, int, int], share: float
) -> tuple[int, int, int]:
    red, green, blue = (
        round(one * share + other * (1 - share)) for one, other in zip(colour, ground, strict=True)
    )
    return red, green, blue
