"""Makes the maze of some options."""

from pacgrid.layout_drawing import CAPSULE, FLOOR, FOOD, PACMAN, WALL
from pacgrid.maze_generator.errors import MazeError
from pacgrid.maze_generator.options import VERSION, MazeOptions
from pacgrid.maze_generator.placing import Starts, place_capsules, place_food, place_starts
from pacgrid.maze_generator.seeded_choices import SeededChoices
from pacgrid.maze_generator.sketch import Sketch
from pacgrid.maze_generator.styles import STYLES
from pacgrid.maze_generator.wall_grid import Cell, WallGrid

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


def _free_cells(sketch: Sketch, starts: Starts) -> list[Cell]:
    """Where food and capsules may be."""
    taken = sketch.grid.images((starts.pacman, *starts.ghosts, *sketch.house))
    return [cell for cell in sketch.grid.open_cells() if cell not in taken]


def _drawn(
    options: MazeOptions, sketch: Sketch, starts: Starts, free: list[Cell], rng: SeededChoices
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
