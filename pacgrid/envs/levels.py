"""Levels: the numbered layouts that an environment plays on, and which one a game gets."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from pacgrid.common.failure import Failure
from pacgrid.common.named_options import whole_number
from pacgrid.common.sanitize import did_you_mean
from pacgrid.errors import LayoutError, MazeError, PacgridError
from pacgrid.kernel.tables import count_ghosts
from pacgrid.layout import Layout
from pacgrid.marks import FLOOR, FOOD, MAX_SIDE, WALL
from pacgrid.maze import Maze
from pacgrid.maze_generator import is_maze_name
from pacgrid.maze_generator.generator import MazeOptions, generate
from pacgrid.state import State, read_drawing

OneLayout = str | Path | Layout
"""A shipped layout's name, a file, or the layout itself."""

LayoutFunction = Callable[[np.random.Generator], OneLayout]

LayoutChoice = OneLayout | Sequence[OneLayout] | LayoutFunction
"""One layout, a sequence to draw from, a function that makes one for each game, or one or more
families of mazes: names of mazes without a seed."""

LevelsName = Literal["train", "test", "all"]
"""The mazes of a family to learn from, those to test on, or both."""

MOST_LEVELS = 2**32
"""The levels of a family with `num_levels=None`."""

_MOST_SEEDS = 400
"""Seeds to try for a level. That none is in the split has a chance of less than 10 ** -49, unless
the family has very few mazes."""
_MOST_FAILURES = 10
"""Seeds in a row of which no maze fits."""


class LevelError(PacgridError):
    """A level can't be chosen or made; the message names it."""


@dataclass(frozen=True)
class GivenLevels:
    """Layouts that are given; a level is its index."""

    layouts: tuple[Layout, ...]

    @property
    def count(self) -> int:
        return len(self.layouts)

    def layout(self, level: int) -> Layout:
        """The layout of a level, a number from 0 to `count` - 1."""
        return self.layouts[level]


@dataclass(frozen=True)
class MadeLevels:
    """Layouts that a function makes: level `n` is `function(numpy.random.default_rng(n))`."""

    function: LayoutFunction
    count: int = 2**63

    def layout(self, level: int) -> Layout:
        """The layout of a level. Raises LevelError."""
        call = f"layout={getattr(self.function, '__name__', self.function)}"
        try:
            return loaded(self.function(np.random.default_rng(level)))
        except Exception as error:
            reason = str(error) if isinstance(error, PacgridError) else ""
            reason = reason or Failure.in_agent(error, self.function).message
            raise LevelError(
                f"level {level}: {call} failed when called with default_rng({level}): {reason}"
            ) from error


class MazeLevels:
    """The levels of one or more families of mazes that are in a split.

    Level `n` is the first maze in the split of the seeds `n`, `n + 2**32`, `n + 2 * 2**32`, …: it
    is the same whatever other levels there are. With several families they take turns: level `n` is
    of family `n % families`, with `n // families` in place of `n`.

    >>> levels = MazeLevels(["random:style=arcade,size=15x9"], "test", 200)
    >>> levels.layout(7).name
    'random:version=1,seed=17179869191,size=15x9,style=arcade'

    Args:
        families: names of mazes without a seed.
        split: see `split_of`; "all" is both.
        count: the number of levels; None for `MOST_LEVELS`.

    Raises LayoutError for a wrong name, ValueError for other wrong arguments.
    """

    def __init__(
        self, families: Sequence[str], split: LevelsName = "all", count: int | None = None
    ) -> None:
        if split not in get_args(LevelsName):
            close = did_you_mean(str(split), get_args(LevelsName))
            raise ValueError(
                f"levels must be 'train', 'test' or 'all', not {split!r}"
                + (f"; {close}" if close else "")
            )
        self.split = split
        self.count = MOST_LEVELS
        if count is not None:
            self.count = whole_number("num_levels", count, 1, MOST_LEVELS)
        self.families = tuple((name, _family(name)) for name in families)

    def layout(self, level: int) -> Layout:
        """The layout of a level. Raises LayoutError or LevelError."""
        number, family = divmod(level, len(self.families))
        name, options = self.families[family]
        layout = _first_maze(name, options, self.split, number)
        if layout is None:
            raise LevelError(
                f"level {level}: {name} has no maze for {self.split} in {_MOST_SEEDS} seeds; "
                "choose a larger size"
            )
        return layout


@lru_cache(maxsize=4096)  # 5 MB, if they are of 21 x 11
def _first_maze(name: str, options: MazeOptions, split: LevelsName, number: int) -> Layout | None:
    """The first maze in a split of the seeds that are `number` modulo `MOST_LEVELS`, if one is
    found. Raises LayoutError if mazes of this family, called `name`, can't be made."""
    failures = 0
    for attempt in range(_MOST_SEEDS):
        seeded = replace(options, seed=number + attempt * MOST_LEVELS)
        try:
            rows = generate(seeded)
        except MazeError as error:
            failures += 1
            if failures == _MOST_FAILURES:
                raise LayoutError(f"{name}: {error}") from None
            continue
        if split in ("all", split_of(rows)):
            return Layout(rows, name=seeded.name)
    return None


def is_family(layout: object) -> bool:
    """Whether it is a name of mazes without a seed.

    >>> is_family("random:size=9x7"), is_family("random:seed=7"), is_family("medium")
    (True, False, False)
    """
    if not (isinstance(layout, str) and is_maze_name(layout)):
        return False
    return not re.search(r"[:,]\s*seed\s*=", layout)


def loaded(layout: object) -> Layout:
    """The layout of that name or file. Raises LayoutError, or ValueError if it is neither."""
    if isinstance(layout, Layout):
        return layout
    if isinstance(layout, str | Path):
        return Layout.load(layout)
    raise ValueError(f"layout must be a name, a file, a Layout, or several of them, not {layout!r}")


def _family(name: str) -> MazeOptions:
    """The options of all mazes of a family, with seed 0. Raises LayoutError."""
    given = name.rstrip(":")
    try:
        return MazeOptions.parse(f"{given}{',' if ':' in given else ':'}seed=0")
    except MazeError as error:
        raise LayoutError(f"{name}: {error}") from None


@lru_cache(maxsize=256)  # 0.7 MB each, if they are of 21 x 11
def _first_state(layout: Layout, ghosts: int) -> State:
    return State.initial(layout, ghosts)


class LayoutSampler:
    """The levels of an environment: layouts with the same number of ghosts, and of one size unless
    `max_size` is given.

    A function is called once with a generator seeded 0, to learn the size and the ghosts.

    Raises:
        LayoutError: a layout can't be played, or differs from the first one.
        LevelError: no maze is in the split.
        ValueError: the first layout has fewer than `num_ghosts` ghosts, or an argument is wrong.
    """

    def __init__(
        self,
        layout: LayoutChoice,
        num_ghosts: int | None = None,
        *,
        levels: LevelsName | None = None,
        num_levels: int | None = None,
        max_size: tuple[int, int] | None = None,
    ) -> None:
        self.levels = source = _levels(layout, levels, num_levels)
        families = len(source.families) if isinstance(source, MazeLevels) else 1
        firsts = self.known_layouts or [source.layout(level) for level in range(families)]
        first = firsts[0]
        ghosts = count_ghosts(first)
        if num_ghosts is not None:
            num_ghosts = whole_number("num_ghosts", num_ghosts)
            if not 0 <= num_ghosts <= ghosts:
                raise ValueError(
                    f"{_name(first)} has {ghosts} ghosts: num_ghosts must be "
                    f"0 to {ghosts}, not {num_ghosts}"
                )
        self.max_size = None if max_size is None else _checked_size(max_size)
        self.width, self.height = self.max_size or (first.width, first.height)
        self.num_ghosts = ghosts if num_ghosts is None else num_ghosts
        self._all_ghosts = num_ghosts is None
        self._first = _name(first)
        for each in firsts:
            self._check(each)

    @property
    def has_levels(self) -> bool:
        """Whether infos tell which level is played: not if there is a single layout."""
        return not isinstance(self.levels, GivenLevels) or self.levels.count > 1

    @property
    def known_layouts(self) -> tuple[Layout, ...]:
        """The layouts that are given; none if levels are made."""
        return self.levels.layouts if isinstance(self.levels, GivenLevels) else ()

    def level_of(self, maze: Maze) -> int:
        """The first given layout with that maze; -1 if there is none."""
        for level, layout in enumerate(self.known_layouts):
            if (layout.walls, layout.ghosts[: self.num_ghosts]) == (maze.walls, maze.homes):
                return level
        return -1

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts that are given; or the first one, to which the others are alike."""
        return self.known_layouts or (self.layout(0),)

    def layout(self, level: int) -> Layout:
        """The layout of a level. Raises LayoutError or LevelError."""
        if not 0 <= whole_number("level", level) < self.levels.count:
            last = self.levels.count - 1
            raise LevelError(f"there is no level {level}; the levels are 0 to {last}")
        layout = self.levels.layout(level)
        if not isinstance(self.levels, GivenLevels):
            self._check(layout)
        return layout

    def draw(self, rng: np.random.Generator) -> int:
        """The level of the next game, drawn with `rng`; a single layout draws nothing."""
        return int(rng.integers(self.levels.count)) if self.levels.count > 1 else 0

    def start(self, level: int) -> State:
        """The first state of a game on a level. Raises LayoutError or LevelError."""
        layout = self.layout(level)
        if self.levels.count >= MOST_LEVELS:  # they hardly repeat
            return State.initial(layout, self.num_ghosts)
        return _first_state(layout, self.num_ghosts)

    def sample(self, rng: np.random.Generator) -> State:
        """The first state of a game on a level that `draw` draws."""
        return self.start(self.draw(rng))

    def _check(self, layout: Layout) -> None:
        """Raises LayoutError if this layout has no food or differs from the first one."""
        name, first = _name(layout), self._first
        if not any(FOOD in row for row in layout.rows):
            raise LayoutError(f"{name}: no food; write at least one .")
        size = f"{self.width} x {self.height}"
        if self.max_size:
            if layout.width > self.width or layout.height > self.height:
                raise LayoutError(
                    f"{name}: is {layout.width} x {layout.height}; max_size is {size}, "
                    "give a larger one or choose other layouts"
                )
        elif (layout.width, layout.height) != (self.width, self.height):
            raise LayoutError(
                f"{name}: is {layout.width} x {layout.height} and {first} is {size}; "
                "all layouts of an environment must have the same size, or give max_size="
            )
        ghosts = count_ghosts(layout)
        if ghosts < self.num_ghosts or (self._all_ghosts and ghosts != self.num_ghosts):
            advice = f"give num_ghosts={min(ghosts, self.num_ghosts)}, or choose other layouts"
            raise LayoutError(
                f"{name}: has {ghosts} ghosts, but {first} plays with {self.num_ghosts}; {advice}"
            )


def board_mask(width: int, height: int, max_size: tuple[int, int]) -> NDArray[np.bool_]:
    """`[row, column]`: which cells of a padded board of `max_size` are the board itself."""
    mask = np.zeros(max_size[::-1], np.bool_)
    mask[:height, :width] = True
    return mask


def _levels(
    layout: LayoutChoice, levels: LevelsName | None, num_levels: int | None
) -> GivenLevels | MadeLevels | MazeLevels:
    """The levels that the arguments choose."""
    is_function = callable(layout) and not isinstance(layout, str | Path | Layout)
    is_sequence = isinstance(layout, Sequence) and not isinstance(layout, str)
    given = tuple(layout) if is_sequence else (layout,)  # type: ignore[arg-type]
    if not given:
        raise ValueError("layout= is empty; give at least one layout")
    families = [each for each in given if isinstance(each, str) and is_family(each)]
    for name, value in (("levels", levels), ("num_levels", num_levels)):
        if value is not None and not families:
            shown = repr(layout) if isinstance(layout, str) else "given"
            raise ValueError(
                f"{name}={value!r} needs a family of mazes without a seed, such as "
                "layout='random:style=arcade,size=15x15'; layout is "
                f"{'a function' if is_function else shown}"
            )
    if is_function:
        return MadeLevels(layout)  # type: ignore[arg-type]
    if not families:
        return GivenLevels(tuple(map(loaded, given)))
    if levels is None:
        raise LayoutError(
            f"{families[0]}: no seed; give levels='train', 'test' or 'all', "
            "or write random:seed=7 for one maze"
        )
    if len(families) < len(given):
        raise ValueError(
            f"layout= has {families[0]!r}, a family of mazes, and layouts; give only one kind"
        )
    return MazeLevels(families, levels, num_levels)


def _checked_size(size: object) -> tuple[int, int]:
    try:
        width, height = (whole_number("max_size", side) for side in size)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        width = height = 0
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise ValueError(
            f"max_size must be columns and rows, such as (21, 11), each at most {MAX_SIDE}, "
            f"not {size!r}"
        )
    return width, height


def _name(layout: Layout) -> str:
    return layout.name or "a layout without a name"


Split = Literal["train", "test"]

_TEST_MAZES = 4
"""One maze in so many is a test maze."""
_WALLS_ALONE = bytes(ord(mark if mark in (WALL, "\n") else FLOOR) for mark in map(chr, range(256)))


def split_of(rows: Sequence[str]) -> Split:
    """What a maze is for, by its walls alone: so no maze is for both, whatever its seed, and
    neither are two with the same walls, or with walls that a mirror or a turn makes the same.

    >>> split_of(["%%%%", "%P.%", "%%%%"]) == split_of(["%%%", "%o%", "%P%", "%%%"])
    True
    """
    walls = "\n".join(rows).encode("ascii", "replace").translate(_WALLS_ALONE).decode().split("\n")
    columns = ["".join(column) for column in zip(*walls, strict=True)]
    images = []
    for image in (walls, columns):
        for turned in (image, image[::-1]):
            images.append("\n".join(turned))
            images.append("\n".join([row[::-1] for row in turned]))
    digest = blake2b(min(images).encode(), digest_size=8).digest()
    return "train" if int.from_bytes(digest) % _TEST_MAZES else "test"


GivenState = State | str | int
"""A position, one drawn as text, or a seed: then it is drawn at random (`random_position`)."""

MAX_ROUNDS = 100
"""The most rounds of the random game that leads to a random position."""


def load_state(given: object, sampler: LayoutSampler, *, whole_rounds: bool = False) -> State:
    """The position that `given`, a `GivenState`, stands for.

    Where a text doesn't say which homes the ghosts have, they are those of the first layout with
    the same walls.

    Raises LayoutError for a text that can't be read; ValueError for anything else, if the game is
    over, if its board has another size or number of ghosts than those of `sampler`, or, with
    `whole_rounds`, if it isn't Pac-Man's turn.
    """
    if isinstance(given, State):
        state = given
    elif isinstance(given, str):
        state = _drawn(given, sampler.known_layouts)
    elif isinstance(given, int | np.integer) and not isinstance(given, bool) and given >= 0:
        rng = np.random.default_rng(int(given))
        state = random_position(sampler.sample(rng), rng)
    else:
        raise ValueError(
            "options['state'] must be a State, a position drawn as text, or a seed from 0 up, "
            f"not {given!r}"
        )
    check_fits(state, sampler, "the state")
    if state.is_terminal:
        how = "won" if state.is_win else "lost"
        raise ValueError(f"the game of the state is over ({how}); give one that goes on")
    if whole_rounds and state.to_move:
        turn = f"ghost {state.to_move}'s turn"
        raise ValueError(f"in the state it is {turn}; here a round starts with Pac-Man's")
    return state


def check_fits(state: State, sampler: LayoutSampler, name: str) -> None:
    """Raises ValueError if the board of `state`, called `name`, has another size or number of
    ghosts than those of an environment."""
    maze = state.maze
    ghosts = len(maze.homes)
    spare = sampler.width - maze.width, sampler.height - maze.height
    fits = min(spare) >= 0 if sampler.max_size else spare == (0, 0)
    if not fits or ghosts != sampler.num_ghosts:
        raise ValueError(
            f"{name} is {maze.width} x {maze.height} with {_counted(ghosts)}, the environment's "
            f"boards are {'up to ' * bool(sampler.max_size)}{sampler.width} x {sampler.height} "
            f"with {_counted(sampler.num_ghosts)}"
        )


def random_position(start: State, rng: np.random.Generator) -> State:
    """A position at Pac-Man's turn, 0 to 99 random rounds after `start` or as many as nobody ended
    the game in."""
    state = last = start
    for _ in range(int(rng.integers(MAX_ROUNDS)) * start.num_agents):
        actions = state.legal_actions()
        state = state.successor(actions[rng.integers(len(actions))])
        if state.is_terminal:
            break
        if state.to_move == 0:
            last = state
    return last


def _drawn(text: str, layouts: Iterable[Layout]) -> State:
    state = State.parse(text, "options['state']")
    drawing = read_drawing(text)
    if "home" in text:
        return state
    for layout in layouts:
        homes = layout.ghosts[: len(drawing.ghosts)]
        if layout.walls == drawing.walls and len(homes) == len(drawing.ghosts):
            ghosts = zip(drawing.ghosts, homes, strict=True)
            at_home = tuple(replace(ghost, home=home) for ghost, home in ghosts)
            return State.drawn(replace(drawing, ghosts=at_home))
    return state


def _counted(ghosts: int) -> str:
    return f"{ghosts} ghost{'s' * (ghosts != 1)}"
