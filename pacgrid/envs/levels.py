"""Levels: the numbered layouts that an environment plays on."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Protocol, Self, get_args

import numpy as np

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import did_you_mean
from pacgrid.envs.checks import whole_number
from pacgrid.errors import PacgridError
from pacgrid.layout import Layout, LayoutError
from pacgrid.maze_generator import is_maze_name
from pacgrid.maze_generator.generator import generate
from pacgrid.maze_generator.maze_options import MazeError, MazeOptions
from pacgrid.maze_generator.split import split_of

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


class Levels(Protocol):
    """Where levels come from."""

    @property
    def count(self) -> int:
        """The levels are numbered from 0 to `count` - 1."""

    def layout(self, level: int) -> Layout:
        """The layout of that level. Raises LayoutError or LevelError."""


@dataclass(frozen=True)
class GivenLevels:
    """Layouts that are given; a level is its index."""

    layouts: tuple[Layout, ...]

    @property
    def count(self) -> int:
        return len(self.layouts)

    def layout(self, level: int) -> Layout:
        _check_level(level, self.count)
        return self.layouts[level]


@dataclass(frozen=True)
class MadeLevels:
    """Layouts that a function makes: level `n` is `function(numpy.random.default_rng(n))`."""

    function: LayoutFunction
    count: int = 2**63

    def layout(self, level: int) -> Layout:
        _check_level(level, self.count)
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
        split: see `pacgrid.maze_generator.split`; "all" is both.
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
        if count is not None and not 1 <= whole_number("num_levels", count) <= MOST_LEVELS:
            raise ValueError(f"num_levels must be 1 to {MOST_LEVELS}, or None, not {count}")
        self.split = split
        self.count = MOST_LEVELS if count is None else int(count)
        self.families = tuple(map(_Family.parse, families))

    def layout(self, level: int) -> Layout:
        _check_level(level, self.count)
        number, family = divmod(level, len(self.families))
        options = self.families[family]
        failures = 0
        for attempt in range(_MOST_SEEDS):
            seeded = options.with_seed(number + attempt * MOST_LEVELS)
            try:
                rows = generate(seeded)
            except MazeError as error:
                failures += 1
                if failures == _MOST_FAILURES:
                    raise LayoutError(f"{options.family}: {error}") from None
                continue
            if self.split in ("all", split_of(rows)):
                return Layout(rows, name=seeded.name)
        raise LevelError(
            f"level {level}: {options.family} has no maze for {self.split} in {_MOST_SEEDS} seeds; "
            "choose a larger size"
        )


def _check_level(level: int, count: int) -> None:
    if not 0 <= whole_number("level", level) < count:
        raise LevelError(f"there is no level {level}; the levels are 0 to {count - 1}")


def is_family(layout: object) -> bool:
    """Whether it is a name of mazes without a seed.

    >>> is_family("random:style=tiny"), is_family("random:seed=7"), is_family("medium")
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


@dataclass(frozen=True)
class _Family:
    """The mazes of a name without a seed."""

    family: str
    options: MazeOptions

    @classmethod
    def parse(cls, name: str) -> Self:
        """Raises LayoutError."""
        given = name.rstrip(":")
        try:
            options = MazeOptions.parse(f"{given}{',' if ':' in given else ':'}seed=0")
        except MazeError as error:
            raise LayoutError(f"{name}: {error}") from None
        return cls(name, options)

    def with_seed(self, seed: int) -> MazeOptions:
        return replace(self.options, seed=seed)
