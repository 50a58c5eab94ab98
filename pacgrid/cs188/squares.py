"""The squares of a board that have something: food, or walls."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import compress, product

from pacgrid.layout import Position

Flags = tuple[bool, ...]
"""By square, column after column from the left, each from the bottom: whether it is set."""


class Squares:
    """An immutable set of squares. Many grids share one, so it makes its lists once."""

    def __init__(self, width: int, height: int, mask: int, flags: Callable[[], Flags]) -> None:
        self.width = width
        self.height = height
        self.mask = mask
        """The maze's cells that are set, as bits."""
        self._make_flags = flags

    @cached_property
    def flags(self) -> Flags:
        return self._make_flags()

    @cached_property
    def positions(self) -> list[Position]:
        """The set squares, column by column."""
        return list(compress(_positions(self.width, self.height), self.flags))

    @cached_property
    def columns(self) -> list[list[bool]]:
        """By column; not to be written to."""
        flags, height = self.flags, self.height
        return [list(flags[start : start + height]) for start in range(0, len(flags), height)]


@lru_cache(maxsize=32)
def _positions(width: int, height: int) -> list[Position]:
    """All squares of a board, column by column."""
    return list(product(range(width), range(height)))
