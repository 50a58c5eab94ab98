"""The walls of a maze: corridors one wide without dead ends, around a house for the ghosts.

All corridors of a lattice are open at first. Then one after the other is walled up, as long as two
separate ways still lead from everywhere to everywhere.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pacgrid.maze_generator.wall_grid import (
    Cell,
    SeededChoices,
    Sketch,
    WallGrid,
)

_THICK_FROM = 19
"""From this width, some walls may be two thick."""


def draw_walls(grid: WallGrid, ghosts: int, rng: SeededChoices) -> Sketch | None:
    """Draw the walls on a closed board, for so many ghosts; None if nothing fits on it."""
    thick_walls = rng.below(2) if grid.width >= _THICK_FROM else 0
    lattice = lattice_of(grid, rng, thick_walls=thick_walls)
    if lattice is None or (house := ghost_house(lattice, ghosts)) is None:
        return None
    nodes, columns, rows = house.nodes(lattice), len(lattice.xs), len(lattice.ys)
    start_row = rng.between(min(house.last_row + 2, rows - 1), rows - 1)
    middle = [lattice.node(column, start_row) for column in ((columns - 1) // 2, columns // 2)]
    start = middle[0]
    kept = {image for edge in (*house.inside, *house.doors) for image in lattice.orbit(edge)}
    if crossing := lattice.between.get((middle[0], middle[1])):
        kept |= {*lattice.orbit((middle[0], middle[1]))}
        start = crossing[0]
    edges = {edge for edge in lattice.between if edge in kept or nodes.isdisjoint(edge)}
    _wall_up(lattice, edges, kept, rng)
    lattice.dig(edges)
    passages = [
        passage
        for passage in lattice.passages()
        if not any(cell + step in nodes for cell in grid.images(passage) for step in grid.steps)
    ]
    aside = [lattice.node(column, rows - 1) for column in reversed(range(columns // 2))]
    return Sketch(grid, passages, house.cells(lattice), (start, *aside))


def _wall_up(lattice: "Lattice", edges: "set[Edge]", kept: "set[Edge]", rng: SeededChoices) -> None:
    """Remove all edges that can be removed, but not those to be `kept`."""
    near = neighbours_in(sorted(edges))
    for orbit in rng.shuffled(lattice.orbits(sorted(edges - kept))):
        for a, b in orbit:
            near[a].remove(b)
            near[b].remove(a)
        if all(_has_two_ways(near, a, b) for a, b in orbit):
            edges -= {*orbit}
        else:
            for a, b in orbit:
                near[a].append(b)
                near[b].append(a)


def _has_two_ways(near: dict[Cell, list[Cell]], start: Cell, goal: Cell) -> bool:
    """Whether two ways that share no edge lead from `start` to `goal` (Ford and Fulkerson)."""
    if len(near[start]) < 2 or len(near[goal]) < 2:
        return False
    first = _way(near, start, goal, ())
    return bool(first) and bool(_way(near, start, goal, first))


def _way(
    near: dict[Cell, list[Cell]], start: Cell, goal: Cell, used: Iterable[tuple[Cell, Cell]]
) -> list[tuple[Cell, Cell]]:
    """The steps of a shortest way that takes none of the `used` ones; empty if there is none."""
    taken, before, ring = {*used}, {start: start}, [start]
    for cell in ring:
        for other in near[cell]:
            if other not in before and (cell, other) not in taken:
                before[other] = cell
                if other == goal:
                    return _back(before, goal)
                ring.append(other)
    return []


def _back(before: dict[Cell, Cell], goal: Cell) -> list[tuple[Cell, Cell]]:
    """The steps that lead to `goal`, the last one first."""
    steps = []
    while before[goal] != goal:
        steps.append((before[goal], goal))
        goal = before[goal]
    return steps


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
        """The cells between the nodes of each edge."""
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
        """The edge where it is seen in a mirror."""
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
    """A lattice that fills the board, the same from the left and from the right; None if there is
    none."""
    xs = coordinates(grid.width, mirrored=True, rng=rng, thick_walls=thick_walls)
    ys = coordinates(grid.height, mirrored=False, rng=rng)
    return Lattice(grid, xs, ys) if xs and ys else None


def edge_of(a: Cell, b: Cell) -> Edge:
    return (a, b) if a < b else (b, a)


def neighbours_in(edges: Iterable[Edge]) -> dict[Cell, list[Cell]]:
    """The neighbours of each node along `edges`."""
    near: dict[Cell, list[Cell]] = defaultdict(list)
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


@dataclass(frozen=True)
class GhostHouse:
    """A corridor with a door at both ends, so that it is no dead end."""

    inside: list[Edge]
    doors: list[Edge]
    """The edges that lead out of the house."""
    last_row: int
    """The last row of the lattice that the house takes."""

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
    wide = 2 + columns % 2
    while 2 * wide - 1 < ghosts and wide + 4 <= columns:
        wide += 2
    row, first = (rows - 1) // 2, (columns - wide) // 2
    last = first + wide - 1
    if columns < wide + 2 or not 0 < row < rows - 1:
        return None
    inside = [
        edge_of(lattice.node(column, row), lattice.node(column + 1, row))
        for column in range(first, last)
    ]
    doors = [
        edge_of(lattice.node(column, row), lattice.node(column, row - 1))
        for column in (first, last)
    ]
    return GhostHouse(inside, doors, row)
