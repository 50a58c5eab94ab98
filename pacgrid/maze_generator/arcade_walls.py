"""The walls of a maze: corridors one wide without dead ends, around a house for the ghosts.

All corridors of a lattice are open at first. Then one after the other is walled up, as long as two
separate ways still lead from everywhere to everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from pacgrid.maze_generator.wall_grid import (
    Cell,
    SeededChoices,
    Sketch,
    WallGrid,
)

_THICK_FROM = 19
"""From this width, some walls may be two thick."""

Edge = tuple[Cell, Cell]
"""Two neighbouring nodes, the lesser first."""
Orbit = tuple[Edge, ...]
"""An edge and its image in the mirror; once if they are the same."""


def draw_walls(grid: WallGrid, ghosts: int, rng: SeededChoices) -> Sketch | None:
    """Draw the walls on a closed board, for so many ghosts; None if nothing fits on it."""
    thick_walls = rng.below(2) if grid.width >= _THICK_FROM else 0
    xs = coordinates(grid.width, mirrored=True, rng=rng, thick_walls=thick_walls)
    ys = coordinates(grid.height, mirrored=False, rng=rng)
    if not (xs and ys) or (house := ghost_house(len(xs), len(ys), ghosts)) is None:
        return None
    start_row = rng.between(min(house.row + 2, len(ys) - 1), len(ys) - 1)
    plan = _plan(grid.width, tuple(xs), tuple(ys), house, start_row)
    faces = plan.faces.copy()
    for orbit in rng.shuffled(plan.orbits):
        if faces.has_two_ways(orbit[0], orbit):  # and so has its image
            faces.join(orbit)
    for edge, cells in plan.corridors:
        if edge not in faces.joined:
            grid.dig(*cells)
    is_open = grid.is_open
    passages = [
        walls
        for (a, b), walls in plan.passages
        if is_open[a] and is_open[b] and not is_open[walls[0]]
    ]
    return Sketch(grid, passages, plan.house, plan.pacman)


@dataclass(frozen=True)
class GhostHouse:
    """A corridor in a row of the lattice, with a door upwards at both ends, so that it is no dead
    end."""

    row: int
    first: int
    """Its first column."""
    last: int


def ghost_house(columns: int, rows: int, ghosts: int) -> GhostHouse | None:
    """A house for so many ghosts, as far as there is room; None if there is no room at all."""
    wide = 2 + columns % 2
    while 2 * wide - 1 < ghosts and wide + 4 <= columns:
        wide += 2
    row, first = (rows - 1) // 2, (columns - wide) // 2
    if columns < wide + 2 or not 0 < row < rows - 1:
        return None
    return GhostHouse(row, first, first + wide - 1)


@dataclass(frozen=True)
class WallPlan:
    """A lattice with a house: all that mazes with the same nodes have in common."""

    corridors: list[tuple[Edge, tuple[Cell, ...]]]
    """The edges before any is walled up, and their cells, one of each orbit."""
    orbits: list[Orbit]
    """Those that may be walled up, together with their images."""
    faces: "Faces"
    passages: list[tuple[Edge, tuple[Cell, ...]]]
    """The edges that may be opened later, and their walls, one of each orbit."""
    house: tuple[Cell, ...]
    """All cells inside, from left to right."""
    pacman: tuple[Cell, ...]
    """The cells where Pac-Man may start, best first."""


@lru_cache(maxsize=256)
def _plan(
    width: int, xs: tuple[int, ...], ys: tuple[int, ...], house: GhostHouse, start_row: int
) -> WallPlan:
    """The plan of nodes at columns `xs` and rows `ys` of a board so wide."""
    columns, rows = len(xs), len(ys)
    between: dict[Edge, tuple[Cell, ...]] = {}
    sides: dict[Edge, tuple[int, int]] = {}

    def node(column: int, row: int) -> Cell:
        return ys[row] * width + xs[column]

    def face(column: int, row: int) -> int:
        """The number of the face to the right of a node and below it; 0 is around the lattice."""
        inside = 0 <= column < columns - 1 and 0 <= row < rows - 1
        return 1 + row * columns + column if inside else 0

    for row in range(rows):
        for column in range(columns):
            here = node(column, row)
            if column + 1 < columns:
                edge = here, node(column + 1, row)
                between[edge] = tuple(range(here + 1, edge[1]))
                sides[edge] = face(column, row - 1), face(column, row)
            if row + 1 < rows:
                edge = here, node(column, row + 1)
                between[edge] = tuple(range(here + width, edge[1], width))
                sides[edge] = face(column - 1, row), face(column, row)

    def image(cell: Cell) -> Cell:
        return cell + width - 1 - 2 * (cell % width)

    def orbit(edge: Edge) -> Orbit:
        a, b = sorted(map(image, edge))
        return (edge,) if (a, b) == edge else (min(edge, (a, b)), max(edge, (a, b)))

    def orbits(edges: Iterable[Edge]) -> list[Orbit]:
        return list(dict.fromkeys(map(orbit, edges)))

    places = range(house.first, house.last)
    inside = [(node(column, house.row), node(column + 1, house.row)) for column in places]
    ends = house.first, house.last
    doors = [(node(column, house.row - 1), node(column, house.row)) for column in ends]
    kept = {each for edge in (*inside, *doors) for each in orbit(edge)}
    middle = node((columns - 1) // 2, start_row), node(columns // 2, start_row)
    start = middle[0]
    if crossing := between.get(middle):
        kept |= {*orbit(middle)}
        start = crossing[0]
    nodes = {each for edge in inside for cell in edge for each in (cell, image(cell))}
    cells = {cell for edge in inside for cell in (*edge, *between[edge])}
    cells |= {*map(image, cells)}
    edges = [edge for edge in between if edge in kept or nodes.isdisjoint(edge)]
    faces = Faces.of(sides)
    faces.join(between.keys() - edges)
    steps = (-width, 1, width, -1)
    near_house = {cell + step for cell in nodes for step in steps}
    aside = [node(column, rows - 1) for column in reversed(range(columns // 2))]
    return WallPlan(
        [(edge, (*edge, *between[edge])) for edge, *_ in orbits(edges)],
        orbits(sorted({*edges} - kept)),
        faces,
        [
            (edge, between[edge])
            for edge, *_ in orbits(between)
            if near_house.isdisjoint((*between[edge], *map(image, between[edge])))
        ],
        tuple(sorted(cells, key=lambda cell: (cell % width, cell // width))),
        (start, *aside),
    )


@dataclass(frozen=True)
class Faces:
    """What the corridors enclose. Walling a corridor up joins the two faces beside it.

    Two ways that share no edge lead from one end of an edge to the other, without it, unless a cut
    has it and at most one more edge: a closed line that crosses only these. Then both edges lie
    between the same two faces, or the edge has the same face on both sides.
    """

    sides: dict[Edge, tuple[int, int]]
    """The numbers of the faces beside each edge, as they are at first."""
    bits: dict[Edge, int]
    parent: list[int]
    """Of a face that was joined to another: that one. Of others: itself."""
    borders: list[int]
    """The bits of the edges around each face."""
    joined: set[Edge]
    """The edges that were walled up."""

    @classmethod
    def of(cls, sides: dict[Edge, tuple[int, int]]) -> Self:
        bits = {edge: 1 << number for number, edge in enumerate(sides)}
        parent = list(range(1 + max(map(max, sides.values()))))
        borders = [0] * len(parent)
        for edge, beside in sides.items():
            for face in beside:
                borders[face] |= bits[edge]
        return cls(sides, bits, parent, borders, set())

    def copy(self) -> Self:
        parent, borders, joined = [*self.parent], [*self.borders], {*self.joined}
        return replace(self, parent=parent, borders=borders, joined=joined)

    def has_two_ways(self, edge: Edge, gone: Orbit) -> bool:
        """Whether two ways are left between the ends of `edge` without the edges `gone`, of which
        it is one."""
        one, other = self._beside(edge)
        if one == other:
            return False
        own, others = self.borders[one], self.borders[other]
        shared = self.bits[edge]
        for each in gone:
            if each != edge:
                joined = self._beside(each)
                if one in joined and other in joined:
                    return False
                both = self.borders[joined[0]] | self.borders[joined[1]]
                own, others = both if one in joined else own, both if other in joined else others
                shared |= self.bits[each]
        return own & others & ~shared == 0

    def join(self, edges: Iterable[Edge]) -> None:
        """Wall up these edges."""
        for edge in edges:
            one, other = self._beside(edge)
            self.parent[other] = one
            self.borders[one] = (self.borders[one] | self.borders[other]) & ~self.bits[edge]
            self.joined.add(edge)

    def _beside(self, edge: Edge) -> tuple[int, int]:
        """The faces beside an edge."""
        one, other = self.sides[edge]
        parent = self.parent
        while parent[one] != one:
            one = parent[one]
        while parent[other] != other:
            other = parent[other]
        return one, other


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
