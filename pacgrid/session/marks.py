"""What overlays mark on the board: where, in what role and how strongly. Painters colour it."""

from dataclasses import dataclass
from enum import StrEnum

from pacgrid.maze import HalfPosition

SMALLEST_LABELLED = 14
"""Pixels: in smaller cells nobody could read a label, so there is none."""


LABEL_RIM = 0.08
"""How wide the rim around letters is, in cells: it keeps food from looking like a part of them."""
LONGEST_LABEL = "-888"
"""About as wide as a label gets."""


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


@dataclass(frozen=True)
class Tint:
    """Colour on a whole cell, below all that is in it."""

    position: HalfPosition
    ink: Ink
    strength: float
    """From 0, not to be seen, to 1."""


@dataclass(frozen=True)
class Trail:
    """A way that an agent may go, drawn in the agent's colour, with an arrow at its end."""

    agent: int
    points: tuple[HalfPosition, ...]
    """At least two."""


@dataclass(frozen=True)
class Label:
    """A short text in the middle of a cell, above all that is in it."""

    position: HalfPosition
    text: str
    """At most four characters."""
    ink: Ink


@dataclass(frozen=True)
class Marks:
    """All marks on a board, in the order of painting; of each kind the last is on top."""

    tints: tuple[Tint, ...] = ()
    trails: tuple[Trail, ...] = ()
    labels: tuple[Label, ...] = ()


NO_MARKS = Marks()
