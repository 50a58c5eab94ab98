"""What happened in a game, by ply: what a time line marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pacgrid.state import State


class EventKind(StrEnum):
    """What kind of thing happened."""

    FOOD = "food"
    CAPSULE = "capsule"
    GHOST = "ghost"
    WON = "won"
    CAUGHT = "caught"


@dataclass(frozen=True)
class Event:
    """Something that ply `ply` (the first is 1) did."""

    ply: int
    kind: EventKind
    ghost: int = 0
    """Which ghost was eaten."""


class Events:
    """The events of a game that goes on: looks only at the plies that are new."""

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states
        self._found: list[Event] = []
        self._seen = 0

    def now(self) -> Sequence[Event]:
        """All events so far, in their order."""
        last = len(self._states) - 1
        while self._seen < last:
            before, after = self._states[self._seen], self._states[self._seen + 1]
            self._seen += 1
            self._found += events_between(before, after, self._seen)
        return self._found


def events_between(before: State, after: State, ply: int) -> list[Event]:
    """What happened in the ply between these two."""
    found = []
    if before.food.mask != after.food.mask:
        found.append(Event(ply, EventKind.FOOD))
    if capsule_eaten(before, after):
        found.append(Event(ply, EventKind.CAPSULE))
    found += [Event(ply, EventKind.GHOST, ghost) for ghost in ghosts_eaten(before, after)]
    if after.is_win:
        found.append(Event(ply, EventKind.WON))
    elif after.is_loss:
        found.append(Event(ply, EventKind.CAUGHT))
    return found


def capsule_eaten(before: State, after: State) -> bool:
    """Whether a capsule was eaten in the ply between these two."""
    return before.capsules.mask != after.capsules.mask


def ghosts_eaten(before: State, after: State) -> list[int]:
    """The numbers of the ghosts eaten in the ply between these two: their fear ended too soon."""
    capsule = capsule_eaten(before, after)
    pairs = enumerate(zip(before.ghosts, after.ghosts, strict=True), start=1)
    return [
        number
        for number, (old, new) in pairs
        if not new.scared and (capsule or old.scared > (number == before.to_move))
    ]
