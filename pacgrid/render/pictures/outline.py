"""The edge of the walls as one path of lines and arcs, as SVG and HTML canvases write paths."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from pacgrid.maze import Maze
from pacgrid.render.paths import UNIT
from pacgrid.render.walls import quarter_edge, walls_of

Lattice = tuple[int, int]
"""A point in units, x to the right and y downwards, `(0, 0)` the upper left corner of the board."""


@lru_cache(maxsize=64)
def outline(maze: Maze, width: float) -> str:
    """The edge of walls that are `width` cells wide: a path to fill, closed around each piece."""
    pieces = {points[0]: points for points in _pieces(maze, width)}
    path = []
    while pieces:
        start = min(pieces)
        path.append(f"M{start[0]} {start[1]}")
        here, onward = start, (0, 0)
        while (points := pieces.pop(here, None)) is not None:
            for end in points[1:]:
                step = end[0] - here[0], end[1] - here[1]
                if 0 in step:
                    on = (step[0] > 0) - (step[0] < 0), (step[1] > 0) - (step[1] < 0)
                    if on == onward:  # one line with the last one
                        last = path.pop()
                        far = abs(sum(step)) + abs(int(last[1:]))
                        step = on[0] * far, on[1] * far
                    path.append(f"h{step[0]}" if step[0] else f"v{step[1]}")
                    onward = on
                else:
                    convex = len(points) == 2
                    radius = abs(step[0])
                    path.append(f"a{radius} {radius} 0 0 {0 if convex else 1} {step[0]} {step[1]}")
                    onward = (0, 0)
                here = end
        path.append("z")
    return "".join(path)


def _pieces(maze: Maze, width: float) -> Iterator[tuple[Lattice, ...]]:
    """The edge in each quarter of each wall cell, with the wall to the left of who walks along it,
    see `quarter_edge`."""
    cells = walls_of(maze).cells
    for (x, y), (right, up) in product(sorted(cells), product((-1, 1), repeat=2)):
        beside, above = (x + right, y) in cells, (x, y + up) in cells
        piece = quarter_edge(beside, above, (x + right, y + up) in cells, width)
        points = [
            (round(UNIT * (x + 0.5 + right * dx)), round(UNIT * (maze.height - y - 0.5 - up * dy)))
            for dx, dy in piece
        ]
        if points:
            yield tuple(points if right != up else reversed(points))
