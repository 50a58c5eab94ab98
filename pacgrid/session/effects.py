"""What is heard and rises from the board when something happens."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.maze import HalfPosition
from pacgrid.session.events import Event, EventKind, Events
from pacgrid.session.playback import Playback
from pacgrid.session.scene import Points
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, WIN_POINTS

RISE_SECONDS = 0.9
_POINTS = {
    EventKind.FOOD: FOOD_POINTS,
    EventKind.GHOST: GHOST_POINTS,
    EventKind.WON: WIN_POINTS,
    EventKind.CAUGHT: LOSS_POINTS,
}


@dataclass(frozen=True)
class _Rising:
    """Points earned at `start`, by the clock of the playback."""

    start: float
    position: HalfPosition
    text: str


class Effects:
    """The points and sounds of one game."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._rising: list[_Rising] = []
        self._ply = 0

    def advance(self, playback: Playback, number: int) -> Sequence[EventKind]:
        """Look at what happened in game `number` since the last time: the sounds to play.

        Nothing rises and nothing sounds where somebody jumps through a game.
        """
        game = playback.games[number]
        half = playback.after if playback.fraction >= 0.5 else playback.before
        before, self._ply = self._ply, min(half, len(game.states) - 1)
        clock = playback.clock
        self._rising = [each for each in self._rising if clock < each.start + RISE_SECONDS]
        if playback.still:
            if before != self._ply:
                self._rising.clear()
            return ()
        new = [event for event in self._events.now() if before < event.ply <= self._ply]
        for event in new:
            if event.kind is not EventKind.FOOD or game.person:
                self._rise(event, game.states[event.ply].pacman, clock)
        return [event.kind for event in new]

    def points(self, clock: float) -> tuple[Points, ...]:
        """The points that rise now."""
        return tuple(
            Points(each.position, each.text, (clock - each.start) / RISE_SECONDS)
            for each in self._rising
        )

    def _rise(self, event: Event, position: HalfPosition, clock: float) -> None:
        if points := _POINTS.get(event.kind):
            self._rising.append(
                _Rising(clock, position, f"{points:+}" if points < 0 else str(points))
            )
