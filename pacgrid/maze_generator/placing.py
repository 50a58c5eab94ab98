"""Places Pac-Man, the ghosts, capsules and food on finished walls."""

from dataclasses import dataclass

from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry, WallGrid


@dataclass(frozen=True)
class Starts:
    """Where everybody starts."""

    pacman: Cell
    ghosts: tuple[Cell, ...]
    """From left to right."""


def place_starts(sketch: Sketch, ghosts: int, distance: int, rng: SeededChoices) -> Starts | None:
    """Starts with each ghost at least `distance` steps from Pac-Man; None if there is no room."""
    grid = sketch.grid
    for pacman in sketch.pacman or _places_for_pacman(grid, rng):
        steps = grid.distances(pacman)
        far = [cell for cell in grid.open_cells() if steps[cell] >= distance]
        homes = _spread(sketch.house, ghosts)
        if all(steps[home] >= distance for home in homes) and len(far) >= ghosts:
            placed = _place_others(grid, pacman, far, homes, ghosts, rng)
            return Starts(pacman, tuple(sorted(placed, key=grid.position)))
    return None


def _places_for_pacman(grid: WallGrid, rng: SeededChoices) -> list[Cell]:
    """Some cells in the lower third; in the middle if the left mirrors the right."""
    low = [cell for cell in grid.open_cells() if grid.position(cell)[1] >= grid.height * 2 // 3]
    mixed = rng.shuffled(low or grid.open_cells())
    if grid.symmetry is MazeSymmetry.LEFT_RIGHT:
        mixed.sort(key=lambda cell: abs(2 * grid.position(cell)[0] - grid.width + 1))
    return mixed[:4]


def _spread(house: tuple[Cell, ...], ghosts: int) -> list[Cell]:
    """The places of so many ghosts in the house, or of as many as there is room for: the same from
    both ends."""
    room, count = len(house), min(ghosts, len(house))
    left = [(2 * n + 1) * room // (2 * count) for n in range(count // 2)]
    middle = [room // 2] if count % 2 else []
    return [house[at] for at in dict.fromkeys((*left, *middle, *(room - 1 - at for at in left)))]


def _place_others(
    grid: WallGrid,
    pacman: Cell,
    far: list[Cell],
    homes: list[Cell],
    ghosts: int,
    rng: SeededChoices,
) -> list[Cell]:
    """`homes`, and the places of the other ghosts: far from Pac-Man and from each other, and in
    pairs if the left mirrors the right."""
    placed, free = list(homes), [cell for cell in rng.shuffled(far) if cell not in homes]
    gaps = grid.distances(pacman)
    for home in homes:
        _come_nearer(grid, gaps, home)

    def gap(cells: tuple[Cell, ...]) -> int:
        """How far they are from everybody, and from each other as the crow flies."""
        (left, top), (right, bottom) = grid.position(cells[0]), grid.position(cells[-1])
        apart = abs(right - left) + abs(bottom - top)
        return min(gaps[cells[0]], apart) if cells[1:] else gaps[cells[0]]

    while len(placed) < ghosts:
        allowed = {*free}
        choice: list[tuple[Cell, ...]]
        if grid.symmetry is not MazeSymmetry.LEFT_RIGHT:
            choice = [(cell,) for cell in free]
        elif ghosts - len(placed) == 1:
            farthest = max(gaps[cell] for cell in free)
            axis = [cell for cell in free if grid.image(cell) == cell]
            choice = [(cell,) for cell in axis if 2 * gaps[cell] >= farthest]
        else:
            pairs = [grid.orbit(cell) for cell in free if grid.image(cell) != cell]
            choice = [pair for pair in pairs if allowed.issuperset(pair)]
        best = max(choice or [(cell,) for cell in free], key=gap)
        for cell in best:
            placed.append(cell)
            free.remove(cell)
            _come_nearer(grid, gaps, cell)
    return placed


def _come_nearer(grid: WallGrid, gaps: list[int], start: Cell) -> None:
    """Lower `gaps`, by cell, to the distance from `start` where that is less."""
    gaps[start] = 0
    ring = [start]
    is_open, steps = grid.is_open, grid.steps
    for cell in ring:
        farther = gaps[cell] + 1
        for step in steps:
            near = cell + step
            if is_open[near] and gaps[near] > farther:
                gaps[near] = farther
                ring.append(near)


def place_capsules(
    grid: WallGrid, free: list[Cell], share: float, starts: Starts, rng: SeededChoices
) -> set[Cell]:
    """Capsules on `share` of the `free` cells, far from all starts and from each other. At least
    two cells are left for food."""
    capsules: set[Cell] = set()
    wanted = min(round(share * len(free)), len(free) - 2)
    orbits = [*dict.fromkeys(grid.orbit(cell) for cell in rng.shuffled(free))]
    own = set(free)
    orbits = [orbit for orbit in orbits if own.issuperset(orbit) and not _touch(grid, orbit)]
    gaps = grid.distances(starts.pacman)
    for ghost in starts.ghosts:
        _come_nearer(grid, gaps, ghost)
    while wanted > len(capsules) and orbits:
        best = max(orbits, key=lambda orbit: min(gaps[cell] for cell in orbit))
        if len(capsules) + len(best) > max(wanted, 2) or len(best) > len(free) - 2:
            break
        orbits.remove(best)
        capsules |= {*best}
        for cell in best:
            _come_nearer(grid, gaps, cell)
    return capsules


def _touch(grid: WallGrid, orbit: tuple[Cell, ...]) -> bool:
    """Whether a cell and its image are neighbours."""
    return orbit[-1] - orbit[0] in grid.steps


def place_food(grid: WallGrid, free: list[Cell], share: float, rng: SeededChoices) -> set[Cell]:
    """Food on `share` of the `free` cells, at least on one: first on every other one, as on a
    chessboard, so that it looks even."""
    orbits = [*dict.fromkeys(grid.orbit(cell) for cell in rng.shuffled(free))]
    orbits.sort(key=lambda orbit: sum(grid.position(orbit[0])) % 2)
    food: set[Cell] = set()
    for orbit in orbits:
        if food and len(food) + len(orbit) / 2 > share * len(free):
            break
        food |= {*orbit} & {*free}
    return food
