"""Caves: open areas with round walls, by a cellular automaton.

Each cell is a wall by chance; then, a few times, it becomes what most cells around it are (Johnson,
Yannakakis and Togelius, "Cellular automata for real-time generation of infinite cave levels").
"""

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.style import MazeStyle
from pacgrid.maze_generator.thin_walls import thin_walls
from pacgrid.maze_generator.wall_grid import Cell, WallGrid

_WALLS = 0.48
_OPEN_EDGE = 0.6
_TIMES = 2
_LEAST_OPEN, _MOST_OPEN = 0.5, 0.68
_TRIES = 30
_SMALLEST_CAVE = 4


def draw_caves(grid: WallGrid, ghosts: int, rng: SeededChoices) -> Sketch | None:  # noqa: ARG001
    inner = list(grid.inner_cells())
    for _ in range(_TRIES):
        grid.fill(*inner)
        grid.dig(*_by_chance(grid, inner, 1 - _WALLS, rng))
        edge = _edge(grid, rng)
        for _ in range(_TIMES):
            _smooth(grid, inner, edge)
        _remove_pillars(grid, inner)
        for region in grid.regions():
            if len(region) < _SMALLEST_CAVE:
                grid.fill(*region)
        _open_blocks(grid, inner, rng)
        if _LEAST_OPEN <= sum(grid.is_open) / len(inner) <= _MOST_OPEN:
            return Sketch(grid, thin_walls(grid, rng), keeps_corridors=False)
    return None


CAVES = MazeStyle("caves", draw_caves, smallest=(9, 7), food=0.5)


def _by_chance(grid: WallGrid, cells: list[Cell], chance: float, rng: SeededChoices) -> list[Cell]:
    """Some of the `cells`; a cell and its image have one chance together."""
    return [cell for cell in cells if cell <= grid.image(cell) and rng.chance(chance)]


def _around(grid: WallGrid) -> tuple[Cell, ...]:
    width = grid.width
    return (-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1)


def _edge(grid: WallGrid, rng: SeededChoices) -> bytes:
    """The border as the automaton sees it: open here and there, so that caves reach it."""
    before = bytes(grid.is_open)
    border = [cell for cell in range(len(before)) if not grid.is_inside(cell)]
    grid.dig(*_by_chance(grid, border, _OPEN_EDGE, rng))
    edge = bytes(grid.is_open)
    grid.is_open[:] = before
    return bytes(a & (1 - b) for a, b in zip(edge, before, strict=True))


def _smooth(grid: WallGrid, inner: list[Cell], edge: bytes) -> None:
    """Each cell becomes what most of the nine around it are. A cell and its image see the same, so
    the symmetry stays."""
    is_open = [*map(max, grid.is_open, edge)]
    around = _around(grid)
    for cell in inner:
        grid.is_open[cell] = sum([is_open[cell + step] for step in around]) >= 5


def _remove_pillars(grid: WallGrid, inner: list[Cell]) -> None:
    """Every other pillar of a single cell goes."""
    for cell in inner:
        if not grid.is_open[cell] and len(grid.open_neighbours(cell)) == 4:
            grid.dig(cell)


def _open_blocks(grid: WallGrid, inner: list[Cell], rng: SeededChoices) -> None:
    """Dig a small cave into each square of 5 x 5 walls."""
    width, is_open = grid.width, grid.is_open
    for cell in rng.shuffled(inner):
        x, y = grid.position(cell)
        if not (2 <= x < width - 2 and 2 <= y < grid.height - 2):
            continue
        if not any(
            any(is_open[start : start + 5])
            for start in range(cell - 2 * width - 2, cell + 2 * width - 1, width)
        ):
            grid.dig(cell, *(cell + step for step in grid.steps))
