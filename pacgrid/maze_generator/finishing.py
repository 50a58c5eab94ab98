"""The steps that finish the walls of every style."""

from collections.abc import Iterable

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Passage, Sketch
from pacgrid.maze_generator.wall_grid import Cell, WallGrid

LONGEST_OPENING = 3
"""How many walls may be dug through to open a dead end."""


def connect(sketch: Sketch, rng: SeededChoices) -> None:
    """Join all open cells: with passages where they do, else with the shortest tunnels."""
    grid = sketch.grid
    regions = Regions(grid)
    for passage in rng.shuffled(sketch.passages):
        if regions.differ(_sides(grid, passage)):
            grid.dig(*passage)
            for walls in (passage, tuple(map(grid.image, passage))):
                regions.open(walls, _sides(grid, walls))
    while len(apart := grid.regions()) > 1:
        grid.dig(*_tunnel(grid, min(apart, key=len), rng))


def open_dead_ends(sketch: Sketch, share: float, rng: SeededChoices) -> None:
    """Open `share` of the dead ends into loops; those in which nothing can be dug stay."""
    grid = sketch.grid
    dead_ends = [cell for cell in grid.open_cells() if len(grid.open_neighbours(cell)) == 1]
    for cell in rng.shuffled(dead_ends)[: round(share * len(dead_ends))]:
        if len(grid.open_neighbours(cell)) != 1:
            continue  # opened from the other side
        if ways := _ways_out(sketch, cell):
            shortest = min(map(len, ways))
            grid.dig(*rng.choice([way for way in ways if len(way) == shortest]))


def open_loops(sketch: Sketch, share: float, rng: SeededChoices) -> None:
    """Open `share` of the passages that are still closed."""
    grid = sketch.grid
    closed = [passage for passage in sketch.passages if not grid.is_open[passage[0]]]
    for passage in rng.shuffled(closed)[: round(share * len(closed))]:
        if not (sketch.keeps_corridors and any(map(grid.makes_square, passage))):
            grid.dig(*passage)


class Regions:
    """Which open cells are connected (union-find)."""

    def __init__(self, grid: WallGrid) -> None:
        regions = grid.regions()
        self._number = {cell: n for n, region in enumerate(regions) for cell in region}
        self._parents = list(range(len(regions)))

    def differ(self, cells: Iterable[Cell]) -> bool:
        """Whether `cells` are in several regions."""
        return len({self._root(cell) for cell in cells}) > 1

    def open(self, walls: Passage, sides: list[Cell]) -> None:
        """Take note that `walls`, now open, connect their `sides`."""
        roots = sorted({self._root(cell) for cell in sides if cell in self._number})
        for root in roots:
            self._parents[root] = roots[0]
        self._number |= dict.fromkeys(walls, roots[0])

    def _root(self, cell: Cell) -> int:
        number = self._number[cell]
        while self._parents[number] != number:
            number = self._parents[number]
        return number


def _sides(grid: WallGrid, walls: Iterable[Cell]) -> list[Cell]:
    """The open cells next to the walls."""
    own = {*walls}
    return [near for cell in own for near in grid.open_neighbours(cell) if near not in own]


def _tunnel(grid: WallGrid, region: list[Cell], rng: SeededChoices) -> list[Cell]:
    """The walls of a shortest way from `region` to any other open cell."""
    before: dict[Cell, Cell | None] = dict.fromkeys(rng.shuffled(region))
    own = set(region)
    ring = list(before)
    for cell in ring:
        if grid.is_open[cell] and cell not in own:
            walls = []
            at = before[cell]
            while at is not None and at not in own:
                walls.append(at)
                at = before[at]
            return walls
        for step in rng.shuffled(grid.steps):
            if cell + step not in before and grid.is_inside(cell + step):
                before[cell + step] = cell
                ring.append(cell + step)
    raise AssertionError("only one region")


def _ways_out(sketch: Sketch, dead_end: Cell) -> list[Passage]:
    """The walls that can be dug through, straight on or to a side, to leave a dead end."""
    grid = sketch.grid
    ways = []
    for step in grid.steps:
        way: list[Cell] = []
        cell = dead_end + step
        while grid.is_inside(cell) and not grid.is_open[cell] and len(way) < LONGEST_OPENING:
            way.append(cell)
            cell += step
        if way and grid.is_inside(cell) and grid.is_open[cell] and _fits(sketch, way):
            ways.append(tuple(way))
    return ways


def _fits(sketch: Sketch, way: list[Cell]) -> bool:
    """Whether digging there makes no open square, where that matters."""
    grid = sketch.grid
    if not sketch.keeps_corridors:
        return True
    if sketch.house and not set(sketch.house).isdisjoint(
        cell + step for cell in grid.images(way) for step in grid.steps
    ):
        return False
    before = bytes(grid.is_open)
    grid.dig(*way)
    squares = any(map(grid.makes_square, grid.images(way)))
    grid.is_open[:] = before
    return not squares
