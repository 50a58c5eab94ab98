"""Points on curves, which shapes and letters are made of."""

import math

Point = tuple[float, float]
"""In x, to the right, and y, *downwards*, as pixels go."""
Line = tuple[Point, ...]


def arc(
    centre: Point, width: float, height: float, start: float, sweep: float, *, steps: int = 72
) -> Line:
    """Points on an ellipse with these radii, from `start` degrees on (0 is east, 90 is up)."""
    x, y = centre
    turns = (math.radians(start + sweep * step / max(steps, 1)) for step in range(steps + 1))
    return tuple((x + width * math.cos(turn), y - height * math.sin(turn)) for turn in turns)
