"""The board of Pac-Man at one moment, and what overlays mark on it, before it is drawn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from pacgrid.action import MOVES, Action
from pacgrid.maze import Cells, HalfPosition, Maze
from pacgrid.session.themes import Ink
from pacgrid.state import Ghost, State

SMALLEST_LABELLED = 14
"""Pixels. Smaller cells have no labels, which would be unreadable."""
LABEL_RIM = 0.08
"""The width of the rim around letters, in cells. It sets them off from food."""


@dataclass(frozen=True)
class Tint:
    """Colour on a whole cell, below everything in it."""

    position: HalfPosition
    ink: Ink
    strength: float
    """From 0, invisible, to 1."""


@dataclass(frozen=True)
class Trail:
    """A path that an agent may take, in the agent's colour, with an arrow at its end."""

    agent: int
    points: tuple[HalfPosition, ...]
    """At least two."""


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
    """Only eyes, on the way home."""


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
    """`200`."""
    fraction: float
    """From 0, just earned, to 1, gone."""


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
    """What the overlays show."""
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
