"""Tiny: boards small enough to be solved exactly.

All cells are open at first. Then one after the other becomes a wall, as long as all stays connected
and nothing becomes a dead end.
"""

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.thin_walls import thin_walls
from pacgrid.maze_generator.wall_grid import Cell, WallGrid

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
