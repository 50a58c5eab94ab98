"""Makes the maze of some options, such as those in `random:seed=7,size=21x11,style=arcade`."""

from dataclasses import dataclass, fields
from typing import Any, Self

from pacgrid.common.gone import gone
from pacgrid.common.named_options import named_options
from pacgrid.common.sanitize import did_you_mean
from pacgrid.errors import MazeError
from pacgrid.marks import CAPSULE, FLOOR, FOOD, MAX_GHOSTS, PACMAN, WALL
from pacgrid.maze_generator import PREFIX
from pacgrid.maze_generator.arcade_walls import draw_walls
from pacgrid.maze_generator.wall_grid import Cell, SeededChoices, Sketch, WallGrid

Size = tuple[int, int]
"""Columns and rows, with the border."""
STYLE = "arcade"
SMALLEST: Size = (9, 7)
LARGEST: Size = (99, 99)
SAFE_ROUNDS = 3
"""In so many first rounds Pac-Man can't be caught, whatever he does."""
NEAREST = 2 * SAFE_ROUNDS + 1
"""The least steps from Pac-Man to a ghost: a round brings them two steps together."""

VERSION = 1
"""Counts the changes after which a seed makes another maze."""
_DIGITS = 30
_SHARES = ("loops", "food", "capsules")


@dataclass(frozen=True, kw_only=True)
class MazeOptions:
    """A maze is fully described by its options.

    >>> options = MazeOptions.parse("random:seed=7,size=9x7,ghosts=3")
    >>> options.name
    'random:version=1,seed=7,size=9x7,style=arcade,ghosts=3'

    Raises MazeError for an option that no maze can have.
    """

    seed: int
    size: Size = (21, 11)
    style: str = STYLE
    loops: float = 0.15
    """The fraction of walls between corridors that are open though nothing needs it."""
    ghosts: int = 4
    food: float = 1.0
    """The fraction of the cells that have food, of those where nobody starts."""
    capsules: float = 0.025
    """The fraction of those cells that have capsules."""

    @classmethod
    def parse(cls, name: str) -> Self:
        """The options in a name, such as `random:seed=7,size=21x11`. Raises MazeError."""
        texts = _texts(name)
        if "seed" not in texts:
            raise MazeError("no seed; write random:seed=7")
        values = {option: _value(option, text) for option, text in texts.items()}
        version = values.pop("version", VERSION)
        if version != VERSION:
            raise MazeError(f"version {version} is unknown; this Pacgrid makes version {VERSION}")
        return cls(**values)

    @property
    def name(self) -> str:
        """The name in full: the version, the seed, the size and the style, and what differs from
        the default."""
        width, height = self.size
        words = [f"version={VERSION},seed={self.seed},size={width}x{height},style={self.style}"]
        words += [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)[3:]
            if getattr(self, field.name) != field.default
        ]
        return f"{PREFIX}:{','.join(words)}"

    def __post_init__(self) -> None:
        if self.style != STYLE:
            line = gone(f"random:style={self.style}")
            raise MazeError(line or f"no style {self.style!r}; the style is {STYLE}")
        if self.seed < 0:
            raise MazeError(f"seed is {self.seed}; it must be 0 or more")
        for option in _SHARES:
            if not 0 <= getattr(self, option) <= 1:
                raise MazeError(f"{option} is {getattr(self, option):g}; it must be from 0 to 1")
        if not 0 <= self.ghosts <= MAX_GHOSTS:
            raise MazeError(f"{self.ghosts} ghosts; a layout has 0 to {MAX_GHOSTS}")
        sizes = zip(SMALLEST, self.size, LARGEST, strict=True)
        if not all(least <= size <= most for least, size, most in sizes):
            size, least, most = ("{}x{}".format(*each) for each in (self.size, SMALLEST, LARGEST))
            raise MazeError(f"no maze is {size}; it can be {least} to {most}")


def _texts(name: str) -> dict[str, str]:
    """The options in `name`, as written."""
    text = name.removeprefix(PREFIX).removeprefix(":")
    try:
        texts = named_options(text)
    except ValueError as error:
        raise MazeError(str(error)) from None
    names = ["version", *(field.name for field in fields(MazeOptions))]
    for option in texts:
        if option not in names:
            fix = did_you_mean(option, names) or f"choose {', '.join(names)}"
            raise MazeError(gone(f"random:{option}=") or f"no option {option!r}; {fix}")
    if text and not texts:
        raise MazeError("can't be read; write random:seed=7,size=21x11,style=arcade")
    return texts


def _value(option: str, text: str) -> Any:
    """The value of an option. Raises MazeError."""
    if option == "style":
        return text
    if option == "size":
        sides = text.split("x")
        if len(sides) != 2 or not all(map(_is_whole, sides)):
            raise MazeError(f"size is {text!r}; write columns and rows, such as 21x11")
        return tuple(map(int, sides))
    if option in _SHARES:
        try:
            return float(text)
        except ValueError:
            raise MazeError(f"{option} is {text!r}; it must be a number from 0 to 1") from None
    if not _is_whole(text.removeprefix("-")):
        raise MazeError(f"{option} is {text!r}; it must be a whole number")
    return int(text)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS


_TRIES = 40


def generate(options: MazeOptions) -> tuple[str, ...]:
    """The rows of the maze, as in a layout's file: the same ones for the same options, always.

    All open cells are connected, and Pac-Man can't be caught in the first `SAFE_ROUNDS`
    rounds. The right mirrors the left, food and capsules too, apart from where somebody starts.

    Raises:
        MazeError: nothing like that fits.
    """
    rng = SeededChoices(
        f"version={VERSION},seed={options.seed},size={options.size},{options.style}"
    )
    for number in range(_TRIES):
        own = rng.fork(f"walls {number}")
        sketch = draw_walls(WallGrid(*options.size), options.ghosts, own.fork("style"))
        if sketch is None:
            continue
        _open_loops(sketch, options.loops, own.fork("loops"))
        starts = place_starts(sketch, options.ghosts, rng.fork(f"starts {number}"))
        if starts is None:
            continue
        if free := _free_cells(sketch, starts):
            return _drawn(options, sketch, starts, free, rng.fork(f"food {number}"))
    raise MazeError("no such maze was found; try another seed or size")


def _open_loops(sketch: Sketch, fraction: float, rng: SeededChoices) -> None:
    """Open `fraction` of the passages that are still closed."""
    grid = sketch.grid
    closed = [passage for passage in sketch.passages if not grid.is_open[passage[0]]]
    for passage in rng.shuffled(closed)[: round(fraction * len(closed))]:
        if not any(map(grid.makes_square, passage)):
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


@dataclass(frozen=True)
class Starts:
    """Where everybody starts."""

    pacman: Cell
    ghosts: tuple[Cell, ...]
    """The ghosts' cells from left to right."""
    gaps: list[int]
    """By cell: the steps to the nearest of them."""


def place_starts(sketch: Sketch, ghosts: int, rng: SeededChoices) -> Starts | None:
    """Starts with each ghost at least `NEAREST` steps from Pac-Man; None if there is no room."""
    grid = sketch.grid
    for pacman in sketch.pacman:
        steps = grid.distances(pacman)
        far = [cell for cell in grid.open_cells() if steps[cell] >= NEAREST]
        homes = _spread(sketch.house, ghosts)
        if all(steps[home] >= NEAREST for home in homes) and len(far) >= ghosts:
            placed = _place_others(grid, steps, far, homes, ghosts, rng)
            return Starts(pacman, tuple(sorted(placed, key=grid.position)), steps)
    return None


def _spread(house: tuple[Cell, ...], ghosts: int) -> list[Cell]:
    """The places of so many ghosts in the house, or of as many as there is room for: the same from
    both ends."""
    room, count = len(house), min(ghosts, len(house))
    left = [(2 * n + 1) * room // (2 * count) for n in range(count // 2)]
    middle = [room // 2] if count % 2 else []
    return [house[at] for at in dict.fromkeys((*left, *middle, *(room - 1 - at for at in left)))]


def _place_others(
    grid: WallGrid,
    gaps: list[int],
    far: list[Cell],
    homes: list[Cell],
    ghosts: int,
    rng: SeededChoices,
) -> list[Cell]:
    """`homes`, and the places of the other ghosts: far from Pac-Man and from each other, in pairs.
    `gaps`, the steps to Pac-Man, are lowered to those to any of them."""
    placed = list(homes)
    for home in homes:
        grid.lower(gaps, home)
    if len(placed) == ghosts:
        return placed
    free = [cell for cell in rng.shuffled(far) if cell not in homes]

    def gap(cells: tuple[Cell, ...]) -> int:
        """How far they are from everybody, and from each other as the crow flies."""
        (left, top), (right, bottom) = grid.position(cells[0]), grid.position(cells[-1])
        apart = abs(right - left) + abs(bottom - top)
        return min(gaps[cells[0]], apart) if cells[1:] else gaps[cells[0]]

    while len(placed) < ghosts:
        allowed = {*free}
        choice: list[tuple[Cell, ...]]
        if ghosts - len(placed) == 1:
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
            grid.lower(gaps, cell)
    return placed


def place_capsules(
    grid: WallGrid, free: list[Cell], fraction: float, starts: Starts, rng: SeededChoices
) -> set[Cell]:
    """Capsules on `fraction` of the `free` cells, far from all starts and from each other. At least
    two cells are left for food. `starts.gaps` are lowered to the steps to these, too."""
    capsules: set[Cell] = set()
    wanted = min(round(fraction * len(free)), len(free) - 2)
    orbits = [*dict.fromkeys(grid.orbit(cell) for cell in rng.shuffled(free))]
    own = set(free)
    orbits = [orbit for orbit in orbits if own.issuperset(orbit) and not _touch(grid, orbit)]
    gaps = starts.gaps
    while wanted > len(capsules) and orbits:
        best = max(orbits, key=lambda orbit: min(gaps[orbit[0]], gaps[orbit[-1]]))
        if len(capsules) + len(best) > max(wanted, 2) or len(best) > len(free) - 2:
            break
        orbits.remove(best)
        capsules |= {*best}
        for cell in best:
            grid.lower(gaps, cell)
    return capsules


def _touch(grid: WallGrid, orbit: tuple[Cell, ...]) -> bool:
    """Whether a cell and its image are neighbours."""
    return orbit[-1] - orbit[0] in grid.steps


def place_food(grid: WallGrid, free: list[Cell], fraction: float, rng: SeededChoices) -> set[Cell]:
    """Food on `fraction` of the `free` cells, at least on one: first on every other one, as on a
    chessboard, so that it looks even."""
    if fraction == 1:
        return {*free}
    orbits = [*dict.fromkeys(grid.orbit(cell) for cell in rng.shuffled(free))]
    orbits.sort(key=lambda orbit: sum(grid.position(orbit[0])) % 2)
    food: set[Cell] = set()
    for orbit in orbits:
        if food and len(food) + len(orbit) / 2 > fraction * len(free):
            break
        food |= {*orbit} & {*free}
    return food
