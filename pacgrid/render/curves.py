"""Points on curves, which shapes and letters are made of."""

import math

Point = tuple[float, float]
"""In x, to the right, and y, *downwards*, as pixels go."""


def arc(
    centre: Point, wide: float, high: float, start: float, sweep: float, *, steps: int = 72
) -> tuple[Point, ...]:
    """Points on an ellipse, from `start` degrees on (0 is east, 90 is up)."""
    x, y = centre
    turns = (math.radians(start + sweep * step / max(steps, 1)) for step in range(steps + 1))
    return tuple((x + wide * math.cos(a), y - high * math.sin(a)) for a in turns)
