"""Chooses the layout of each game: fixed, or drawn at each reset."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.envs.checks import whole_number
from pacgrid.envs.levels import (
    GivenLevels,
    LayoutChoice,
    Levels,
    LevelsName,
    MadeLevels,
    MazeLevels,
    is_family,
    loaded,
)
from pacgrid.kernel.tables import count_ghosts
from pacgrid.layout import Layout, LayoutError
from pacgrid.layout_drawing import FOOD, MAX_SIDE
from pacgrid.maze import Maze
from pacgrid.state import State

KEPT_STARTS = 64
"""Levels whose first states are kept; a maze's tables are large."""


class LevelOptions(NamedTuple):
    """The arguments of an environment that choose its levels, besides `layout`."""

    levels: LevelsName | None = None
    num_levels: int | None = None
    max_size: tuple[int, int] | None = None


NO_OPTIONS = LevelOptions()


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
        options: LevelOptions = NO_OPTIONS,
    ) -> None:
        self.levels = source = _levels(layout, options)
        given = source.layouts if isinstance(source, GivenLevels) else ()
        firsts = given or [
            source.layout(level)
            for level in range(len(source.families) if isinstance(source, MazeLevels) else 1)
        ]
        first = firsts[0]
        ghosts = count_ghosts(first)
        if num_ghosts is not None:
            num_ghosts = whole_number("num_ghosts", num_ghosts)
            if not 0 <= num_ghosts <= ghosts:
                raise ValueError(
                    f"{_name(first)} has {ghosts} ghosts: num_ghosts must be "
                    f"0 to {ghosts}, not {num_ghosts}"
                )
        self.max_size = None if options.max_size is None else _checked_size(options.max_size)
        self.width, self.height = self.max_size or (first.width, first.height)
        self.num_ghosts = ghosts if num_ghosts is None else num_ghosts
        self._all_ghosts = num_ghosts is None
        self._first = _name(first)
        for each in firsts:
            self._check(each)
        self._starts: dict[int, State] = {}

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
        layout = self.levels.layout(level)
        if not isinstance(self.levels, GivenLevels):
            self._check(layout)
        return layout

    def draw(self, rng: np.random.Generator) -> int:
        """The level of the next game, drawn with `rng`; a single layout draws nothing."""
        return int(rng.integers(self.levels.count)) if self.levels.count > 1 else 0

    def start(self, level: int) -> State:
        """The first state of a game on a level. Raises LayoutError or LevelError."""
        start = self._starts.get(level)
        if start is None:
            start = State.initial(self.layout(level), self.num_ghosts)
            if len(self._starts) == KEPT_STARTS:
                del self._starts[next(iter(self._starts))]
            self._starts[level] = start
        return start

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
            mend = f"give num_ghosts={min(ghosts, self.num_ghosts)}, or choose other layouts"
            raise LayoutError(
                f"{name}: has {ghosts} ghosts, but {first} plays with {self.num_ghosts}; {mend}"
            )


def board_mask(width: int, height: int, max_size: tuple[int, int]) -> NDArray[np.bool_]:
    """`[row, column]`: which cells of a padded board of `max_size` are the board itself."""
    mask = np.zeros(max_size[::-1], np.bool_)
    mask[:height, :width] = True
    return mask


def _levels(layout: LayoutChoice, options: LevelOptions) -> Levels:
    """The levels that the arguments choose."""
    if callable(layout) and not isinstance(layout, str | Path | Layout):
        _refuse(options, "a function")
        return MadeLevels(layout)
    given = layout if isinstance(layout, Sequence) and not isinstance(layout, str) else (layout,)
    if not given:
        raise ValueError("layout= is empty; give at least one layout")
    families = [each for each in given if isinstance(each, str) and is_family(each)]
    if not families:
        _refuse(options, repr(layout) if isinstance(layout, str) else "given")
        return GivenLevels(tuple(map(loaded, given)))
    if options.levels is None:
        raise LayoutError(
            f"{families[0]}: no seed; give levels='train', 'test' or 'all', "
            "or write random:seed=7 for one maze"
        )
    if len(families) < len(given):
        raise ValueError(
            f"layout= has {families[0]!r}, a family of mazes, and layouts; give only one kind"
        )
    return MazeLevels(families, options.levels, options.num_levels)


def _refuse(options: LevelOptions, what: str) -> None:
    """Raises ValueError if options for families were given."""
    for name in ("levels", "num_levels"):
        if getattr(options, name) is not None:
            raise ValueError(
                f"{name}={getattr(options, name)!r} needs a family of mazes without a seed, such "
                f"as layout='random:style=arcade,size=15x15'; layout is {what}"
            )


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
