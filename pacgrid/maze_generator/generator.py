"""Makes the maze of some options."""

from dataclasses import dataclass

from pacgrid.layout_drawing import CAPSULE, FLOOR, FOOD, PACMAN, WALL
from pacgrid.maze_generator.maze_options import STYLES, VERSION, MazeError, MazeOptions
from pacgrid.maze_generator.wall_grid import Cell, MazeSymmetry, SeededChoices, Sketch, WallGrid

_TRIES = 40


def generate(options: MazeOptions) -> tuple[str, ...]:
    """The rows of the maze, as in a layout's file: the same ones for the same options, always.

    All open cells are connected, and Pac-Man can't be caught in the first `safe_rounds` rounds of
    the style. The walls have the symmetry that was asked for, and so have food and capsules, apart
    from the cells where somebody starts.

    Raises:
        MazeError: nothing like that fits.
    """
    rng = SeededChoices(
        f"version={VERSION},seed={options.seed},size={options.size},{options.style}"
    )
    for number in range(_TRIES):
        sketch = _walls(options, rng.fork(f"walls {number}"))
        if sketch is None:
            continue
        distance = 2 * STYLES[options.style].safe_rounds + 1
        starts = place_starts(sketch, options.ghosts, distance, rng.fork(f"starts {number}"))
        if starts is None:
            continue
        if free := _free_cells(sketch, starts):
            return _drawn(options, sketch, starts, free, rng.fork(f"food {number}"))
    raise MazeError(_why_not(options))


def _walls(options: MazeOptions, rng: SeededChoices) -> Sketch | None:
    """The finished walls."""
    grid = WallGrid(*options.size, options.symmetry)
    sketch = STYLES[options.style].draw(grid, options.ghosts, rng.fork("style"))
    if sketch:
        _open_loops(sketch, options.loops, rng.fork("loops"))
    return sketch


def _open_loops(sketch: Sketch, share: float, rng: SeededChoices) -> None:
    """Open `share` of the passages that are still closed."""
    grid = sketch.grid
    closed = [passage for passage in sketch.passages if not grid.is_open[passage[0]]]
    for passage in rng.shuffled(closed)[: round(share * len(closed))]:
        if not (sketch.keeps_corridors and any(map(grid.makes_square, passage))):
            grid.dig(*passage)


def _free_cells(sketch: Sketch, starts: "Starts") -> list[Cell]:
    """Where food and capsules may be."""
    taken = sketch.grid.images((starts.pacman, *starts.ghosts, *sketch.house))
    return [cell for cell in sketch.grid.open_cells() if cell not in taken]


def _drawn(
    options: MazeOptions, sketch: Sketch, starts: "Starts", free: list[Cell], rng: SeededChoices
) -> tuple[str, ...]:
    grid = sketch.grid
    capsules = place_capsules(grid, free, options.capsules, starts, rng.fork("capsules"))
    left = [cell for cell in free if cell not in capsules]
    marks: dict[Cell, str] = dict.fromkeys(capsules, CAPSULE)
    marks |= dict.fromkeys(place_food(grid, left, options.food, rng.fork("food")), FOOD)
    marks |= {ghost: str(number) for number, ghost in enumerate(starts.ghosts, start=1)}
    marks[starts.pacman] = PACMAN
    cells = [
        marks.get(cell, FLOOR) if is_open else WALL for cell, is_open in enumerate(grid.is_open)
    ]
    width = grid.width
    return tuple("".join(cells[at : at + width]) for at in range(0, len(cells), width))


def _why_not(options: MazeOptions) -> str:
    width, height = options.size
    style = STYLES[options.style]
    size = f"{width}x{height}"
    fewer = "fewer ghosts, " if options.ghosts else ""
    return (
        f"{options.style} with symmetry {options.symmetry} and {options.ghosts} ghosts, each"
        f" {2 * style.safe_rounds + 1} steps from Pac-Man, doesn't fit on {size};"
        f" try {fewer}another size or symmetry=none"
    )


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
