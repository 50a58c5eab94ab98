"""What happened in a game of Pac-Man, by ply, for the timeline and for sounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pacgrid.state import State


class EventKind(StrEnum):
    """What happened."""

    FOOD = "food"
    CAPSULE = "capsule"
    GHOST = "ghost"
    WON = "won"
    CAUGHT = "caught"


@dataclass(frozen=True)
class Event:
    """Something that happened in ply `ply`, counted from 1."""

    ply: int
    kind: EventKind
    ghost: int = 0
    """The ghost that was eaten."""


Note = tuple[float, float]
"""Hertz and seconds; 0 Hz is a rest."""
NOTES: dict[EventKind, tuple[Note, ...]] = {
    EventKind.FOOD: ((660, 0.03),),
    EventKind.CAPSULE: ((330, 0.06), (440, 0.06), (550, 0.06)),
    EventKind.GHOST: ((440, 0.05), (660, 0.05), (880, 0.1)),
    EventKind.WON: ((523, 0.1), (659, 0.1), (784, 0.1), (1047, 0.25)),
    EventKind.CAUGHT: ((440, 0.12), (349, 0.12), (262, 0.12), (196, 0.3)),
}
"""A short tune for each kind of event."""


class Events:
    """The events of a game in progress; looks only at new plies."""

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states
        self._events: list[Event] = []
        self._known = 0

    def now(self) -> Sequence[Event]:
        """All events so far, in order."""
        last = len(self._states) - 1
        while self._known < last:
            before, after = self._states[self._known], self._states[self._known + 1]
            self._known += 1
            self._events += events_between(before, after, self._known)
        return self._events


def events_between(before: State, after: State, ply: int) -> list[Event]:
    """What happened in ply `ply`, between these two states."""
    events = []
    if before.food.mask != after.food.mask:
        events.append(Event(ply, EventKind.FOOD))
    if capsule_eaten(before, after):
        events.append(Event(ply, EventKind.CAPSULE))
    events += [Event(ply, EventKind.GHOST, ghost) for ghost in ghosts_eaten(before, after)]
    if after.is_win:
        events.append(Event(ply, EventKind.WON))
    elif after.is_loss:
        events.append(Event(ply, EventKind.CAUGHT))
    return events


def capsule_eaten(before: State, after: State) -> bool:
    """Whether a capsule was eaten in the ply between these two states."""
    return before.capsules.mask != after.capsules.mask


def ghosts_eaten(before: State, after: State) -> list[int]:
    """The ghosts eaten in the ply between these two states: they stopped being scared too soon."""
    capsule = capsule_eaten(before, after)
    pairs = enumerate(zip(before.ghosts, after.ghosts, strict=True), start=1)
    return [
        number
        for number, (old, new) in pairs
        if not new.scared and (capsule or old.scared > (number == before.to_move))
    ]
