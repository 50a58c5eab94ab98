"""Where the walls of open areas are thin."""

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Passage
from pacgrid.maze_generator.wall_grid import Cell, WallGrid

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
