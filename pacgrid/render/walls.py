"""The shape of the walls: wall cells that touch are one piece, however thick."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pacgrid.layout import Position
from pacgrid.layout_drawing import WALL
from pacgrid.maze import Maze
from pacgrid.render.figures import UNIT, Point

WALL_WIDTH, EDGE_WIDTH, NOOK_RADIUS = 0.62, 0.075, 0.16
"""In cells: how thick a wall is, and the line around it; how round it is where two walls meet."""
_WIDTHS = (WALL_WIDTH, WALL_WIDTH - 2 * EDGE_WIDTH)
_HALF, _HUB = 0.5, WALL_WIDTH / 2 + NOOK_RADIUS
_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The cells around a cell, clockwise from the north."""
_Around = tuple[bool, ...]
"""Which of these are walls."""


def wall_cells(maze: Maze) -> frozenset[Position]:
    """The cells that are walls."""
    return frozenset(
        (x, y)
        for y, row in enumerate(reversed(maze.walls))
        for x, mark in enumerate(row)
        if mark == WALL
    )


@lru_cache(maxsize=64)
def wall_paths(maze: Maze) -> tuple[str, str]:
    """All walls with their edge, and without it, as paths to fill."""
    edge, inside = (_path(maze, width) for width in _WIDTHS)
    return edge, inside


def _walls(maze: Maze) -> Iterator[tuple[Position, _Around]]:
    cells = wall_cells(maze)
    for x, y in sorted(cells):
        yield (x, y), tuple((x + dx, y + dy) in cells for dx, dy in _AROUND)


def _path(maze: Maze, width: float) -> str:
    """The edge of walls that are `width` cells wide, clockwise around each piece."""
    pieces = {}
    for (x, y), around in _walls(maze):
        for turns, edge in enumerate(_edges(around, width)):
            points = [
                (round(UNIT * (x + 0.5 + dx)), round(UNIT * (maze.height - y - 0.5 + dy)))
                for dx, dy in _turned(edge, turns)
            ]
            if points:
                pieces[points[0]] = points[1:]
    path: list[str] = []
    while pieces:
        x, y = min(pieces)
        path.append(f"M{x} {y}")
        while piece := pieces.pop((x, y), None):
            is_nook = len(piece) > 1
            for end_x, end_y in piece:
                line = f"H{end_x}" if end_y == y else f"V{end_y}"
                if end_x != x and end_y != y:
                    radius = abs(end_x - x)
                    line = f"A{radius} {radius} 0 0 {0 if is_nook else 1} {end_x} {end_y}"
                elif path[-1][0] == line[0]:
                    path.pop()  # two lines are one
                path.append(line)
                x, y = end_x, end_y
        path.append("z")
    return "".join(path)


def _edges(around: _Around, width: float) -> Iterator[tuple[Point, ...]]:
    """The edge of a wall in each quarter of its cell, clockwise, turned so that the quarter is the
    upper right one: points around the middle of the cell. There is none where all is wall.

    Points that differ in x and in y are joined by a quarter of a circle: around the cell's middle
    if there are two points, else around a hub outside the wall.
    """
    rim = width / 2
    for first in (0, 2, 4, 6):
        above, corner, beside = (around[(first + step) % 8] for step in range(3))
        if above and beside:
            nook = (rim, -_HALF), (rim, -_HUB), (_HUB, -rim), (_HALF, -rim)
            yield () if corner else nook
        elif above:
            yield (rim, -_HALF), (rim, 0)
        elif beside:
            yield (0, -rim), (_HALF, -rim)
        else:
            yield (0, -rim), (rim, 0)


def _turned(points: Sequence[Point], turns: int) -> Sequence[Point]:
    """Points turned clockwise around the middle of the cell."""
    for _ in range(turns):
        points = [(-y, x) for x, y in points]
    return points
