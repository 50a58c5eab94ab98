"""The house in the middle of an arcade maze, in which the ghosts start."""

from dataclasses import dataclass

from pacgrid.maze_generator.lattice import Edge, Lattice, edge_of
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry


@dataclass(frozen=True)
class GhostHouse:
    """A corridor with a door at both ends, so that it is no dead end."""

    inside: list[Edge]
    doors: list[Edge]
    """The edges that lead out of it."""
    last_row: int
    """Of the lattice."""

    def nodes(self, lattice: Lattice) -> set[Cell]:
        """The nodes inside, and their images."""
        return {*lattice.grid.images(node for edge in self.inside for node in edge)}

    def cells(self, lattice: Lattice) -> tuple[Cell, ...]:
        """All cells inside, from left to right."""
        cells = (cell for edge in self.inside for cell in (*edge, *lattice.between[edge]))
        return tuple(sorted(lattice.grid.images(cells), key=lattice.grid.position))


def ghost_house(lattice: Lattice, ghosts: int) -> GhostHouse | None:
    """A house for so many ghosts, as far as there is room; None if there is no room at all."""
    columns, rows = len(lattice.xs), len(lattice.ys)
    turned = lattice.grid.symmetry is MazeSymmetry.ROTATION
    wide = 2 + columns % 2
    if not (turned and rows % 2 == 0):
        while 2 * wide - 1 < ghosts and wide + 4 <= columns:
            wide += 2
    row, first = (rows - 1) // 2, (columns - wide) // 2
    last = first + wide - 1
    if columns < wide + 2 or not 0 < row < rows - 1:
        return None
    if turned and rows % 2 == 0:
        return _ring(lattice, first, last, row)
    inside = [
        edge_of(lattice.node(column, row), lattice.node(column + 1, row))
        for column in range(first, last)
    ]
    out = row + 1 if turned else row - 1
    doors = [
        edge_of(lattice.node(first, row), lattice.node(first, row - 1)),
        edge_of(lattice.node(last, row), lattice.node(last, out)),
    ]
    return GhostHouse(inside, doors, row)


def _ring(lattice: Lattice, first: int, last: int, row: int) -> GhostHouse:
    """A house in two rows, for a maze that looks the same after half a turn and has no row in its
    middle."""
    inside = [
        edge_of(lattice.node(column, y), lattice.node(column + 1, y))
        for column in range(first, last)
        for y in (row, row + 1)
    ]
    inside += [
        edge_of(lattice.node(column, row), lattice.node(column, row + 1))
        for column in (first, last)
    ]
    doors = [
        edge_of(lattice.node(first, row), lattice.node(first, row - 1)),
        edge_of(lattice.node(last, row + 1), lattice.node(last, row + 2)),
    ]
    return GhostHouse(inside, doors, row + 1)
