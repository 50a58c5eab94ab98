"""The numbers of a layout."""

from dataclasses import dataclass
from typing import Self

from pacgrid.layout import Layout, Position
from pacgrid.marks import WALL
from pacgrid.maze import Cell, Maze


@dataclass(frozen=True)
class LayoutNumbers:
    """How large a layout is, and what it has."""

    width: int
    height: int
    cells: int
    """That are open."""
    dead_ends: int
    """Cells with a single open neighbour."""
    loops: int
    """Ways between cells that could be closed with all still connected (the cyclomatic number)."""
    diameter: int
    """The steps between the two cells that are farthest from each other."""
    ghosts: int
    food: int
    capsules: int

    @classmethod
    def of(cls, layout: Layout, maze: Maze) -> Self:
        """The numbers of `layout`, whose maze is `maze`."""
        exits = [len(near) for near in maze.neighbours]
        diameter, regions = _diameter_and_regions(maze)
        return cls(
            layout.width,
            layout.height,
            cells=len(exits),
            dead_ends=exits.count(1),
            loops=sum(exits) // 2 - len(exits) + regions,
            diameter=diameter,
            ghosts=len(layout.ghosts),
            food=len(layout.food),
            capsules=len(layout.capsules),
        )


def open_squares(layout: Layout) -> list[Position]:
    """The upper left cells of the squares of 2 x 2 open cells, in reading order."""
    rows, top = layout.rows, layout.height - 1
    return [
        (x, top - y)
        for y in range(len(rows) - 1)
        for x in range(layout.width - 1)
        if WALL not in (rows[y][x], rows[y][x + 1], rows[y + 1][x], rows[y + 1][x + 1])
    ]


def _diameter_and_regions(maze: Maze) -> tuple[int, int]:
    """The largest diameter of a connected region, and how many regions there are."""
    near = [tuple(neighbours.values()) for neighbours in maze.neighbours]
    left, regions, diameter = set(range(len(near))), 0, 0
    while left:
        region = _rings(near, min(left))
        left -= {cell for ring in region for cell in ring}
        regions += 1
        diameter = max(diameter, _diameter(near, region[-1][0]))
    return diameter, regions


def _diameter(near: list[tuple[Cell, ...]], end: Cell) -> int:
    """The diameter of the region in which `end` is a far cell.

    It looks from the middle outwards in, until no pair can be farther apart (Crescenzi and others,
    "On computing the diameter of real-world undirected graphs", 2013: iFUB).
    """
    rings = _rings(near, end)
    middle = _middle(near, rings)
    best, rings = len(rings) - 1, _rings(near, middle)
    for steps in range(len(rings) - 1, 0, -1):
        if best >= 2 * steps:
            break
        best = max(best, *(len(_rings(near, cell)) - 1 for cell in rings[steps]))
    return best


def _middle(near: list[tuple[Cell, ...]], rings: list[list[Cell]]) -> Cell:
    """A cell half way between the two ends of `rings`."""
    cell = rings[-1][0]
    for ring in rings[-2 : -len(rings) // 2 - 1 : -1]:
        own = set(ring)
        cell = next(other for other in near[cell] if other in own)
    return cell


def _rings(near: list[tuple[Cell, ...]], start: Cell) -> list[list[Cell]]:
    """The cells that are 0, 1, 2, … steps from `start`."""
    seen, rings = {start}, [[start]]
    while True:
        ring = []
        for cell in rings[-1]:
            for other in near[cell]:
                if other not in seen:
                    seen.add(other)
                    ring.append(other)
        if not ring:
            return rings
        rings.append(ring)
