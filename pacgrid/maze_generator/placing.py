"""Places Pac-Man, the ghosts, capsules and food on finished walls."""

from dataclasses import dataclass

from pacgrid.maze_generator.dice import Dice
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry, WallGrid


@dataclass(frozen=True)
class Starts:
    """Where everybody starts."""

    pacman: Cell
    ghosts: tuple[Cell, ...]
    """From left to right."""


def place_starts(sketch: Sketch, ghosts: int, distance: int, dice: Dice) -> Starts | None:
    """Starts with each ghost at least `distance` steps from Pac-Man; None if there is no room."""
    grid = sketch.grid
    for pacman in sketch.pacman or _places_for_pacman(grid, dice):
        steps = grid.distances(pacman)
        far = [cell for cell in grid.open_cells() if steps[cell] >= distance]
        homes = _spread(sketch.house, ghosts)
        if all(steps[home] >= distance for home in homes) and len(far) >= ghosts:
            placed = _place_others(grid, pacman, far, homes, ghosts, dice)
            return Starts(pacman, tuple(sorted(placed, key=grid.place)))
    return None


def _places_for_pacman(grid: WallGrid, dice: Dice) -> list[Cell]:
    """Some cells in the lower third; in the middle if the left mirrors the right."""
    low = [cell for cell in grid.open_cells() if grid.place(cell)[1] >= grid.height * 2 // 3]
    mixed = dice.shuffled(low or grid.open_cells())
    if grid.symmetry is MazeSymmetry.LEFT_RIGHT:
        mixed.sort(key=lambda cell: abs(2 * grid.place(cell)[0] - grid.width + 1))
    return mixed[:4]


def _spread(house: tuple[Cell, ...], ghosts: int) -> list[Cell]:
    """The places of so many ghosts in the house, or of as many as there is room for: the same from
    both ends."""
    room, count = len(house), min(ghosts, len(house))
    left = [(2 * n + 1) * room // (2 * count) for n in range(count // 2)]
    middle = [room // 2] if count % 2 else []
    return [house[at] for at in dict.fromkeys((*left, *middle, *(room - 1 - at for at in left)))]


def _place_others(
    grid: WallGrid, pacman: Cell, far: list[Cell], homes: list[Cell], ghosts: int, dice: Dice
) -> list[Cell]:
    """`homes`, and the places of the other ghosts: far from Pac-Man and from each other, and in
    pairs where the board has images."""
    placed, allowed = list(homes), set(far).difference(homes)
    gaps = grid.distances(pacman)
    for home in homes:
        gaps = _least(gaps, grid.distances(home))
    while len(placed) < ghosts:
        free = [cell for cell in dice.shuffled(far) if cell in allowed]
        single = ghosts - len(placed) == 1
        best = max(
            free,
            key=lambda cell: (
                (
                    not single or grid.image(cell) == cell,
                    single or grid.image(cell) in allowed,
                    gaps[cell],
                )
                if grid.symmetry is MazeSymmetry.LEFT_RIGHT
                else (gaps[cell],)
            ),
        )
        pair = [best]
        if not single and grid.symmetry is MazeSymmetry.LEFT_RIGHT:
            pair += [cell for cell in (grid.image(best),) if cell in allowed and cell != best]
        for cell in pair:
            placed.append(cell)
            allowed.discard(cell)
            gaps = _least(gaps, grid.distances(cell))
    return placed


def _least(first: list[int], second: list[int]) -> list[int]:
    return [*map(min, first, second)]


def place_capsules(
    grid: WallGrid, free: list[Cell], share: float, starts: Starts, dice: Dice
) -> set[Cell]:
    """Capsules on `share` of the `free` cells, far from all starts and from each other."""
    capsules: set[Cell] = set()
    wanted = round(share * len(free))
    orbits = [*dict.fromkeys(grid.images([cell]) for cell in dice.shuffled(free))]
    own = set(free)
    orbits = [orbit for orbit in orbits if own.issuperset(orbit) and not _touch(grid, orbit)]
    gaps = grid.distances(starts.pacman)
    for ghost in starts.ghosts:
        gaps = _least(gaps, grid.distances(ghost))
    while wanted > len(capsules) and orbits:
        best = max(orbits, key=lambda orbit: gaps[orbit[0]])
        if len(capsules) + len(best) > max(wanted, 2):
            break
        orbits.remove(best)
        capsules |= {*best}
        for cell in best:
            gaps = _least(gaps, grid.distances(cell))
    return capsules


def _touch(grid: WallGrid, orbit: tuple[Cell, ...]) -> bool:
    """Whether a cell and its image are neighbours."""
    return orbit[-1] - orbit[0] in grid.steps


def place_food(grid: WallGrid, free: list[Cell], share: float, dice: Dice) -> set[Cell]:
    """Food on `share` of the `free` cells, at least on one: first on every other one, as on a
    chessboard, so that it looks even."""
    orbits = [*dict.fromkeys(grid.images([cell]) for cell in dice.shuffled(free))]
    orbits.sort(key=lambda orbit: sum(grid.place(orbit[0])) % 2)
    food: set[Cell] = set()
    for orbit in orbits:
        if food and len(food) + len(orbit) / 2 > share * len(free):
            break
        food |= {*orbit} & {*free}
    return food
