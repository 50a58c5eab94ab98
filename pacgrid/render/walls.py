"""The shape of the walls: wall cells that touch are one piece, however thick."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pacgrid.layout import WALL, Position
from pacgrid.maze import Maze
from pacgrid.render.curves import Point, arc
from pacgrid.render.shapes import Area, Figure
from pacgrid.session.themes import Theme

WALL_WIDTH, EDGE_WIDTH, NOOK_RADIUS = 0.62, 0.075, 0.16
"""In cells: how thick a wall is, and the line around it; how round it is where two walls meet."""
_HALF, _HUB = 0.5, WALL_WIDTH / 2 + NOOK_RADIUS
_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The cells around a cell, clockwise from the north."""


@dataclass(frozen=True)
class Walls:
    """Wall cells, and which of them are joined."""

    cells: frozenset[Position]
    bars: tuple[tuple[Position, Position], ...]
    """Pairs of neighbours, the left or lower one first."""

    def on_edge(self, start: Position, end: Position) -> bool:
        """Whether the bar from `start` to `end` has no wall beside it, on one side at least."""
        (ax, ay), (bx, by) = start, end
        dx, dy = by - ay, bx - ax  # a quarter turn
        left = {(ax + dx, ay + dy), (bx + dx, by + dy)}
        right = {(ax - dx, ay - dy), (bx - dx, by - dy)}
        return not (left <= self.cells and right <= self.cells)


def walls_of(maze: Maze) -> Walls:
    """The shape of the walls of `maze`."""
    cells = frozenset(
        (x, y)
        for y, row in enumerate(reversed(maze.walls))
        for x, mark in enumerate(row)
        if mark == WALL
    )
    east = [((x, y), (x + 1, y)) for x, y in cells if (x + 1, y) in cells]
    north = [((x, y), (x, y + 1)) for x, y in cells if (x, y + 1) in cells]
    return Walls(cells, tuple(sorted(east + north)))


def quarter_edge(
    beside: bool, above: bool, corner: bool, width: float = WALL_WIDTH
) -> tuple[Point, ...]:
    """The edge of a wall of that width in the upper right quarter of its cell, from above to the
    right: points from the middle of the cell, here with y *upwards*, in cells. There is none
    where all is wall.

    Points that differ in x and in y are joined by a quarter of a circle: around the cell's middle
    if there are two points, else around a hub outside the wall.

    Args:
        beside, above, corner: whether the cells around this quarter are walls too.
    """
    rim = width / 2
    if beside and above:
        return () if corner else ((rim, _HALF), (rim, _HUB), (_HUB, rim), (_HALF, rim))
    if beside or above:
        return ((rim, _HALF), (rim, 0)) if above else ((0, rim), (_HALF, rim))
    return (0, rim), (rim, 0)


def wall_figures(maze: Maze, theme: Theme) -> Iterator[tuple[Position, Figure]]:
    """The wall in each cell that has one. They fit together."""
    cells = walls_of(maze).cells
    for x, y in sorted(cells):
        around = tuple((x + dx, y + dy) in cells for dx, dy in _AROUND)
        yield (x, y), _wall(around, theme)


@lru_cache(maxsize=1024)
def _wall(around: tuple[bool, ...], theme: Theme) -> Figure:
    """The wall in a cell with these neighbours, see `_AROUND`."""
    edge, inside = (_outline(around, width) for width in (WALL_WIDTH, WALL_WIDTH - 2 * EDGE_WIDTH))
    return Figure([Area(theme.edge, edge), Area(theme.wall, inside)])


def _outline(around: tuple[bool, ...], width: float) -> tuple[Point, ...]:
    """All around the wall in a cell, clockwise."""
    points: list[Point] = []
    for turns in range(4):
        above, corner, beside = (around[(2 * turns + step) % 8] for step in range(3))
        edge = quarter_edge(beside, above, corner, width) or ((_HALF, _HALF),)
        quarter = [*[(0.0, _HALF)] * above, *_curved(edge), *[(_HALF, 0.0)] * beside]
        for _ in range(turns):
            quarter = [(y, -x) for x, y in quarter]
        points += ((x, -y) for x, y in quarter)
    return tuple(points)


def _curved(edge: tuple[Point, ...]) -> Iterator[Point]:
    """An edge with points on its circles, y upwards."""
    hub = 0 if len(edge) == 2 else _HUB
    yield edge[0]
    for (ax, ay), (bx, by) in pairwise(edge):
        if ax != bx and ay != by:
            start = 90 if hub == 0 else 180
            radius = abs(bx - ax)
            turn = -90 if hub == 0 else 90
            yield from ((x, -y) for x, y in arc((hub, -hub), radius, radius, start, turn, steps=24))
        yield bx, by
