"""Sounds, and points that rise from the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.maze import HalfPosition
from pacgrid.session.events import Event, EventKind, Events
from pacgrid.session.playback import Playback
from pacgrid.session.scene import Points
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, WIN_POINTS

RISE_SECONDS = 0.9


@dataclass(frozen=True)
class _Rising:
    """Points earned at `start`, by the clock of the playback."""

    start: float
    position: HalfPosition
    text: str


class Effects:
    """The sounds and points of one game. Jumping through the game makes none."""

    def __init__(self, events: Events, playback: Playback, number: int) -> None:
        self._events = events
        self._playback = playback
        self._number = number
        self._ply = 0
        self._jumps = -1
        self._rising: list[_Rising] = []

    def update(self) -> Sequence[EventKind]:
        """The kinds of events since the last call."""
        playback = self._playback
        game = playback.games[self._number]
        first, self._ply = self._ply, min(playback.ply, len(game.states) - 1)
        if playback.jumps != self._jumps:
            self._jumps = playback.jumps
            self._rising = []
            return ()
        clock = playback.clock
        self._rising = [each for each in self._rising if clock < each.start + RISE_SECONDS]
        new = [event for event in self._events.now() if first < event.ply <= self._ply]
        for event in new:
            if points := self._points_for(event):
                position = game.states[event.ply].pacman
                self._rising.append(_Rising(clock, position, str(points)))
        return [event.kind for event in new]

    def points(self) -> tuple[Points, ...]:
        """The points that rise now."""
        clock = self._playback.clock
        return tuple(
            Points(each.position, each.text, (clock - each.start) / RISE_SECONDS)
            for each in self._rising
        )

    def _points_for(self, event: Event) -> int:
        """The points to show; for food, only if a person plays."""
        game = self._playback.games[self._number]
        match event.kind:
            case EventKind.FOOD if game.keyboard:
                return FOOD_POINTS
            case EventKind.GHOST:
                return GHOST_POINTS
            case EventKind.WON:
                return WIN_POINTS
            case EventKind.CAUGHT:  # perhaps by two ghosts at once
                before, after = game.states[event.ply - 1 : event.ply + 1]
                ghosts: int = round((after.score - before.score) / LOSS_POINTS)
                return ghosts * LOSS_POINTS
        return 0
