"""What a pointer does on a board that is painted."""

from enum import StrEnum


class Gesture(StrEnum):
    """How a cell is touched."""

    CLICK = "click"
    """The main button goes down, or a finger."""
    SECOND = "second"
    """The second button goes down."""
    DRAG = "drag"
    """The pointer comes there from another cell, still down."""
