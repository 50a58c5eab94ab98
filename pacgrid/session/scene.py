"""The board of Pac-Man at one moment, before it is drawn, and what happens there.

Overlays mark something on it; events are on the timeline, can be heard, and let points rise.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from pacgrid.action import MOVES, Action
from pacgrid.maze import Cells, HalfPosition, Maze
from pacgrid.session.themes import Ink
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, WIN_POINTS, Ghost, State

SMALLEST_LABELLED = 14
"""Cells of fewer pixels have no labels, which would be unreadable."""
LABEL_RIM = 0.08
"""The width of the rim around letters, in cells. It sets them off from food."""


@dataclass(frozen=True)
class Tint:
    """Colour on a whole cell, below everything in it."""

    position: HalfPosition
    ink: Ink
    strength: float
    """How opaque it is, from 0, invisible, to 1."""


@dataclass(frozen=True)
class Trail:
    """A path that an agent may take, in the agent's colour, with an arrow at its end."""

    agent: int
    points: tuple[HalfPosition, ...]
    """At least two positions."""


@dataclass(frozen=True)
class Label:
    """A short text at a position, above everything else."""

    position: HalfPosition
    text: str
    """At most four characters."""
    ink: Ink


@dataclass(frozen=True)
class Marks:
    """All marks on a board, in drawing order: the last of each kind is on top."""

    tints: tuple[Tint, ...] = ()
    trails: tuple[Trail, ...] = ()
    labels: tuple[Label, ...] = ()


NO_MARKS = Marks()
FLASHING_MOVES = 10
"""A ghost that is scared for this many moves or fewer flashes, as a warning."""
MOUTH_DEGREES = 42.0
"""Degrees from the middle of Pac-Man's open mouth to a lip."""
VANISH_SECONDS = 1.2
"""Seconds in which a caught Pac-Man vanishes."""


@dataclass(frozen=True)
class Transition:
    """From one state to the next one shown, usually a round later."""

    before: State
    after: State
    facing: Action = Action.EAST
    """Where Pac-Man looks; he keeps looking there when he stands."""

    @classmethod
    def standing(cls, state: State) -> "Transition":
        """No agent moves."""
        return cls(state, state)

    def then(self, state: State) -> "Transition":
        """From the end of this one to `state`."""
        dx = state.pacman[0] - self.after.pacman[0]
        dy = state.pacman[1] - self.after.pacman[1]
        went = (action for action in MOVES if action.vector == (dx, dy))
        return Transition(self.after, state, next(went, self.facing))


def facing(states: Sequence[State], ply: int) -> Action:
    """Where Pac-Man looks after `ply` plies: where he went last; east at first."""
    for after in range(ply, 0, -1):
        (ax, ay), (bx, by) = states[after - 1].pacman, states[after].pacman
        if (ax, ay) != (bx, by):
            return next(action for action in MOVES if action.vector == (bx - ax, by - ay))
    return Action.EAST


class Mood(Enum):
    """How a ghost looks."""

    ACTIVE = auto()
    SCARED = auto()
    FLASHING = auto()
    EATEN = auto()
    """It was eaten: only its eyes go home."""


@dataclass(frozen=True)
class PacmanFigure:
    position: HalfPosition
    facing: Action
    mouth: float
    """Degrees from the middle of the mouth to a lip: 0 is shut; at 180 Pac-Man is gone."""


@dataclass(frozen=True)
class GhostFigure:
    number: int
    position: HalfPosition
    looking: Action
    mood: Mood


@dataclass(frozen=True)
class Points:
    """Points that rise and fade where they were earned."""

    position: HalfPosition
    text: str
    fraction: float
    """How far they have risen: from 0, just earned, to 1, gone."""


@dataclass(frozen=True)
class Scene:
    """Everything on the board. Positions are in cells, `(0, 0)` bottom left, y upwards."""

    maze: Maze
    food: Cells
    capsules: Cells
    pulse: float
    """How large the capsules are now, from 0 to 1."""
    pacman: PacmanFigure
    ghosts: tuple[GhostFigure, ...]
    marks: Marks = NO_MARKS
    """What the overlays mark."""
    points: tuple[Points, ...] = ()


def scene(
    transition: Transition,
    fraction: float,
    *,
    clock: float = 0,
    vanished: float = 0,
    marks: Marks = NO_MARKS,
    points: tuple[Points, ...] = (),
) -> Scene:
    """The scene at `fraction` (0 to 1) of a transition.

    Args:
        clock: seconds, for what moves by itself.
        vanished: how much of a caught Pac-Man is gone, 0 to 1.
    """
    before, after = transition.before, transition.after
    now = before if fraction < 0.5 else after
    walking = before.pacman != after.pacman
    mouth = MOUTH_DEGREES * abs(math.cos(math.pi * fraction)) if walking else MOUTH_DEGREES
    return Scene(
        maze=after.maze,
        food=now.food,
        capsules=now.capsules,
        pulse=0.5 + 0.5 * math.cos(2 * math.pi * clock),
        pacman=PacmanFigure(
            _between(before.pacman, after.pacman, fraction),
            transition.facing,
            mouth + (180 - mouth) * vanished,
        ),
        ghosts=tuple(
            GhostFigure(
                number,
                _between(old.position, new.position, fraction),
                new.direction,
                Mood.EATEN if _was_eaten(old, new) and fraction < 1 else _mood(current),
            )
            for number, (old, new, current) in enumerate(
                zip(before.ghosts, after.ghosts, now.ghosts, strict=True), start=1
            )
        ),
        marks=marks,
        points=points,
    )


def _mood(ghost: Ghost) -> Mood:
    if not ghost.scared:
        return Mood.ACTIVE
    flashing = ghost.scared <= FLASHING_MOVES and ghost.scared % 2 == 0
    return Mood.FLASHING if flashing else Mood.SCARED


def _was_eaten(old: Ghost, new: Ghost) -> bool:
    """Whether the ghost was eaten: it jumps home, and is no longer scared."""
    jump = math.dist(old.position, new.position)
    return jump > 1 or (old.scared > 1 and not new.scared)


def _between(start: HalfPosition, end: HalfPosition, fraction: float) -> HalfPosition:
    (ax, ay), (bx, by) = start, end
    return ax + (bx - ax) * fraction, ay + (by - ay) * fraction


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
    """The number of the ghost that was eaten."""


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


RISE_SECONDS = 0.9
"""Points rise for so many seconds."""


class Effects:
    """The sounds of one game, and the points that rise from its board. Jumping through the game
    makes none.

    Args:
        shows_food: whether points for food are shown, too.
    """

    def __init__(self, events: Events, states: Sequence[State], *, shows_food: bool) -> None:
        self._events = events
        self._states = states
        self._shows_food = shows_food
        self._ply = 0
        self._jumps = -1
        self._rising: list[tuple[float, HalfPosition, str]] = []
        """When points were earned, where, and how many."""

    def update(self, ply: int, clock: float, jumps: int) -> Sequence[EventKind]:
        """The kinds of events since the last call, up to `ply`.

        Args:
            clock: seconds.
            jumps: how often there was a jump to another ply.
        """
        first, self._ply = self._ply, ply
        if jumps != self._jumps:
            self._jumps, self._rising = jumps, []
            return ()
        self._rising = [each for each in self._rising if clock < each[0] + RISE_SECONDS]
        new = [event for event in self._events.now() if first < event.ply <= ply]
        for event in new:
            if points := self._points_for(event):
                self._rising.append((clock, self._states[event.ply].pacman, str(points)))
        return [event.kind for event in new]

    def points(self, clock: float) -> tuple[Points, ...]:
        """The points that rise now."""
        return tuple(
            Points(position, text, (clock - start) / RISE_SECONDS)
            for start, position, text in self._rising
        )

    def _points_for(self, event: Event) -> int:
        match event.kind:
            case EventKind.FOOD if self._shows_food:
                return FOOD_POINTS
            case EventKind.GHOST:
                return GHOST_POINTS
            case EventKind.WON:
                return WIN_POINTS
            case EventKind.CAUGHT:  # perhaps by two ghosts at once
                before, after = self._states[event.ply - 1 : event.ply + 1]
                ghosts: int = round((after.score - before.score) / LOSS_POINTS)
                return ghosts * LOSS_POINTS
        return 0
