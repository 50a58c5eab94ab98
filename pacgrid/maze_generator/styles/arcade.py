"""Arcade: corridors one wide without dead ends, around a house for the ghosts.

All corridors of a lattice are open at first. Then one after the other is walled up, as long as two
separate ways still lead from everywhere to everywhere.
"""

from collections.abc import Iterable

from pacgrid.maze_generator.ghost_house import ghost_house
from pacgrid.maze_generator.lattice import Edge, Lattice, lattice_of, neighbours_in
from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.wall_grid import Cell, WallGrid

_THICK_FROM = 19
"""From this width, some walls may be two thick."""


def draw_arcade(grid: WallGrid, ghosts: int, rng: SeededChoices) -> Sketch | None:
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


ARCADE = MazeStyle("arcade", draw_arcade, smallest=(9, 7), loops=0.15, ghosts=4)


def _wall_up(lattice: Lattice, edges: set[Edge], kept: set[Edge], rng: SeededChoices) -> None:
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
