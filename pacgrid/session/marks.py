"""What overlays mark on the board: where, in which colour role, and how strongly."""

from dataclasses import dataclass
from enum import StrEnum

from pacgrid.maze import HalfPosition

SMALLEST_LABELLED = 14
"""Pixels. Smaller cells have no labels, which would be unreadable."""


LABEL_RIM = 0.08
"""The width of the rim around letters, in cells. It sets them off from food."""


class Ink(StrEnum):
    """What a colour stands for; a theme has a colour of the same name."""

    TEXT = "text"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    BEST = "best"
    VALUE = "value"
    EXPANDED = "expanded"
    DISTANCE = "distance"
    DANGER = "danger"
    EDGE = "edge"
    """Of walls."""
    FOOD = "food"
    SCARED = "scared"


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
