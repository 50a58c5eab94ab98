"""Arcade: corridors one wide without dead ends, around a house for the ghosts.

All corridors of a lattice are open at first. Then one after the other is walled up, as long as two
separate ways still lead from everywhere to everywhere.
"""

from collections.abc import Iterable

from pacgrid.maze_generator.dice import Dice
from pacgrid.maze_generator.lattice import Edge, Lattice, edge_of, lattice_of, neighbours_in
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry, WallGrid

_THICK_FROM = 19
"""From this width, some walls may be two thick."""


def draw_arcade(grid: WallGrid, ghosts: int, dice: Dice) -> Sketch | None:
    thick_walls = dice.below(2) if grid.width >= _THICK_FROM else 0
    lattice = lattice_of(grid, dice, thick_walls=thick_walls)
    if lattice is None:
        return None
    house = _house(lattice, ghosts)
    columns, rows = len(lattice.xs), len(lattice.ys)
    if house is None:
        return None
    inside, doors, last_row = house
    kept = {image for edge in (*inside, *doors) for image in lattice.orbit(edge)}
    housed = {node for edge in inside for node in edge}
    housed |= {grid.image(node) for node in housed}
    start_row = dice.between(min(last_row + 2, rows - 1), rows - 1)
    left = lattice.node((columns - 1) // 2, start_row)
    start = (left,)
    if columns % 2 == 0:
        crossing = edge_of(left, lattice.node(columns // 2, start_row))
        start = lattice.between[crossing][:1]
        kept |= {*lattice.orbit(crossing)}
    open_edges = {edge for edge in lattice.between if edge in kept or housed.isdisjoint(edge)}
    _wall_up(lattice, open_edges, kept, dice)
    lattice.dig(open_edges)
    joints = [
        joint
        for joint in lattice.joints()
        if not any(cell + step in housed for cell in grid.images(joint) for step in grid.steps)
    ]
    cells = {cell for edge in inside for cell in (*edge, *lattice.between[edge])}
    cells |= {grid.image(cell) for cell in cells}
    in_order = sorted(cells, key=grid.place)
    return Sketch(grid, joints, tuple(in_order), start)


ARCADE = MazeStyle(
    "arcade",
    draw_arcade,
    smallest=(9, 7),
    loops=0.15,
    ghosts=4,
)


def _house(lattice: Lattice, ghosts: int) -> tuple[list[Edge], list[Edge], int] | None:
    """The edges inside the house, those that lead out of it, and its last row; None if there is no
    room. Both its ends have a door, so that it is no dead end."""
    columns, rows = len(lattice.xs), len(lattice.ys)
    turned = lattice.grid.symmetry is MazeSymmetry.ROTATION
    if turned and rows % 2 == 0:
        return _turned_house(lattice)
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
    out = row + 1 if turned else row - 1
    doors = [
        edge_of(lattice.node(first, row), lattice.node(first, row - 1)),
        edge_of(lattice.node(last, row), lattice.node(last, out)),
    ]
    return inside, doors, row


def _turned_house(lattice: Lattice) -> tuple[list[Edge], list[Edge], int] | None:
    """The same around the middle of an even number of rows: a ring with two doors."""
    columns, rows = len(lattice.xs), len(lattice.ys)
    row, wide = rows // 2 - 1, 2 + columns % 2
    first = (columns - wide) // 2
    last = first + wide - 1
    if columns < wide + 2 or row < 1:
        return None
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
    return inside, doors, row + 1


def _wall_up(lattice: Lattice, edges: set[Edge], kept: set[Edge], dice: Dice) -> None:
    """Remove all edges that can be removed, but not those to be `kept`."""
    near = neighbours_in(sorted(edges))
    for orbit in dice.shuffled(lattice.orbits(sorted(edges - kept))):
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
