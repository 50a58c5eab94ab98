"""Which part of a diagram is shown in an area, and how large."""

from typing import NamedTuple

from pacgrid.session.diagram import Diagram


class DiagramScale(NamedTuple):
    """How units become pixels."""

    unit: float
    """Pixels."""
    left: float
    top: float
    """Where the diagram's upper left corner is, in pixels from that of the area; negative if the
    diagram begins outside."""


def view_of(diagram: Diagram, width: float, height: float, scale: float = 1) -> DiagramScale:
    """The whole diagram in the middle of an area of so many pixels; or at `least_unit` what fits,
    with `focus` in the middle as far as the diagram goes.

    Args:
        scale: how much larger than usual everything is.
    """
    least = diagram.least_unit * scale
    unit = max(min(width / diagram.width, height / diagram.height), least)
    x, y = diagram.focus or (diagram.width / 2, diagram.height / 2)
    return DiagramScale(
        unit,
        _start(width, diagram.width * unit, x * unit),
        _start(height, diagram.height * unit, y * unit),
    )


def _start(room: float, size: float, focus: float) -> float:
    if size <= room:
        return (room - size) / 2
    return -min(max(focus - room / 2, 0), size - room)
