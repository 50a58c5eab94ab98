"""Makes the maze of some options, such as those in `random:seed=7,size=21x11,style=arcade`."""

from dataclasses import dataclass, fields
from typing import Any, Self

from pacgrid.common.gone import gone
from pacgrid.common.named_options import named_options
from pacgrid.common.sanitize import did_you_mean
from pacgrid.errors import MazeError
from pacgrid.marks import CAPSULE, FLOOR, FOOD, MAX_GHOSTS, PACMAN, WALL
from pacgrid.maze_generator import PREFIX
from pacgrid.maze_generator.styles import ARCADE, TINY
from pacgrid.maze_generator.wall_grid import Cell, MazeStyle, SeededChoices, Size, Sketch, WallGrid

STYLES: dict[str, MazeStyle] = {style.name: style for style in (ARCADE, TINY)}

VERSION = 1
"""Counts the changes after which a seed makes another maze."""
_DIGITS = 30
_SHARES = ("loops", "food", "capsules")


@dataclass(frozen=True, kw_only=True)
class MazeOptions:
    """A maze is fully described by its options.

    >>> options = MazeOptions.parse("random:seed=7,style=tiny,ghosts=3")
    >>> options.name
    'random:version=1,seed=7,size=8x6,style=tiny,ghosts=3'
    """

    seed: int
    size: Size
    """Columns and rows, with the border."""
    style: str
    loops: float
    """The fraction of walls between corridors that are open though nothing needs it."""
    ghosts: int
    food: float
    """The fraction of the cells that have food, of those where nobody starts."""
    capsules: float
    """The fraction of those cells that have capsules."""

    @classmethod
    def of(cls, seed: int, style: str = "arcade", **others: Any) -> Self:
        """The options of a style, apart from `others`. Raises MazeError."""
        if style not in STYLES:
            fix = did_you_mean(style, STYLES) or f"choose {', '.join(STYLES)}"
            raise MazeError(gone(f"random:style={style}") or f"no style {style!r}; {fix}")
        known = STYLES[style]
        defaults = {
            field.name: getattr(known, field.name)
            for field in fields(cls)
            if field.name not in ("seed", "style")
        }
        options = cls(seed=seed, style=style, **(defaults | others))
        options._check()
        return options

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
        return cls.of(**values)

    @property
    def name(self) -> str:
        """The name in full: the version, the seed, the size and the style, and what differs from
        the style's own options."""
        width, height = self.size
        words = [f"version={VERSION},seed={self.seed},size={width}x{height},style={self.style}"]
        style = STYLES[self.style]
        words += [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)
            if field.name not in ("seed", "size", "style")
            and getattr(self, field.name) != getattr(style, field.name)
        ]
        return f"{PREFIX}:{','.join(words)}"

    def _check(self) -> None:
        """Raises MazeError for an option that no maze can have."""
        if self.seed < 0:
            raise MazeError(f"seed is {self.seed}; it must be 0 or more")
        for option in _SHARES:
            if not 0 <= getattr(self, option) <= 1:
                raise MazeError(f"{option} is {getattr(self, option):g}; it must be from 0 to 1")
        if not 0 <= self.ghosts <= MAX_GHOSTS:
            raise MazeError(f"{self.ghosts} ghosts; a layout has 0 to {MAX_GHOSTS}")
        style, (width, height) = STYLES[self.style], self.size
        (least_width, least_height), (most_width, most_height) = style.smallest, style.largest
        if not (least_width <= width <= most_width and least_height <= height <= most_height):
            raise MazeError(
                f"no maze in style {self.style} is {width}x{height}; it can be"
                f" {least_width}x{least_height} to {most_width}x{most_height}"
            )


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

    All open cells are connected, and Pac-Man can't be caught in the first `safe_rounds` rounds of
    the style. The right mirrors the left, food and capsules too, apart from where somebody starts.

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
    grid = WallGrid(*options.size)
    sketch = STYLES[options.style].draw(grid, options.ghosts, rng.fork("style"))
    if sketch:
        _open_loops(sketch, options.loops, rng.fork("loops"))
    return sketch


def _open_loops(sketch: Sketch, fraction: float, rng: SeededChoices) -> None:
    """Open `fraction` of the passages that are still closed."""
    grid = sketch.grid
    closed = [passage for passage in sketch.passages if not grid.is_open[passage[0]]]
    for passage in rng.shuffled(closed)[: round(fraction * len(closed))]:
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
    (width, height), style = options.size, STYLES[options.style]
    fewer = "fewer ghosts or " if options.ghosts else ""
    return (
        f"{options.style} with {options.ghosts} ghosts, each {2 * style.safe_rounds + 1} steps from"
        f" Pac-Man, doesn't fit on {width}x{height}; try {fewer}another size"
    )


@dataclass(frozen=True)
class Starts:
    """Where everybody starts."""

    pacman: Cell
    ghosts: tuple[Cell, ...]
    """The ghosts' cells from left to right."""


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
    """Some cells in the lower third, those nearest to the middle."""
    low = [cell for cell in grid.open_cells() if grid.position(cell)[1] >= grid.height * 2 // 3]
    mixed = rng.shuffled(low or grid.open_cells())
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
    """`homes`, and the places of the other ghosts: far from Pac-Man and from each other, in
    pairs."""
    placed, free = list(homes), [cell for cell in rng.shuffled(far) if cell not in homes]
    gaps = grid.distances(pacman)
    for home in homes:
        grid.lower(gaps, home)

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
    two cells are left for food."""
    capsules: set[Cell] = set()
    wanted = min(round(fraction * len(free)), len(free) - 2)
    orbits = [*dict.fromkeys(grid.orbit(cell) for cell in rng.shuffled(free))]
    own = set(free)
    orbits = [orbit for orbit in orbits if own.issuperset(orbit) and not _touch(grid, orbit)]
    gaps = grid.distances(starts.pacman)
    for ghost in starts.ghosts:
        grid.lower(gaps, ghost)
    while wanted > len(capsules) and orbits:
        best = max(orbits, key=lambda orbit: min(gaps[cell] for cell in orbit))
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
    orbits = [*dict.fromkeys(grid.orbit(cell) for cell in rng.shuffled(free))]
    orbits.sort(key=lambda orbit: sum(grid.position(orbit[0])) % 2)
    food: set[Cell] = set()
    for orbit in orbits:
        if food and len(food) + len(orbit) / 2 > fraction * len(free):
            break
        food |= {*orbit} & {*free}
    return food
