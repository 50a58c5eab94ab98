"""Tiny: boards small enough to be solved exactly.

All cells are open at first. Then one after the other becomes a wall, as long as all stays connected
and nothing becomes a dead end.
"""

from pacgrid.maze_generator.wall_grid import (
    Cell,
    MazeStyle,
    Passage,
    SeededChoices,
    Sketch,
    WallGrid,
)

_LEAST_OPEN = 0.55


def draw_tiny(grid: WallGrid, ghosts: int, rng: SeededChoices) -> Sketch:  # noqa: ARG001
    inner = list(grid.inner_cells())
    grid.dig(*inner)
    for cell in rng.shuffled(inner):
        if sum(grid.is_open) <= _LEAST_OPEN * len(inner):
            break
        if grid.is_open[cell]:
            grid.fill(cell)
            if not _holds(grid, cell):
                grid.dig(cell)
    return Sketch(grid, thin_walls(grid, rng), keeps_corridors=False)


TINY = MazeStyle(
    "tiny",
    draw_tiny,
    smallest=(6, 5),
    largest=(11, 8),
    size=(8, 6),
    ghosts=1,
    food=0.2,
    capsules=0.0,
    safe_rounds=1,
)


def _holds(grid: WallGrid, wall: Cell) -> bool:
    """Whether the board still holds together after `wall` was filled, without dead ends there."""
    around = {near for cell in grid.images([wall]) for near in grid.open_neighbours(cell)}
    return all(len(grid.open_neighbours(cell)) > 1 for cell in around) and len(grid.regions()) == 1


_THICKEST = 2


def thin_walls(grid: WallGrid, rng: SeededChoices) -> list[Passage]:
    """Walls of one or two cells between open ones, none near another."""
    passages: list[Passage] = []
    near: set[Cell] = set()
    for cell in rng.shuffled(list(grid.inner_cells())):
        if grid.is_open[cell]:
            continue
        for step in rng.shuffled((1, grid.width)):
            walls = _walls_between(grid, cell, step)
            if walls and near.isdisjoint(walls):
                passages.append(walls)
                near |= {
                    wall + dx + dy * grid.width
                    for wall in grid.images(walls)
                    for dx in (-2, -1, 0, 1, 2)
                    for dy in (-2, -1, 0, 1, 2)
                }
    return passages


def _walls_between(grid: WallGrid, first: Cell, step: int) -> Passage:
    """The walls from `first` on up to an open cell, if an open cell comes before `first`, too, and
    walls are on both sides; else none."""
    across = grid.width if step == 1 else 1
    if not grid.is_open[first - step]:
        return ()
    walls: list[Cell] = []
    cell = first
    while not grid.is_open[cell] and len(walls) <= _THICKEST and grid.is_inside(cell):
        if grid.is_open[cell - across] or grid.is_open[cell + across]:
            return ()
        walls.append(cell)
        cell += step
    return tuple(walls) if grid.is_open[cell] else ()
