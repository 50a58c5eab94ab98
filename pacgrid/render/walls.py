"""The shape of the walls: wall cells that touch are one piece, however thick."""

from dataclasses import dataclass

from pacgrid.layout import WALL, Position
from pacgrid.maze import Maze

WALL_WIDTH, EDGE_WIDTH, NOOK_RADIUS = 0.62, 0.075, 0.16
"""In cells: how thick a wall is, and the line around it; how round it is where two walls meet."""


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
