"""What a chart shows, without drawing it: curves and heat maps."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Curve:
    """A value for each of the values on the horizontal axis."""

    name: str
    values: Sequence[float | None]
    """None where there is none."""
    intervals: Sequence[tuple[float, float] | None] = ()
    """A 95 % interval of each value, if there are any."""


@dataclass(frozen=True)
class CurvePanel:
    """Curves over the same values."""

    title: str
    across: str
    """The name of the horizontal axis."""
    values: Sequence[str]
    """On the horizontal axis."""
    numbers: Sequence[float] | None
    """The same as numbers; None if they are words, which stand at equal distances."""
    curves: Sequence[Curve]
    is_logarithmic: bool = False
    """The vertical axis."""
    lines: Sequence[tuple[str, float]] = ()
    """Horizontal lines to compare with, by name."""


@dataclass(frozen=True)
class HeatMap:
    """A value for each row and column."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float]]
    """By row and column."""
    texts: Sequence[Sequence[str]]
    """In the squares, by row and column."""


@dataclass(frozen=True)
class Chart:
    """Panels or heat maps side by side."""

    title: str
    panels: Sequence[CurvePanel | HeatMap]
