"""The grid that corridors run on: nodes that are two or three cells apart."""

from collections import defaultdict
from collections.abc import Iterable

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry, WallGrid

Edge = tuple[Cell, Cell]
"""Two neighbouring nodes, the lesser first."""


def coordinates(
    side: int, *, mirrored: bool, rng: SeededChoices, thick_walls: int = 0
) -> list[int] | None:
    """Where nodes are along a side of the board, from 1 to `side` - 2; None if that can't be.

    They are two apart, but three where walls are to be thick: at `thick_walls` pairs of places, and
    at some if the side is even. With `mirrored`, they look the same from both ends.
    """
    length = side - 3
    wide = 2 * thick_walls + length % 2
    if length % 2 and mirrored and (length - wide) // 2 % 2 == 0:
        wide += 2  # so that the gap in the middle is wide
    count = (length - wide) // 2
    if count < wide:
        return coordinates(side, mirrored=mirrored, rng=rng) if thick_walls else None
    gaps = [2] * count
    if mirrored:
        half = rng.shuffled(range(count // 2))[: wide // 2]
        for at in half:
            gaps[at] = gaps[count - 1 - at] = 3
        if wide % 2:
            gaps[count // 2] = 3
    else:
        for at in rng.shuffled(range(count))[:wide]:
            gaps[at] = 3
    found = [1]
    for gap in gaps:
        found.append(found[-1] + gap)
    return found


class Lattice:
    """The nodes at columns `xs` and rows `ys`, and the edges between neighbours."""

    def __init__(self, grid: WallGrid, xs: list[int], ys: list[int]) -> None:
        self.grid, self.xs, self.ys = grid, xs, ys
        self.between: dict[Edge, tuple[Cell, ...]] = {}
        """By edge: the cells between its nodes."""
        for row, y in enumerate(ys):
            for column, x in enumerate(xs):
                node = grid.cell(x, y)
                if column + 1 < len(xs):
                    other = grid.cell(xs[column + 1], y)
                    self.between[node, other] = tuple(range(node + 1, other))
                if row + 1 < len(ys):
                    other = grid.cell(x, ys[row + 1])
                    step = grid.width
                    self.between[node, other] = tuple(range(node + step, other, step))

    def node(self, column: int, row: int) -> Cell:
        return self.grid.cell(self.xs[column], self.ys[row])

    def image(self, edge: Edge) -> Edge:
        """Where the symmetry takes it."""
        return edge_of(*map(self.grid.image, edge))

    def orbit(self, edge: Edge) -> tuple[Edge, ...]:
        """The edge and its image; once if they are the same."""
        image = self.image(edge)
        return (edge,) if image == edge else (min(edge, image), max(edge, image))

    def orbits(self, edges: Iterable[Edge]) -> list[tuple[Edge, ...]]:
        """The orbits of the edges, each once."""
        return list(dict.fromkeys(map(self.orbit, edges)))

    def dig(self, edges: Iterable[Edge]) -> None:
        """Open the edges and their nodes."""
        for edge in edges:
            self.grid.dig(*edge, *self.between[edge])

    def passages(self) -> list[tuple[Cell, ...]]:
        """The walls between neighbouring nodes that are open."""
        is_open = self.grid.is_open
        closed = (
            edge
            for edge, walls in self.between.items()
            if is_open[edge[0]] and is_open[edge[1]] and not is_open[walls[0]]
        )
        return [self.between[orbit[0]] for orbit in self.orbits(closed)]


def lattice_of(grid: WallGrid, rng: SeededChoices, *, thick_walls: int) -> Lattice | None:
    """A lattice that fills the board and has its symmetry; None if there is none."""
    turned = grid.symmetry is MazeSymmetry.ROTATION
    mirrored = turned or grid.symmetry is MazeSymmetry.LEFT_RIGHT
    xs = coordinates(grid.width, mirrored=mirrored, rng=rng, thick_walls=thick_walls)
    ys = coordinates(grid.height, mirrored=turned, rng=rng)
    return Lattice(grid, xs, ys) if xs and ys else None


def edge_of(a: Cell, b: Cell) -> Edge:
    return (a, b) if a < b else (b, a)


def neighbours_in(edges: Iterable[Edge]) -> dict[Cell, list[Cell]]:
    """By node: its neighbours along `edges`."""
    near: dict[Cell, list[Cell]] = defaultdict(list)
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near
