"""The shape of the walls: wall cells that touch are one piece, however thick."""

from dataclasses import dataclass

from pacgrid.layout import WALL, Position
from pacgrid.maze import Maze


@dataclass(frozen=True)
class Walls:
    """Wall cells, and which of them are joined. Painted with a round brush, they run together."""

    cells: frozenset[Position]
    bars: tuple[tuple[Position, Position], ...]
    """Pairs of neighbours, the left or lower one first."""
    blocks: tuple[Position, ...]
    """The lower left cells of all two-by-two squares that are wall throughout."""

    def on_edge(self, start: Position, end: Position) -> bool:
        """Whether the bar from `start` to `end` lies along open floor, on one side at least."""
        (ax, ay), (bx, by) = start, end
        dx, dy = by - ay, bx - ax  # a quarter turn, to the one side and to the other
        return any(
            {(ax + s * dx, ay + s * dy), (bx + s * dx, by + s * dy)} - self.cells
            and self._inside(ax + s * dx, ay + s * dy)
            for s in (1, -1)
        )

    def _inside(self, x: int, y: int) -> bool:
        """On the board: its outer border is closed, so the corner cells are its bounds."""
        right, top = max(self.cells)
        return 0 <= x <= right and 0 <= y <= top


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
    blocks = [
        (x, y) for x, y in cells if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= cells
    ]
    return Walls(cells, tuple(sorted(east + north)), tuple(sorted(blocks)))
